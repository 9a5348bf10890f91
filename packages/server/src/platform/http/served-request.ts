/**
 * A request with its response, as logs, metrics, traces and `lectern top` see it. Invariant: nothing in it is a token, the
 * value of a parameter or a name that people gave: only ids, patterns, numbers and names of the interface.
 */
import type { FastifyRequest } from 'fastify';
import type { Api } from './api.ts';
import { masked } from './log-mask.ts';

const NO_ROUTE = '404';
/** Ids of spaces in paths; a client can put anything else there, which is not shown. */
const SPACE_ID = /^spc_[0-9a-z]{26}$/;
/** Names of parameters that are shown; a client can send any other text as a name. */
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
  /** Id of the only space of a key; null for others. */
  readonly space: string | null;
  /** How the token of the key starts and ends, such as `cms_del_…a1b2`; null for people. */
  readonly key: string | null;
  /** Id of the person; null for keys. */
  readonly user: string | null;
}

/** How a list was found. */
export interface QueryPlan {
  /** Fields and attributes that it was filtered by; `links`, `keys` and `through <field>` for what is none. */
  readonly conditions: string[];
  /** Those that it was ordered by. */
  readonly order: string[];
  /** Whether words were searched. */
  readonly search: boolean;
  /** Whether rows were read one after the other, as columns had no room in memory. */
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
  /** Undefined where nobody is known. */
  readonly caller: RequestCaller | undefined;
  /** Id of the space that it is about; null if it is about none. */
  readonly space: string | null;
  /** As the client sent it. */
  readonly url: string;
  /** How a list was found, if it was not kept from before. */
  readonly plan: () => QueryPlan | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the guard of the plane. */
    caller: RequestCaller | undefined;
    /** Set by lists of content. */
    queryPlan: (() => QueryPlan | undefined) | undefined;
  }
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
        durationMs: reply.elapsedTime,
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

/** The names of the parameters of a request, each once; none of one that was refused, whose names may be anything. */
export function parameterNames({ url, status }: Pick<ServedRequest, 'url' | 'status'>): string[] {
  const at = url.indexOf('?');
  if (at === -1 || (status >= REFUSAL_MIN && status < FAILURE_MIN)) return [];
  const names = [...new URLSearchParams(url.slice(at + 1)).keys()];
  return [...new Set(names.map((name) => (isShown(name) ? name : UNKNOWN_PARAMETER)))].slice(0, PARAMETERS_MAX);
}

/** A token may have come where a name is expected. */
function isShown(name: string): boolean {
  return PARAMETER.test(name) && masked(name) === name;
}

/** Of what is no list, or was kept. */
export function noPlan(): undefined {
  return undefined;
}
