/**
 * The page that the link in an invitation opens. Whoever has a user with that address logs in by it, others sign up; the
 * session that this starts ends at once, as a page keeps none. Whoever invited can open it too, so it is the same for an
 * address with a user and for one without.
 */
import { type Static, Type } from 'typebox';
import type { ErrorCode } from '../../../../contract/src/errors.ts';
import type { InvitationOffer } from '../../identity/accounts/invitations/acceptance.ts';
import { asPerson, roleOf } from '../../identity/actors/actors.ts';
import { roleNames } from '../../identity/actors/role-names.ts';
import type { SessionTokens } from '../../identity/auth/sessions/schema.ts';
import { SignUpRequest } from '../../identity/auth/users/schema.ts';
import type { Identity } from '../../identity/identity.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import { NameText } from '../../platform/http/name-text.ts';
import type { Page, PageField, PageForm } from '../../platform/http/pages/page.ts';
import type { RequestOrigin } from '../../platform/journal/actor.ts';
import {
  emailField,
  type FormProblems,
  type NextLink,
  newPasswordField,
  type TokenForm,
  tokenField,
  tokenSchema,
} from './token-form.ts';

const NAME_LENGTH_MAX = 255;
const CODE_LENGTH_MAX = 64;

/** The address is in the form for password managers; the invitation says whose it is. */
const body = Type.Object(
  {
    token: tokenSchema,
    password: Type.Optional(SignUpRequest.properties.password),
    name: Type.Optional(NameText(NAME_LENGTH_MAX, { minLength: 0 })),
    email: Type.Optional(Type.String()),
    challenge: Type.Optional(tokenSchema),
    code: Type.Optional(Type.String({ maxLength: CODE_LENGTH_MAX })),
  },
  { additionalProperties: false },
);

type Parts = Pick<Identity, 'acceptance' | 'authentication' | 'logIn' | 'secondFactor' | 'sessions' | 'signUp'>;
type Sent = Static<typeof body>;

export function acceptInvitationPage(parts: Parts, next: NextLink): TokenForm<InvitationOffer, typeof body> {
  return {
    path: '/accept-invitation',
    body,
    look: (token) => parts.acceptance.look(token),
    form: offerPage,
    submit: async (offer, sent, origin) => {
      const session = await join(parts, offer, sent, origin);
      await endSession(parts, session.access_token, origin);
      const { name } = session.account;
      return {
        en: {
          title: `You have joined ${name}`,
          paragraphs: [`Log in with ${offer.email} and your password.`],
          ...next.en,
        },
        de: {
          title: `Sie gehören jetzt zu ${name}`,
          paragraphs: [`Melden Sie sich mit ${offer.email} und Ihrem Passwort an.`],
          ...next.de,
        },
      };
    },
    unknown: { error: notFound('invitation', 'the link'), page: unknownPage(next) },
  };
}

function unknownPage(next: NextLink) {
  return {
    en: {
      title: 'This invitation no longer works',
      paragraphs: ['It is unknown, used, withdrawn or older than seven days. Ask whoever invited you for a new one.'],
      ...next.en,
    },
    de: {
      title: 'Diese Einladung gilt nicht mehr',
      paragraphs: [
        'Sie ist unbekannt, schon verwendet, zurückgezogen oder älter als sieben Tage. Bitten Sie um eine neue.',
      ],
      ...next.de,
    },
  };
}

/**
 * Accepts by logging in, in one step or two, or else, with a name, by signing up. What a new password lacks is said in any
 * case; that a password is wrong, to whoever sends no name, or where somebody has the address.
 */
async function join(
  { logIn, secondFactor, signUp }: Parts,
  { email }: InvitationOffer,
  { token, password = '', name = '', challenge, code }: Sent,
  origin: RequestOrigin,
): Promise<SessionTokens> {
  if (challenge !== undefined && code !== undefined) return secondFactor.secondStep.finish({ challenge, code }, origin);
  const request = { email, password, invitation_token: token };
  try {
    return await logIn.logIn(request, origin);
  } catch (refused) {
    if (name === '' || !isOf(refused, ['unauthenticated'])) throw refused;
    return signUp.signUp({ ...request, name }, origin).catch((error: unknown) => {
      throw isOf(error, ['conflict', 'signup_closed']) ? refused : error;
    });
  }
}

