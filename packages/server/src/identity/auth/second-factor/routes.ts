/** Routes of second factors: their state, the authenticator app, recovery codes, and the second step of a log-in. */
import type { Api } from '../../../platform/http/api.ts';
import { responses } from '../../../platform/http/error-schemas.ts';
import { noContent } from '../../../platform/http/no-content.ts';
import { asPerson } from '../../actors/actors.ts';
import { originOf } from '../../actors/request-origin.ts';
import { type PublicUrl, sendSession } from '../sessions/refresh-cookie.ts';
import { logInRefusals, SessionResponse } from '../sessions/schema.ts';
import type { SecondFactorParts } from './parts.ts';
import {
  CreatedCodes,
  NewRecoveryCodes,
  PasswordRequest,
  SecondFactor,
  SecondStepRequest,
  TotpConfirmation,
  TotpSetup,
} from './schema.ts';

const tags = ['Identity'];
const PERMISSION = 'account.read';
const loggedIn = { loggedIn: true };

export function secondFactorRoutes(api: Api, { factors, app, secondStep }: SecondFactorParts, place: PublicUrl): void {
  api.get('/auth/second-factor', { schema: stateSchema, config: loggedIn }, (request) => {
    return factors.state(asPerson(request.actor, PERMISSION));
  });
  api.post('/auth/second-factor', { schema: stepSchema, config: { public: true } }, async (request, reply) => {
    const tokens = await secondStep.finish(request.body, originOf(request));
    return sendSession(request, reply, { tokens, inCookie: request.body.refresh === 'cookie', ...place });
  });
  api.post('/auth/second-factor/totp', { schema: beginSchema, config: loggedIn }, (request) => {
    return app.begin(asPerson(request.actor, PERMISSION), request.body.password);
  });
  api.post('/auth/second-factor/totp/confirm', { schema: confirmSchema, config: loggedIn }, (request) => {
    return app.confirm(asPerson(request.actor, PERMISSION), request.body);
  });
  api.delete('/auth/second-factor/totp', { schema: removeSchema, config: loggedIn }, async (request, reply) => {
    await app.remove(asPerson(request.actor, PERMISSION), request.body.password);
    return reply.code(204).send(null);
  });
  api.post('/auth/second-factor/recovery-codes', { schema: codesSchema, config: loggedIn }, async (request) => {
    const codes = await factors.renewCodes(asPerson(request.actor, PERMISSION), request.body.password);
    return { recovery_codes: codes };
  });
}

const stateSchema = {
  summary: 'Read your second factors',
  tags,
  response: { 200: SecondFactor },
};

const stepSchema = {
  summary: 'Finish a log-in with a second factor',
  description:
    'With the challenge of the 403 that POST /auth/login returns, and a code of the authenticator app, a recovery code, or what a passkey signed. A wrong code is 422 and can be tried again, ten times in a quarter of an hour.',
  tags,
  body: SecondStepRequest,
  response: {
    200: SessionResponse,
    ...responses(...logInRefusals, 'validation_failed'),
  },
};

const beginSchema = {
  summary: 'Begin to set up an authenticator app',
  description:
    'Returns a secret for the app. Nothing changes until its first code is sent. An app that is set up already is replaced then.',
  tags,
  body: PasswordRequest,
  response: { 200: TotpSetup },
};

const confirmSchema = {
  summary: 'Confirm an authenticator app',
  description: 'With its first code. From then on, log-in asks for a code; this session counts as confirmed.',
  tags,
  body: TotpConfirmation,
  response: { 200: CreatedCodes },
};

const removeSchema = {
  summary: 'Remove the authenticator app',
  description: 'If there is no passkey either, the second factor is off and the recovery codes are gone.',
  tags,
  body: PasswordRequest,
  response: { 204: noContent, ...responses('not_found') },
};

const codesSchema = {
  summary: 'Make new recovery codes',
  description: 'The old ones are void.',
  tags,
  body: PasswordRequest,
  response: { 200: NewRecoveryCodes, ...responses('conflict') },
};
