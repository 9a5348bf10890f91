/** The type of the Fastify instance that routes are registered on, and what Lectern adds to requests and routes. */
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { Actor } from '../journal/actor.ts';

/** Where routes are registered: schemas are TypeBox and give handlers their types. */
export type Api = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Who makes the request; set by the guard of the management plane. */
    actor: Actor;
  }
  interface FastifyContextConfig {
    /** Other paths that people expect the route at; responses to them name it. */
    expectedAt?: readonly string[];
    /** The permission that the caller's role must have. */
    permission?: string;
    /** Can also respond with NDJSON, for clients that accept it. */
    lines?: boolean;
    /** Responds with a page or a document in its own media type, whatever the client accepts. */
    ownType?: boolean;
    /** Can also respond with server-sent events, for clients that accept them. */
    events?: boolean;
    /** Needs no token. */
    public?: boolean;
    /** Reads a cookie that the route accepts instead of a token and checks itself; undefined if the request has none. */
    orCookie?: (request: FastifyRequest) => string | undefined;
    /** Any valid token will do; the rules decide the rest. */
    loggedIn?: boolean;
    /** What the route means for a session, if that differs from `loggedIn`: see `identity/auth/sessions/session-rules.ts`. */
    session?: 'leaving' | 'anything' | 'billing';
    /** The response shows more than its version covers, so `If-None-Match` has no effect. */
    unversioned?: boolean;
    /** `Location` of a 201: a path whose `:names` are parameters of the request or properties of the response. */
    location?: string;
  }
}
