/** Routes of sessions: renew, switch account, log out, list and end one's own. */
import { Type } from 'typebox';
import type { Api } from '../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { nothing } from '../../platform/http/nothing.ts';
import { ListQuery, PageOf, pageOf } from '../../platform/http/paging.ts';
import { asPerson } from '../actors.ts';
import type { Identity } from '../identity.ts';
import { originOf } from '../request-origin.ts';
import { RefreshRequest, Session, SessionTokens, SwitchAccountRequest } from './schema.ts';

const tags = ['Identity'];
const PERMISSION = 'account.read';
const params = Type.Object({ session_id: Type.String() });

export function sessionRoutes(api: Api, { sessions }: Identity): void {
  api.post('/auth/refresh', { schema: refreshSchema, config: { public: true } }, (request) => {
    return sessions.refresh(request.body.refresh_token, originOf(request));
  });
  api.post(
    '/auth/switch-account',
    { schema: switchSchema, config: { signedIn: true, session: 'leaving' } },
    (request) => {
      return sessions.switchAccount(asPerson(request.actor, PERMISSION), request.body.account_id, originOf(request));
    },
  );
  api.post(
    '/auth/logout',
    { schema: logOutSchema, config: { signedIn: true, session: 'leaving' } },
    async (request, reply) => {
      const person = asPerson(request.actor, PERMISSION);
      await sessions.end(person, person.sessionId);
      return reply.code(204).send(null);
    },
  );
  api.get('/auth/sessions', { schema: listSchema, config: { signedIn: true } }, async (request, reply) => {
    const items = await sessions.list(asPerson(request.actor, PERMISSION));
    return pageOf(request, reply, items, { idOf: ({ id }) => id, order: sessionOrder });
  });
  api.get('/auth/sessions/:session_id', { schema: getSchema, config: { signedIn: true } }, async (request, reply) => {
    return sendVersioned(reply, await sessions.get(asPerson(request.actor, PERMISSION), request.params.session_id));
  });
  api.delete('/auth/sessions', { schema: endAllSchema, config: { signedIn: true } }, async (request, reply) => {
    const keepsCurrent = request.query.except === 'current';
    await sessions.endAll(asPerson(request.actor, PERMISSION), { keepsCurrent });
    return reply.code(204).send(null);
  });
  api.delete(
    '/auth/sessions/:session_id',
    { schema: endSchema, config: { signedIn: true } },
    async (request, reply) => {
      await sessions.end(asPerson(request.actor, PERMISSION), request.params.session_id, expectedVersion(request));
      return reply.code(204).send(null);
    },
  );
}

const sessionOrder = {
  created_at: (session: Session) => session.created_at,
  last_used_at: (session: Session) => session.last_used_at,
};

const refreshSchema = {
  summary: 'Renew a session',
  description:
    'A refresh token works once. For ten seconds after, it returns the same successor again; using it later ends the session.',
  tags,
  body: RefreshRequest,
  response: { 200: SessionTokens, ...responses('unauthenticated', 'account_suspended', 'sso_required') },
};

const switchSchema = {
  summary: 'Switch to another account',
  description: 'Starts a session in another account that you belong to. The current session stays.',
  tags,
  body: SwitchAccountRequest,
  response: { 200: SessionTokens },
};

const logOutSchema = { summary: 'Log out', description: 'Ends the session at once.', tags, response: { 204: nothing } };

const listSchema = {
  summary: 'List your sessions',
  tags,
  querystring: ListQuery,
  response: { 200: PageOf(Session) },
};

const getSchema = {
  summary: 'Read one of your sessions',
  tags,
  params,
  response: { 200: Session, ...responses('not_found') },
};

const endAllSchema = {
  summary: 'End all your sessions',
  description: 'Including the current one, unless `except=current` keeps it.',
  tags,
  querystring: Type.Object(
    { except: Type.Optional(Type.Enum(['current'], { description: 'Keeps the current session.' })) },
    { additionalProperties: false },
  ),
  response: { 204: nothing },
};

const endSchema = {
  summary: 'End one of your sessions',
  tags,
  params,
  response: { 204: nothing, ...responses('not_found', 'version_conflict') },
};