function isOf(error: unknown, codes: readonly ErrorCode[]): boolean {
  return error instanceof DomainError && codes.includes(error.code);
}

const WORDS = {
  en: {
    logIn: 'Log in',
    accept: 'Accept the invitation',
    password: 'Password',
    name: 'Your name',
    nameHint: 'Only if you have no Lectern user yet.',
    code: 'Code',
    codeHint: 'From your authenticator app, or a recovery code.',
    stranger: 'If you do not know the sender, close this page: nothing happens.',
    secondStep: 'The password is correct. Your user also has a second factor: enter a code.',
  },
  de: {
    logIn: 'Anmelden',
    accept: 'Einladung annehmen',
    password: 'Passwort',
    name: 'Ihr Name',
    nameHint: 'Nur wenn Sie bei Lectern noch keinen Benutzer haben.',
    code: 'Code',
    codeHint: 'Aus Ihrer Authenticator-App, oder ein Wiederherstellungscode.',
    stranger: 'Wenn Sie den Absender nicht kennen, schließen Sie diese Seite: Dann geschieht nichts.',
    secondStep: 'Das Passwort stimmt. Ihr Benutzer hat auch einen zweiten Faktor: Geben Sie einen Code ein.',
  },
} as const;

function offerPage(offer: InvitationOffer, token: string, problems: FormProblems): Page {
  const { language } = problems;
  const words = WORDS[language];
  const page = {
    language,
    ...offerWords(offer)[language],
    ...(problems.problem === undefined ? {} : { problem: problems.problem }),
  };
  if (problems.ssoUrl !== undefined) return { ...page, link: { label: words.logIn, url: problems.ssoUrl } };
  const challenge = problems.challenge ?? (problems.fields.code === undefined ? undefined : problems.sent.challenge);
  if (challenge !== undefined)
    return { ...page, paragraphs: [words.secondStep], form: secondStepForm(token, challenge, problems) };
  const fields = [
    tokenField(token),
    emailField(offer.email, language),
    nameField(problems),
    newPasswordField(problems, words.password),
  ];
  return { ...page, form: { action: 'accept-invitation', fields, submit: words.accept } };
}

function offerWords({ account, invitedBy, role, email }: InvitationOffer) {
  return {
    en: {
      title: `Join ${account.name}`,
      paragraphs: [
        `${invitedBy} invites you to the account "${account.name}" with the role ${role}. If you have a Lectern user with ${email}, enter only its password. If not, choose a name and a password; you log in with them from then on.`,
        WORDS.en.stranger,
      ],
    },
    de: {
      title: `Willkommen bei ${account.name}`,
      paragraphs: [
        `${invitedBy} lädt Sie zum Konto „${account.name}“ ein, mit der Rolle ${roleNames.de[roleOf(role)]}. Haben Sie mit ${email} schon einen Benutzer bei Lectern, geben Sie nur dessen Passwort ein. Wenn nicht, wählen Sie einen Namen und ein Passwort; damit melden Sie sich künftig an.`,
        WORDS.de.stranger,
      ],
    },
  };
}

/** For a user with a second factor, once the password was right. */
function secondStepForm(token: string, challenge: string, { fields, language }: FormProblems): PageForm {
  const words = WORDS[language];
  return {
    action: 'accept-invitation',
    fields: [
      tokenField(token),
      { name: 'challenge', kind: 'hidden', value: challenge },
      {
        name: 'code',
        kind: 'text',
        label: words.code,
        hint: words.codeHint,
        autocomplete: 'one-time-code',
        ...(fields.code === undefined ? {} : { problem: fields.code }),
      },
    ],
    submit: words.accept,
  };
}

function nameField({ sent, fields, language }: FormProblems): PageField {
  const words = WORDS[language];
  return {
    name: 'name',
    kind: 'text',
    label: words.name,
    hint: words.nameHint,
    isOptional: true,
    autocomplete: 'name',
    lengthMax: NAME_LENGTH_MAX,
    ...(sent.name === undefined ? {} : { value: sent.name }),
    ...(fields.name === undefined ? {} : { problem: fields.name }),
  };
}

async function endSession({ authentication, sessions }: Parts, token: string, origin: RequestOrigin): Promise<void> {
  const person = asPerson(await authentication.management(token, origin, 'leaving'), 'account.read');
  await sessions.end(person, person.sessionId);
}
