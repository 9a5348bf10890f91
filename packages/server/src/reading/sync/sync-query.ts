/** What the query strings of followers mean, checked against the model of the environment. */
import type { Model } from '../../model/content-types/model.ts';
import { keyWithin } from '../../model/spaces/resource-id.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import { quoted } from '../../platform/kit/suggestion.ts';
import type { ReadingKey } from '../delivery/reading-key.ts';
import { CHANGE_SET } from '../query-string/change-sets.ts';
import { parameterIn } from '../query-string/parameters.ts';
import { AS_OF, MIN_REVISION, QueryReading } from '../query-string/query-reading.ts';
import { type CursorScope, readSyncCursor, type SyncCursor } from './sync-cursor.ts';

export const CHANGES_DEFAULT = 1_000;
export const CHANGES_MAX = 1_000;
/** So that a query string has room for them and for the cursor, which has them too. */
const TYPES_MAX = 50;
/** Proxies and CDNs end requests that take half a minute. */
export const WAIT_SECONDS_MAX = 25;

/** Names under which other services take a token in the URL, where it would end up in logs. */
const TOKEN_NAMES = ['token', 'access_token', 'api_key', 'apikey', 'key', 'authorization'];

export interface SyncQuery {
  /** Undefined to start with the whole state. */
  readonly since: SyncCursor | undefined;
  /** Numbers of the only content types whose entries are followed, in order; null for all. */
  readonly types: readonly number[] | null;
  readonly limit: number;
  readonly waitMs: number;
}

/** Reads the query string of a page of changes. @throws `validation_failed` that names every problem */
export function readSyncQuery(search: string, model: Model, scope: CursorScope): SyncQuery {
  const reading = readingOf(search, model, ['since', 'types', 'limit', 'wait', MIN_REVISION]);
  const since = readSince(reading, scope);
  const types = readTypes(reading);
  const limit = reading.integer('limit', { min: 1, max: CHANGES_MAX, otherwise: CHANGES_DEFAULT });
  const waitMs = 1_000 * reading.integer('wait', { min: 0, max: WAIT_SECONDS_MAX, otherwise: 0 });
  reading.checkMinRevision();
  reading.finish();
  return { since, types, limit, waitMs };
}

/** Reads the query string of a stream. @throws `validation_failed` that names every problem */
export function readLiveQuery(search: string, model: Model, scope: CursorScope): SyncCursor | undefined {
  const reading = readingOf(search, model, ['since', MIN_REVISION]);
  const since = readSince(reading, scope);
  reading.checkMinRevision();
  reading.finish();
  return since;
}

/**
 * Refuses what lies over an environment: whoever follows it gets it as it is now.
 * @throws `validation_failed` that names the parameter, also for what a preview token shows
 */
export function requirePresent({ view }: Pick<ReadingKey, 'view'>, search: string): void {
  const shown = { [CHANGE_SET]: view?.changeSet, [AS_OF]: view?.asOf };
  for (const [name, ofToken] of Object.entries(shown)) {
    const isAsked = parameterIn(search, name) !== undefined;
    const message = isAsked
      ? `Leave out ${name}; whoever follows an environment gets it as it is now.`
      : 'Use a preview key; this preview token shows a release or a moment, which cannot be followed.';
    if (isAsked || typeof ofToken === 'string') throw invalid(`query.${name}`, 'unknown', message);
  }
}

/** The query string, without what must not be in it. */
function readingOf(search: string, model: Model, known: readonly string[]): QueryReading {
  const reading = new QueryReading({ search, model, known: [...known, ...TOKEN_NAMES] });
  for (const name of TOKEN_NAMES)
    if (reading.value(name) !== undefined)
      reading.refuse(name, 'unknown', 'Send the token in the Authorization header alone; URLs end up in logs.');
  return reading;
}

function readSince(reading: QueryReading, scope: CursorScope): SyncCursor | undefined {
  const text = reading.value('since');
  if (text === undefined) return undefined;
  const cursor = readSyncCursor(text, scope);
  if (cursor !== undefined) return cursor;
  const message =
    'Give since as it was in next, with a key of the same space and plane, or leave it out to start over.';
  return reading.refuse('since', 'cursor', message);
}

function readTypes(reading: QueryReading): readonly number[] | null {
  const text = reading.value('types');
  if (text === undefined) return null;
  const { model } = reading;
  const names = text.split(',');
  if (names.length > TYPES_MAX) {
    const message = `Give at most ${TYPES_MAX} content types, or leave types out to follow all of them.`;
    return reading.refuse('types', 'max_items', message, { limit: TYPES_MAX, given: names.length }) ?? [];
  }
  const numbers = names.flatMap((name) => {
    const apiId = keyWithin(model.codes, 'content_type', name);
    const type = apiId === null ? undefined : model.typeByApiId(apiId);
    if (type?.kind === 'entry') return [type.number];
    const known = model.entryTypes.map((other) => other.apiId);
    const message = `There is no content type ${quoted(name)} with entries in this environment; give api_ids with commas.${reading.similar(name, () => known)}`;
    return reading.refuse('types', 'unknown', message) ?? [];
  });
  return [...new Set(numbers)].sort((one, other) => one - other);
}
