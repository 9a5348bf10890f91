/** Routes of sessions: renew, switch account, log out, list and end one's own. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { Api } from '../../../platform/http/api.ts';
import { expectedVersion, sendVersioned } from '../../../platform/http/conditional.ts';
import { responses } from '../../../platform/http/error-schemas.ts';
import { noContent } from '../../../platform/http/no-content.ts';
import { ListQuery, PageOf, pageOfRows } from '../../../platform/http/paging.ts';
import { asPerson } from '../../actors/actors.ts';
import { unauthenticated } from '../../actors/refusals.ts';
import { originOf } from '../../actors/request-origin.ts';
import { clearCookie, cookieToken, type PublicUrl, requireOwnPage, sendSession } from './refresh-cookie.ts';
import { RefreshRequest, Session, SessionResponse, SwitchAccountRequest } from './schema.ts';
import type { Sessions } from './sessions.ts';
import type { ListedSession } from './store.ts';

const tags = ['Identity'];
const PERMISSION = 'account.read';
const params = Type.Object({ session_id: Type.String() });

export function sessionRoutes(api: Api, sessions: Sessions, place: PublicUrl): void {
  api.post('/auth/refresh', { schema: refreshSchema, config: { public: true } }, async (request, reply) => {
    const sent = request.body?.refresh_token;
    if (sent !== undefined) return sessions.refresh(sent, originOf(request));
    const tokens = await byCookie(request, reply, place, (token) => sessions.refresh(token, originOf(request)));
    return sendSession(request, reply, { tokens, inCookie: true, ...place });
  });
  api.post(
    '/auth/switch-account',
    { schema: switchSchema, config: { loggedIn: true, session: 'leaving' } },
    async (request, reply) => {
      const { account_id: accountId, refresh } = request.body;
      const person = asPerson(request.actor, PERMISSION);
      const tokens = await sessions.switchAccount(person, accountId, originOf(request));
      return sendSession(request, reply, { tokens, inCookie: refresh === 'cookie', ...place });
    },
  );
  api.post(
    '/auth/logout',
    {
      schema: logOutSchema,
      config: { loggedIn: true, session: 'leaving', orCookie: (request) => cookieToken(request, place) },
    },
    async (request, reply) => {
      if (request.headers.authorization === undefined) {
        await byCookie(request, reply, place, (token) => sessions.endByToken(token, originOf(request)));
      } else {
        const person = asPerson(request.actor, PERMISSION);
        await sessions.end(person, person.sessionId);
      }
      if (cookieToken(request, place) !== undefined) clearCookie(request, reply, place);
      return reply.code(204).send(null);
    },
  );
  api.get('/auth/sessions', { schema: listSchema, config: { loggedIn: true } }, async (request, reply) => {
    const person = asPerson(request.actor, PERMISSION);
    const read = (ids: readonly string[]) => sessions.read(person, ids);
    return pageOfRows(request, reply, await sessions.list(person), { idOf: ({ id }) => id, order: sessionOrder, read });
  });
  api.get('/auth/sessions/:session_id', { schema: getSchema, config: { loggedIn: true } }, async (request, reply) => {
    return sendVersioned(reply, await sessions.get(asPerson(request.actor, PERMISSION), request.params.session_id));
  });
  api.delete('/auth/sessions', { schema: endAllSchema, config: { loggedIn: true } }, async (request, reply) => {
    const keepsCurrent = request.query.except === 'current';
    await sessions.endAll(asPerson(request.actor, PERMISSION), { keepsCurrent });
    return reply.code(204).send(null);
  });
  api.delete(
    '/auth/sessions/:session_id',
    { schema: endSchema, config: { loggedIn: true } },
    async (request, reply) => {
      await sessions.end(asPerson(request.actor, PERMISSION), request.params.session_id, expectedVersion(request));
      return reply.code(204).send(null);
    },
  );
}

/** Calls the work with the token in the cookie, and drops the cookie if its token is no longer valid. */
async function byCookie<T>(
  request: FastifyRequest,
  reply: FastifyReply,
  place: PublicUrl,
  work: (token: string) => Promise<T>,
): Promise<T> {
  const token = requireOwnPage(request, place);
  if (token === undefined) throw unauthenticated();
  try {
    return await work(token);
  } catch (error) {
    if (error instanceof DomainError && error.code === 'unauthenticated') clearCookie(request, reply, place);
    throw error;
  }
}

const sessionOrder = {
  created_at: (session: ListedSession) => session.created_at,
  last_used_at: (session: ListedSession) => session.last_used_at,
};

const refreshSchema = {
  summary: 'Renew a session',
  description:
    'A refresh token works once. For ten seconds after, it returns the same successor again; using it later ends the session. Without a body, the token of the cookie is renewed, into the cookie; for that the request has to come from a page of the service, as its `Origin` says.',
  tags,
  body: RefreshRequest,
  response: {
    200: SessionResponse,
    ...responses('unauthenticated', 'insufficient_permission', 'account_suspended', 'sso_required'),
  },
};

const switchSchema = {
  summary: 'Switch to another account',
  description: 'Starts a session in another account that you belong to. The current session stays.',
  tags,
  body: SwitchAccountRequest,
  response: { 200: SessionResponse },
};

const logOutSchema = {
  summary: 'Log out',
  description:
    'Ends the session at once, and deletes its cookie. Without a token, ends the session of the cookie, if the request comes from a page of the service, as its `Origin` says.',
  tags,
  response: { 204: noContent },
};

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
  response: { 204: noContent },
};

const endSchema = {
  summary: 'End one of your sessions',
  tags,
  params,
  response: { 204: noContent, ...responses('not_found', 'version_conflict') },
};
