/** The journal entries of a request to a mutating route: audit records, and events. */
import { randomUUID } from 'node:crypto';
import { type ApiResponse, type RequestParts, send } from '../../../testing/src/client.ts';
import { NO_VERSION } from './access-rule.ts';
import type { Ground, Mutation } from './ground.ts';
import type { Audit } from './row.ts';

/** Actions of records, and kinds of events, in their order. */
export interface Recorded {
  readonly actions: readonly string[];
  readonly events: readonly string[];
}

/** Of a request that changed nothing. */
export const NOTHING: Recorded = { actions: [], events: [] };

/** Sends a request of a mutation. @returns the response, and what it recorded */
export async function request(
  ground: Ground,
  method: string,
  { path, parts = {}, by = ground.owner }: Mutation,
): Promise<{ response: ApiResponse; recorded: Recorded; requestId: string }> {
  const requestId = randomUUID();
  const headers = { ...parts.headers, 'x-request-id': requestId };
  const response = await send(ground.url, method, path, { token: by.token, ...parts, headers });
  return { response, recorded: await recordedBy(ground, requestId), requestId };
}

/** A mutation in every form in which its route refuses it. */
export function refusalsOf(ground: Ground, method: string, mutation: Mutation, audit: Audit): Mutation[] {
  const { path, by, parts = {} } = mutation;
  const refusals: Mutation[] = [
    ...brokenBodies(parts).map((broken) => ({ ...mutation, parts: { ...parts, ...broken } })),
    { ...mutation, path: `${path}${path.includes('?') ? '&' : '?'}unknown=1` },
  ];
  if (by?.token !== null) {
    refusals.push({ ...mutation, by: ground.nobody }, { ...mutation, by: ground.scene.delivery });
    if (audit.looks !== true && audit.byViewers !== true) refusals.push({ ...mutation, by: ground.viewer });
  }
  const hasVersion = by === undefined && audit.unversioned !== true;
  if (hasVersion && ['PATCH', 'PUT', 'DELETE'].includes(method))
    refusals.push({ ...mutation, parts: { ...parts, headers: { ...parts.headers, 'if-match': NO_VERSION } } });
  return refusals;
}

/** A body that the route rejects, if it has one. */
function brokenBodies({ raw, body }: RequestParts): RequestParts[] {
  if (raw !== undefined) return [{ headers: { 'content-type': 'text/plain' } }];
  return body === undefined ? [] : [{ body: { unknown_key: 1 } }];
}

async function recordedBy({ database }: Ground, requestId: string): Promise<Recorded> {
  const records = await database.reader
    .selectFrom('journal')
    .select(['id', 'action'])
    .where('request_id', '=', requestId)
    .orderBy('id')
    .execute();
  const ids = records.map(({ id }) => id);
  const items =
    ids.length === 0
      ? []
      : await database.reader
          .selectFrom('journal_heads')
          .innerJoin('journal_items', (join) =>
            join
              .onRef('journal_items.environment', '=', 'journal_heads.environment')
              .onRef('journal_items.revision', '=', 'journal_heads.revision'),
          )
          .select(['event', 'journal_heads.environment'])
          .where('journal_id', 'in', ids)
          .where('event', 'is not', null)
          .orderBy('journal_heads.environment')
          .orderBy('journal_heads.revision')
          .orderBy('ordinal')
          .execute();
  // A change of a locale is an event of each environment; those of one say it.
  const ofFirst = items.filter(({ environment }) => environment === items[0]?.environment);
  return { actions: records.map(({ action }) => action), events: ofFirst.map(({ event }) => event ?? '') };
}

/** The events of a space in the order in which they were committed: environment, revision and kind of each. */
export async function eventsOfSpace({ database }: Ground, spaceId: string): Promise<string[]> {
  const items = await database.reader
    .selectFrom('journal')
    .innerJoin('journal_heads', 'journal_heads.journal_id', 'journal.id')
    .innerJoin('journal_items', (join) =>
      join
        .onRef('journal_items.environment', '=', 'journal_heads.environment')
        .onRef('journal_items.revision', '=', 'journal_heads.revision'),
    )
    .leftJoin('environments', 'environments.number', 'journal_items.environment')
    .select(['journal_items.revision', 'event'])
    .select((eb) => eb.fn.coalesce('journal.environment', 'environments.name').as('name'))
    .where('journal.space_id', '=', spaceId)
    .where('event', 'is not', null)
    .orderBy('journal.id')
    .orderBy('ordinal')
    .execute();
  return items.map(({ name, revision, event }) => `${name} ${revision} ${event}`);
}
