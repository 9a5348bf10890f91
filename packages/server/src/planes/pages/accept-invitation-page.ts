/**
 * The page that the link in an invitation opens. Whoever has a user with that address logs in by it, others sign up; the
 * session that this starts ends at once, as a page keeps none.
 */
import { type Static, Type } from 'typebox';
import { asPerson } from '../../identity/actors.ts';
import type { Identity } from '../../identity/identity.ts';
import type { InvitationOffer } from '../../identity/invitations/acceptance.ts';
import type { SessionTokens } from '../../identity/sessions/schema.ts';
import { SignUpRequest } from '../../identity/users/schema.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
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
    name: SignUpRequest.properties.name,
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

/** Accepts by logging in, in one step or two, or by signing up. */
function join(
  { logIn, secondFactor, signUp }: Parts,
  { email, hasUser }: InvitationOffer,
  { token, password = '', name, challenge, code }: Sent,
  origin: RequestOrigin,
): Promise<SessionTokens> {
  if (challenge !== undefined && code !== undefined) return secondFactor.secondStep.finish({ challenge, code }, origin);
  const request = { email, password, invitation_token: token };
  if (hasUser) return logIn.logIn(request, origin);
  return signUp.signUp({ ...request, ...(name === undefined ? {} : { name }) }, origin);
}

function offerPage(offer: InvitationOffer, token: string, problems: FormProblems): Page {
  const { account, invitedBy, role, hasUser, email } = offer;
  const how = hasUser
    ? `You have a Lectern user already: accept with the password of ${email}.`
    : 'Choose a name and a password: with them you log in from then on.';
  const page = {
    title: `Join ${account.name}`,
    paragraphs: [
      `${invitedBy} invites you to the account "${account.name}" with the role ${role}. ${how}`,
      'If you do not know the sender, close this page: nothing happens.',
    ],
    ...(problems.problem === undefined ? {} : { problem: problems.problem }),
  };
  if (problems.ssoUrl !== undefined) return { ...page, link: { label: 'Sign in', url: problems.ssoUrl } };
  const challenge = problems.challenge ?? (problems.fields.code === undefined ? undefined : problems.sent.challenge);
  if (challenge !== undefined) {
    const paragraphs = ['The password was right. Your user has a second factor: send a code of it, too.'];
    return { ...page, paragraphs, form: secondStepForm(token, challenge, problems) };
  }
  const fields = hasUser ? [passwordField(problems)] : [nameField(problems), newPasswordField(problems, 'Password')];
  return {
    ...page,
    form: {
      action: 'accept-invitation',
      fields: [tokenField(token), emailField(email), ...fields],
      submit: hasUser ? 'Accept the invitation' : 'Sign up and accept',
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
    autocomplete: 'name',
    lengthMax: NAME_LENGTH_MAX,
    ...(sent.name === undefined ? {} : { value: sent.name }),
    ...(fields.name === undefined ? {} : { problem: fields.name }),
  };
}

function passwordField({ fields }: FormProblems): PageField {
  return {
    name: 'password',
    kind: 'password',
    label: 'Password',
    autocomplete: 'current-password',
    ...(fields.password === undefined ? {} : { problem: fields.password }),
  };
}

async function endSession({ authentication, sessions }: Parts, token: string, origin: RequestOrigin): Promise<void> {
  const person = asPerson(await authentication.management(token, origin, 'leaving'), 'account.read');
  await sessions.end(person, person.sessionId);
}
