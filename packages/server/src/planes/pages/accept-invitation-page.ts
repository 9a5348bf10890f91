/**
 * The page that the link in an invitation opens. Whoever has a user with that address logs in by it, others sign up; the
 * session that this starts ends at once, as a page keeps none. Whoever invited can open it too, so it is the same for an
 * address with a user and for one without.
 */
import { type Static, Type } from 'typebox';
import type { ErrorCode } from '../../../../contract/src/errors.ts';
import type { InvitationOffer } from '../../identity/accounts/invitations/acceptance.ts';
import { asPerson } from '../../identity/actors/actors.ts';
import type { SessionTokens } from '../../identity/auth/sessions/schema.ts';
import { SignUpRequest } from '../../identity/auth/users/schema.ts';
import type { Identity } from '../../identity/identity.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import { NameText } from '../../platform/http/name-text.ts';
import type { Page, PageField, PageForm, PageLink } from '../../platform/http/pages/page.ts';
import type { RequestOrigin } from '../../platform/journal/actor.ts';
import {
  emailField,
  type FormProblems,
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

export function acceptInvitationPage(
  parts: Parts,
  next: PageLink | undefined,
): TokenForm<InvitationOffer, typeof body> {
  return {
    path: '/accept-invitation',
    body,
    look: (token) => parts.acceptance.look(token),
    form: offerPage,
    submit: async (offer, sent, origin) => {
      const session = await join(parts, offer, sent, origin);
      await endSession(parts, session.access_token, origin);
      return {
        title: `You have joined ${session.account.name}`,
        paragraphs: [`Log in with ${offer.email} and your password.`],
        ...(next === undefined ? {} : { link: next }),
      };
    },
    unknown: {
      error: notFound('invitation', 'the link'),
      page: {
        title: 'This invitation does not work',
        paragraphs: ['It is unknown, used, withdrawn or older than seven days. Ask whoever invited you for a new one.'],
        ...(next === undefined ? {} : { link: next }),
      },
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

function offerPage(offer: InvitationOffer, token: string, problems: FormProblems): Page {
  const { account, invitedBy, role, email } = offer;
  const how = `If you have a Lectern user with ${email}, enter only its password. If not, choose a name and a password; you log in with them from then on.`;
  const page = {
    title: `Join ${account.name}`,
    paragraphs: [
      `${invitedBy} invites you to the account "${account.name}" with the role ${role}. ${how}`,
      'If you do not know the sender, close this page: nothing happens.',
    ],
    ...(problems.problem === undefined ? {} : { problem: problems.problem }),
  };
  if (problems.ssoUrl !== undefined) return { ...page, link: { label: 'Log in', url: problems.ssoUrl } };
  const challenge = problems.challenge ?? (problems.fields.code === undefined ? undefined : problems.sent.challenge);
  if (challenge !== undefined) {
    const paragraphs = ['The password is correct. Your user also has a second factor: enter a code.'];
    return { ...page, paragraphs, form: secondStepForm(token, challenge, problems) };
  }
  return {
    ...page,
    form: {
      action: 'accept-invitation',
      fields: [tokenField(token), emailField(email), nameField(problems), newPasswordField(problems, 'Password')],
      submit: 'Accept the invitation',
    },
  };
}

/** For a user with a second factor, once the password was right. */
function secondStepForm(token: string, challenge: string, { fields }: FormProblems): PageForm {
  return {
    action: 'accept-invitation',
    fields: [
      tokenField(token),
      { name: 'challenge', kind: 'hidden', value: challenge },
      {
        name: 'code',
        kind: 'text',
        label: 'Code',
        hint: 'Of your authenticator app, or a recovery code.',
        autocomplete: 'one-time-code',
        ...(fields.code === undefined ? {} : { problem: fields.code }),
      },
    ],
    submit: 'Accept the invitation',
  };
}

function nameField({ sent, fields }: FormProblems): PageField {
  return {
    name: 'name',
    kind: 'text',
    label: 'Your name',
    hint: 'Only if you have no Lectern user yet.',
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
