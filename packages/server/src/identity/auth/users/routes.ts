/** Routes of people: sign-up, log-in, the profile, a forgotten password. */
import { Type } from 'typebox';
import type { Api } from '../../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../../platform/http/conditional.ts';
import { responses } from '../../../platform/http/error-schemas.ts';
import { noContent } from '../../../platform/http/no-content.ts';
import { asPerson } from '../../actors/actors.ts';
import { originOf } from '../../actors/request-origin.ts';
import { type PublicUrl, sendSession } from '../sessions/refresh-cookie.ts';
import { logInRefusals, SessionResponse } from '../sessions/schema.ts';
import type { LogIn } from './log-in.ts';
import type { Passwords } from './passwords.ts';
import type { Profile } from './profile.ts';
import {
  ForgotPasswordRequest,
  LogInRequest,
  Me,
  MeAsKey,
  ProfileChange,
  ResetPasswordRequest,
  SignUpRequest,
  UserDeletionRequest,
  VerifyEmailRequest,
} from './schema.ts';
import type { SignUp } from './sign-up.ts';
import type { Verification } from './verification.ts';

const tags = ['Identity'];
const Sent = Type.Object({ message: Type.String() }, { title: 'Sent' });
const SENT = {
  message: 'If there is a user with this address, a mail with a link to choose a new password is on its way.',
};

const MAILED = { message: 'A mail with a link to verify the address is on its way.' };
const VERIFIED = { message: 'The address is verified already; no mail is sent.' };

export interface UserRouteParts {
  readonly signUp: SignUp;
  readonly logIn: LogIn;
  readonly profile: Profile;
  readonly passwords: Passwords;
  readonly verification: Verification;
}

export function userRoutes(
  api: Api,
  { signUp, logIn, profile, passwords, verification }: UserRouteParts,
  place: PublicUrl,
): void {
  api.post(
    '/auth/signup',
    { schema: signUpSchema, config: { public: true, location: '/auth/me' } },
    async (request, reply) => {
      const tokens = await signUp.signUp(request.body, originOf(request));
      const inCookie = request.body.refresh === 'cookie';
      return reply.code(201).send(sendSession(request, reply, { tokens, inCookie, ...place }));
    },
  );
  api.post('/auth/login', { schema: logInSchema, config: { public: true } }, async (request, reply) => {
    const tokens = await logIn.logIn(request.body, originOf(request));
    return sendSession(request, reply, { tokens, inCookie: request.body.refresh === 'cookie', ...place });
  });
  api.get('/auth/me', { schema: meSchema, config: { loggedIn: true, unversioned: true } }, async (request, reply) => {
    const me = await profile.get(request.actor);
    return 'version' in me ? sendVersioned(reply, me) : me;
  });
  api.patch('/auth/me', { schema: changeSchema, config: { loggedIn: true } }, async (request, reply) => {
    const expected = expectedVersion(request);
    return sendVersioned(reply, await profile.update(request.actor, request.body, expected));
  });
  api.delete('/auth/me', { schema: deleteSchema, config: { loggedIn: true } }, async (request, reply) => {
    const expected = expectedVersion(request);
    return sendVersioned(reply, await profile.delete(request.actor, request.body.password, expected));
  });
  api.post('/auth/me/restore', { schema: restoreSchema, config: { loggedIn: true } }, async (request, reply) => {
    return sendVersioned(reply, await profile.restore(request.actor, expectedVersion(request)));
  });
  api.post('/auth/forgot-password', { schema: forgotSchema, config: { public: true } }, async (request, reply) => {
    await passwords.forgot(request.body.email, originOf(request));
    return reply.code(202).send(SENT);
  });
  api.post('/auth/reset-password', { schema: resetSchema, config: { public: true } }, async (request, reply) => {
    await passwords.reset(request.body, originOf(request));
    return reply.code(204).send(null);
  });
  api.post('/auth/verify-email', { schema: verifySchema, config: { public: true } }, async (request, reply) => {
    await verification.verify(request.body.token, originOf(request));
    return reply.code(204).send(null);
  });
  api.post(
    '/auth/resend-verification',
    { schema: resendSchema, config: { loggedIn: true } },
    async (request, reply) => {
      const isMailed = await verification.resend(asPerson(request.actor, 'account.read'));
      return reply.code(202).send(isMailed ? MAILED : VERIFIED);
    },
  );
}

const signUpSchema = {
  summary: 'Sign up',
  description:
    'Creates a user, an account of their own and a session in it. With `invitation_token`, the account is the one they are invited to. LECTERN_SIGNUP decides who may sign up.',
  tags,
  body: SignUpRequest,
  response: {
    201: SessionResponse,
    ...responses(
      'plan_limit_reached',
      'signup_closed',
      'account_suspended',
      'conflict',
      'validation_failed',
      'sso_required',
    ),
  },
};

const logInSchema = {
  summary: 'Log in',
  description:
    'A wrong password and an unknown address get the same response. After ten failures, further attempts are delayed. `invitation_token` makes you a member of the account you are invited to, and starts the session there.',
  tags,
  body: LogInRequest,
  response: {
    200: SessionResponse,
    ...responses(...logInRefusals, 'api_quota_exceeded'),
  },
};

const meSchema = {
  summary: 'Read your profile',
  description: 'Of a session: user, account, accounts, permissions. Of a management key: key, space, permissions.',
  tags,
  response: { 200: Type.Union([Me, MeAsKey]) },
};

const changeSchema = {
  summary: 'Change your name or password',
  description: 'A new password needs the current one, and ends all sessions, including this one.',
  tags,
  body: ProfileChange,
  response: { 200: Me, ...responses('version_conflict', 'validation_failed') },
};

const deleteSchema = {
  summary: 'Delete your user',
  description:
    'It takes place 14 days later, at `deletion_at`; until then everything works as before, and you can cancel it. Not for the last owner of an account (409 with `accounts`). What you wrote stays in its account.',
  tags,
  body: UserDeletionRequest,
  response: { 200: Me, ...responses('version_conflict', 'conflict', 'validation_failed') },
};

const restoreSchema = {
  summary: 'Take back the deletion of your user',
  tags,
  response: { 200: Me, ...responses('version_conflict') },
};

const forgotSchema = {
  summary: 'Request a password reset',
  description:
    'Mails a link to the address, with a token. The response is the same whether or not the address is known.',
  tags,
  body: ForgotPasswordRequest,
  response: { 202: Sent, ...responses('api_quota_exceeded') },
};

const verifySchema = {
  summary: 'Verify your e-mail address',
  description: 'With the token from the mail, which works once, for three days.',
  tags,
  body: VerifyEmailRequest,
  response: { 204: noContent, ...responses('validation_failed') },
};

const resendSchema = {
  summary: 'Request another verification mail',
  description: 'At most five in 15 minutes. Mails with earlier tokens that are on their way stay valid.',
  tags,
  response: { 202: Sent, ...responses('api_quota_exceeded') },
};

const resetSchema = {
  summary: 'Reset the password',
  description: 'Sets a new password with the token from the mail. All sessions end; log in with the new one.',
  tags,
  body: ResetPasswordRequest,
  response: { 204: noContent, ...responses('validation_failed') },
};
