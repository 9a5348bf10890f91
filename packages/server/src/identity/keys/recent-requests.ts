/** The latest requests of a space, with the keys that sent them: why a site gets no content, and what to do about it. */
import { isFailed, type KeptRequest, type KeptRequests } from '../../platform/http/recent-requests.ts';
import { shownUrl } from '../../platform/http/shown-url.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { KEY_PREFIXES, PREVIEW_TOKEN_PREFIX } from '../actors/token-kinds.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Plane, RecentRequest, RequestQuery } from './request-schema.ts';
import type { SpaceDirectory } from './space-directory.ts';

/** Which requests: those that match everything given. */
export type RequestFilter = Pick<RequestQuery, 'failed' | 'key' | 'plane' | 'path'>;

export class RecentRequests {
  readonly #kept: KeptRequests;
  readonly #keys: Pick<ApiKeys, 'read'>;
  readonly #spaces: Pick<SpaceDirectory, 'find'>;

  constructor(parts: { kept: KeptRequests; keys: Pick<ApiKeys, 'read'>; spaces: Pick<SpaceDirectory, 'find'> }) {
    this.#kept = parts.kept;
    this.#keys = parts.keys;
    this.#spaces = parts.spaces;
  }

  /** Where the requests come from. */
  get source(): { node: string; since: string } {
    return { node: this.#kept.node, since: isoTime(this.#kept.since) };
  }

  /** The requests of a space that this process kept. @throws `not_found` */
  async list(actor: Actor, spaceId: string, filter: RequestFilter): Promise<KeptRequest[]> {
    await this.#spaces.find(actor, spaceId);
    return this.#kept.of(spaceId, actor.accountId).filter((request) => matches(request, filter));
  }

  /** Some of them as they are shown, with the names of their keys. */
  async show(actor: Actor, spaceId: string, requests: readonly KeptRequest[]): Promise<RecentRequest[]> {
    const ids = new Set(requests.flatMap(({ caller: { keyId } }) => (keyId === null ? [] : [keyId])));
    const keys = ids.size === 0 ? new Map() : await this.#keys.read(actor, spaceId, [...ids]);
    return requests.map((request) => shown(request, keys));
  }
}

function matches(request: KeptRequest, { failed, key, plane, path }: RequestFilter): boolean {
  return (
    (failed === undefined || failed === isFailed(request.status)) &&
    (key === undefined || key === request.caller.keyId) &&
    (plane === undefined || plane === planeOf(request)) &&
    (path === undefined || contains(request.url, path.toLowerCase()))
  );
}

/** Whether what is shown of a URL contains a text. Most of those that do not are told before secrets are looked for. */
function contains(url: string, text: string): boolean {
  return url.toLowerCase().includes(text) && shownUrl(url).toLowerCase().includes(text);
}

/** Keys of the reading planes are refused elsewhere, so the key tells the plane that was meant. */
function planeOf({ caller: { key } }: KeptRequest): Plane {
  if (key?.startsWith(KEY_PREFIXES.delivery) === true) return 'delivery';
  const isPreview = key?.startsWith(KEY_PREFIXES.preview) === true || key?.startsWith(PREVIEW_TOKEN_PREFIX) === true;
  return isPreview ? 'preview' : 'management';
}

function shown(request: KeptRequest, keys: ReadonlyMap<string, { readonly name: string }>): RecentRequest {
  const { at, method, url, status, durationMs, requestId, caller, refusal } = request;
  const { keyId, key, user } = caller;
  return {
    id: `${at}.${requestId}`,
    at: isoTime(at),
    method,
    path: shownUrl(url),
    plane: planeOf(request),
    key: keyId === null || key === null ? null : { id: keyId, token: key, name: keys.get(keyId)?.name ?? null },
    user_id: user,
    status,
    code: refusal?.code ?? null,
    message: refusal?.message ?? null,
    duration_ms: Math.round(durationMs * 10) / 10,
    request_id: requestId,
  };
}
