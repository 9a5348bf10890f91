/**
 * The requests that an open entry makes. Each throws `ApiProblem`, `SessionEnded`, or `Unreachable`: whatever else goes
 * wrong on the way is an answer that cannot be understood, so nobody knows what came of the request.
 */
import { api, bodyOf } from '../api/client.ts';
import { ifMatch } from '../api/if-match.ts';
import { inRelease } from '../api/in-release.ts';
import { ApiProblem, SessionEnded, Unreachable } from '../api/problem.ts';
import type { Entry } from '../api/types.ts';
import type { EntryAddress } from './types.ts';
import { type Changes, fieldsOf } from './value-path.ts';

const TIMEOUT_MS = 30_000;
/** Browsers let 64 KiB of bodies outlive their page. */
const KEPT_ALIVE_BYTES_MAX = 60_000;

export function readEntry(address: EntryAddress): Promise<Entry> {
  const params = { path: pathTo(address), query: inRelease(address.release) };
  const options = { params, cache: 'no-store', signal: deadline() } as const;
  return understood(bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/entries/{key}', options)));
}

/** How an open entry reaches the server. */
export interface EntryRequests {
  readonly read: typeof readEntry;
  readonly create: typeof createEntry;
  readonly save: typeof saveEntry;
}

/** Creates the entry. A repetition that arrives later is refused, as the key is taken then: `PUT` would write over it. */
function createEntry(address: EntryAddress, contentType: string, changes: Changes): Promise<Entry> {
  const { space, environment, key } = address;
  const body = { content_type_id: contentType, key, fields: fieldsOf(changes) };
  const params = { path: { space_id: space, environment }, query: inRelease(address.release) };
  const options = { params, body, ...asItIs(body) };
  return understood(bodyOf(api.POST('/spaces/{space_id}/environments/{environment}/entries', options)));
}

/** Saves changes to the version that was acknowledged last. Any other current version is a `version_conflict`. */
function saveEntry(address: EntryAddress, version: number, changes: Changes): Promise<Entry> {
  const params = { path: pathTo(address), query: inRelease(address.release), header: ifMatch({ version }) };
  const body = { fields: fieldsOf(changes), autosave: true };
  const options = { params, body, ...asItIs(body) };
  return understood(bodyOf(api.PATCH('/spaces/{space_id}/environments/{environment}/entries/{key}', options)));
}

/** By the API. */
export const entryRequests: EntryRequests = { read: readEntry, create: createEntry, save: saveEntry };

function pathTo({ space, environment, key }: EntryAddress) {
  return { space_id: space, environment, key };
}

/** Writes the body once, and lets a small one arrive though the page is closed meanwhile. */
function asItIs(body: object) {
  const text = JSON.stringify(body);
  const keepalive = text.length <= KEPT_ALIVE_BYTES_MAX && new Blob([text]).size <= KEPT_ALIVE_BYTES_MAX;
  return { bodySerializer: () => text, keepalive, signal: deadline() };
}

function deadline(): AbortSignal {
  return AbortSignal.timeout(TIMEOUT_MS);
}

async function understood(answer: Promise<Entry>): Promise<Entry> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiProblem || error instanceof SessionEnded || error instanceof Unreachable) throw error;
    throw new Unreachable(error);
  }
}
