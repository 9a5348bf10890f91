/** Routes of passkeys: make, list, rename and delete one's own, and log in with one. */
import { Type } from 'typebox';
import type { Api } from '../../../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../../../platform/http/conditional.ts';
import { responses } from '../../../../platform/http/error-schemas.ts';
import { noContent } from '../../../../platform/http/no-content.ts';
import { ListQuery, PageOf, pageOf } from '../../../../platform/http/paging.ts';
import { asPerson } from '../../../actors/actors.ts';
import { originOf } from '../../../actors/request-origin.ts';
import { type PublicUrl, sendSession } from '../../sessions/refresh-cookie.ts';
import { logInRefusals, SessionResponse } from '../../sessions/schema.ts';
import { PasswordRequest } from '../schema.ts';
import type { PasskeyLogIn } from './passkey-log-in.ts';
import type { Passkeys } from './passkeys.ts';
import {
  CreationOptions,
  NewPasskey,
  Passkey,
  PasskeyChange,
  PasskeyCreated,
  PasskeyDeletion,
  PasskeyLogInRequest,
  RequestOptions,
} from './schema.ts';

const tags = ['Identity'];
const PERMISSION = 'account.read';
const loggedIn = { loggedIn: true };
const params = Type.Object({ passkey_id: Type.String() });
const one = '/auth/passkeys/:passkey_id';

export interface PasskeyRouteParts {
  readonly passkeys: Passkeys;
  readonly passkeyLogIn: PasskeyLogIn;
}

export function passkeyRoutes(api: Api, { passkeys, passkeyLogIn }: PasskeyRouteParts, place: PublicUrl): void {
  api.post('/auth/passkeys/options', { schema: optionsSchema, config: loggedIn }, (request) => {
    return passkeys.begin(asPerson(request.actor, PERMISSION), request.body.password);
  });
  api.post(
    '/auth/passkeys',
    { schema: createSchema, config: { ...loggedIn, location: '/auth/passkeys/:id' } },
    async (request, reply) => {
      const made = await passkeys.create(asPerson(request.actor, PERMISSION), request.body);
      return reply.code(201).send(sendVersioned(reply, made));
    },
  );
  api.get('/auth/passkeys', { schema: listSchema, config: loggedIn }, async (request, reply) => {
    const items = await passkeys.list(asPerson(request.actor, PERMISSION));
    return pageOf(request, reply, items, { idOf: ({ id }) => id, order: passkeyOrder });
  });
  api.get(one, { schema: getSchema, config: loggedIn }, async (request, reply) => {
    return sendVersioned(reply, await passkeys.get(asPerson(request.actor, PERMISSION), request.params.passkey_id));
  });
  api.patch(one, { schema: changeSchema, config: loggedIn }, async (request, reply) => {
    const person = asPerson(request.actor, PERMISSION);
    const expected = expectedVersion(request);
    return sendVersioned(reply, await passkeys.rename(person, request.params.passkey_id, request.body, expected));
  });
  api.delete(one, { schema: deleteSchema, config: loggedIn }, async (request, reply) => {
    const person = asPerson(request.actor, PERMISSION);
    await passkeys.delete(person, request.params.passkey_id, request.body.password, expectedVersion(request));
    return reply.code(204).send(null);
  });
  api.post('/auth/login/passkey/options', { schema: logInOptionsSchema, config: { public: true } }, () => {
    return passkeyLogIn.begin();
  });
  api.post('/auth/login/passkey', { schema: logInSchema, config: { public: true } }, async (request, reply) => {
    const tokens = await passkeyLogIn.logIn(request.body, originOf(request));
    return sendSession(request, reply, { tokens, inCookie: request.body.refresh === 'cookie', ...place });
  });
}

const passkeyOrder = {
  name: (passkey: Passkey) => passkey.name,
  created_at: (passkey: Passkey) => passkey.created_at,
  last_used_at: (passkey: Passkey) => passkey.last_used_at,
};

const optionsSchema = {
  summary: 'Begin to make a passkey',
  description:
    'Returns options for `navigator.credentials.create()`. The page must be of the same origin as LECTERN_PUBLIC_URL.',
  tags,
  body: PasswordRequest,
  response: { 200: CreationOptions, ...responses('conflict') },
};

const createSchema = {
  summary: 'Add a passkey',
  description:
    'Stores what the browser made. From then on, log-in by password asks for a second factor; the passkey also logs in alone.',
  tags,
  body: NewPasskey,
  response: { 201: PasskeyCreated, ...responses('conflict') },
};

const listSchema = {
  summary: 'List your passkeys',
  tags,
  querystring: ListQuery,
  response: { 200: PageOf(Passkey) },
};

const getSchema = {
  summary: 'Read one of your passkeys',
  tags,
  params,
  response: { 200: Passkey, ...responses('not_found') },
};

const changeSchema = {
  summary: 'Rename a passkey',
  tags,
  params,
  body: PasskeyChange,
  response: { 200: Passkey, ...responses('not_found', 'version_conflict') },
};

const deleteSchema = {
  summary: 'Delete a passkey',
  description: 'It no longer logs you in. If it was your last second factor, the recovery codes are gone too.',
  tags,
  params,
  body: PasskeyDeletion,
  response: { 204: noContent, ...responses('not_found', 'version_conflict') },
};

const logInOptionsSchema = {
  summary: 'Begin to log in with a passkey',
  description: 'Returns options for `navigator.credentials.get()`, for any passkey that the browser has.',
  tags,
  response: { 200: RequestOptions, ...responses('conflict') },
};

const logInSchema = {
  summary: 'Log in with a passkey',
  description: 'The authenticator checks who you are, so that no other factor is asked for.',
  tags,
  body: PasskeyLogInRequest,
  response: {
    200: SessionResponse,
    ...responses(...logInRefusals),
  },
};
