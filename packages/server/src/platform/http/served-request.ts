/**
 * A request with its response, as logs, metrics, traces and `lectern top` see it. Invariant: it contains no token, no parameter
 * value and no name given by people: only ids, patterns, numbers and names of the API.
 */
import type { FastifyRequest } from 'fastify';
import type { DomainError } from '../errors/domain-error.ts';
import type { Api } from './api.ts';
import { masked } from './log-mask.ts';

const NO_ROUTE = '404';
/** Space ids in paths. A client can put anything else there, which is not shown. */
const SPACE_ID = /^spc_[0-9a-z]{26}$/;
/** Parameter names that are shown. A client can send any other text as a name. */
const PARAMETER = /^[\w.[\]-]{1,100}$/;
const PARAMETERS_MAX = 50;
const UNKNOWN_PARAMETER = '…';
const REFUSAL_MIN = 400;
/** Responses that are the fault of the service. */
export const FAILURE_MIN = 500;

/** Who sent a request. */
export interface RequestCaller {
  /** Id of the account. */
  readonly account: string;
  /** Id of the only space of a key or preview token; null for others. */
  readonly space: string | null;
  /** Id of the key; null for people, and for what they read with. */
  readonly keyId: string | null;
  /** How the token of the key starts and ends, such as `cms_del_…a1b2`, or a preview token; null for sessions. */
  readonly key: string | null;
  /** Id of the person; null for keys. */
  readonly user: string | null;
}

/** How a list was found. */
export interface QueryPlan {
  /** Fields and attributes of the filters, or `links`, `keys` and `through <field>` for other conditions. */
  readonly conditions: string[];
  /** Fields and attributes of the order. */
  readonly order: string[];
  /** Whether words were searched. */
  readonly search: boolean;
  /** Whether rows were read one after the other, because their columns did not fit into memory. */
  readonly streamed: boolean;
  /** Rows that were looked at. */
  readonly rows: number;
}

export interface ServedRequest {
  readonly method: string;
  /** The pattern of its route. */
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly requestId: string;
  /** Undefined if the caller is unknown. */
  readonly caller: RequestCaller | undefined;
  /** Id of the space that the request is about; null if there is none. */
  readonly space: string | null;
  /** As the client sent it. */
  readonly url: string;
  /** How the list was found, unless it came from a cache. */
  readonly plan: () => QueryPlan | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of the plane. */
    caller: RequestCaller | undefined;
    /** Set by lists of content. */
    queryPlan: (() => QueryPlan | undefined) | undefined;
    /** Set with the response that refuses the request. */
    refusal: DomainError | undefined;
    /** How long it took, in milliseconds, where its response stayed open for news; that is not slow. */
    servedInMs: number | undefined;
  }
}

/** Whose known key or session a refusal is about, although it let nobody in. */
const refusedCallers = new WeakMap<DomainError, RequestCaller>();

/** The error, with the caller whom it refuses: one whose key has expired, for example. */
export function refusalOf(caller: RequestCaller, error: DomainError): DomainError {
  refusedCallers.set(error, caller);
  return error;
}

/** Who sent a request: who was let in, or who is known to have been refused. */
export function callerOf({ caller, refusal }: Pick<FastifyRequest, 'caller' | 'refusal'>): RequestCaller | undefined {
  return caller ?? (refusal && refusedCallers.get(refusal));
}

/** Reports all requests to routes registered on `api` after this call, once their response is sent. */
export function observeRequests(api: Api, answered: (served: ServedRequest, request: FastifyRequest) => void): void {
  api.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url;
    answered(
      {
        // Clients can send any method; those that no route supports are not shown.
        method: route === undefined ? '' : request.method,
        route: route ?? NO_ROUTE,
        status: reply.statusCode,
        durationMs: request.servedInMs ?? reply.elapsedTime,
        requestId: request.id,
        caller: request.caller,
        space: spaceOf(request),
        url: request.url,
        plan: request.queryPlan ?? noPlan,
      },
      request,
    );
    done();
  });
}

/** Id of the space that a request is about. */
export function spaceOf({ caller, params }: Pick<FastifyRequest, 'caller' | 'params'>): string | null {
  if (caller === undefined) return null;
  const { space_id: named } = (params ?? {}) as { readonly space_id?: unknown };
  return caller.space ?? (typeof named === 'string' && SPACE_ID.test(named) ? named : null);
}

/** Who made a request, as fields of a log line. */
export function callerFields(
  caller: RequestCaller | undefined,
  space: string | null,
): Readonly<Record<string, string>> {
  if (caller === undefined) return {};
  const { account, key, user } = caller;
  return {
    account,
    ...(space === null ? {} : { space }),
    ...(key === null ? {} : { key }),
    ...(user === null ? {} : { user }),
  };
}

/** The names of a request's parameters, each once. Empty for a refused request, whose names may be anything. */
export function parameterNames({ url, status }: Pick<ServedRequest, 'url' | 'status'>): string[] {
  const at = url.indexOf('?');
  if (at === -1 || (status >= REFUSAL_MIN && status < FAILURE_MIN)) return [];
  const names = [...new URLSearchParams(url.slice(at + 1)).keys()];
  return [...new Set(names.map((name) => (isShown(name) ? name : UNKNOWN_PARAMETER)))].slice(0, PARAMETERS_MAX);
}

/** A token may have been sent in place of a name. */
function isShown(name: string): boolean {
  return PARAMETER.test(name) && masked(name) === name;
}

/** For requests that are not lists, or lists from a cache. */
export function noPlan(): undefined {
  return undefined;
}
