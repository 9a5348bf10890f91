/**
 * One action on many entries, with one audit record for each entry that changed. Either each entry independently, in several short
 * writes so that others can write in between; or all or none, in a single write.
 */

import type { ErrorCode } from '../../../../contract/src/errors.ts';
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { keyWithin } from '../../model/spaces/resource-id.ts';
import { savepoint } from '../../platform/database/savepoint.ts';
import { DomainError, invalid, listed } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { releaseClaims } from './claims/claims.ts';
import type { Entries, EntryParts } from './entries.ts';
import { type EntryWork, statusOf } from './entry.ts';
import { loadEntry, requireEntry, typedWork } from './stored-entry.ts';

export const bulkActions = ['publish', 'unpublish', 'archive', 'delete'] as const;
export type BulkAction = (typeof bulkActions)[number];

const ID_IN_BODY = 'the id in the body';
/** Maximum problems listed in all results together, so that the response stays small. */
const LISTED_PROBLEMS_MAX = 1_000;
/** Characters of an unknown name that a message quotes. */
const NAMED_CHARACTERS_MAX = 100;
/** After this time a write of a bulk accepts no further entries. */
const STEP_MS = 50;
/** Maximum event-loop time of an atomic bulk. */
const ATOMIC_MAX_MS = 10_000;

export interface BulkRequest {
  readonly action: BulkAction;
  /** Ids or keys. */
  readonly ids: readonly string[];
  /** Whether one failure undoes everything. */
  readonly atomic?: boolean;
  /** The versions that the caller saw, keyed by the entries' spelling in `ids`. An entry with a different version fails. */
  readonly versions?: Readonly<Record<string, number>>;
}

/**
 * Why the action failed. `errors` are the problems of a `validation_failed`, only the first ones if `truncated`. `expected` and
 * `actual` are the versions of a `version_conflict`.
 */
interface BulkError {
  readonly code: ErrorCode;
  readonly message: string;
  readonly expected?: number;
  readonly actual?: number;
  readonly errors?: Violation[];
  readonly truncated?: boolean;
}

/** The result for one entry. */
export interface BulkResult {
  readonly id: string;
  /** The entry's status afterwards, `deleted`, `failed`, or `undone` because another entry failed. */
  readonly status: string;
  readonly error?: BulkError;
}

/** One entry of a bulk. */
interface BulkItem {
  readonly id: string;
  readonly action: BulkAction;
  readonly expected: number | undefined;
}

/** Carries the results of an atomic bulk out of the write that it rolls back. */
class BulkUndone extends Error {
  readonly results: readonly BulkResult[];

  constructor(results: readonly BulkResult[]) {
    super('An item of an atomic bulk failed.');
    this.name = 'BulkUndoneError';
    this.results = results;
  }
}

export class EntryBulk {
  readonly #parts: EntryParts;
  readonly #entries: Entries;

  constructor(parts: EntryParts, entries: Entries) {
    this.#parts = parts;
    this.#entries = entries;
  }

  /**
   * Runs the action on each entry, in the order given.
   * @throws `validation_failed` with `results` if it is atomic and one entry fails, and for a version without an id
   */
  async run(
    actor: Actor,
    place: { spaceId: string; environment: string },
    request: BulkRequest,
  ): Promise<BulkResult[]> {
    requireKnownIds(request);
    const environment = await this.#parts.environments.open(actor, place.spaceId, place.environment);
    if (request.atomic === true) return this.#atomically(actor, environment, request);
    const results: BulkResult[] = [];
    while (results.length < request.ids.length) {
      const step = { ...request, ids: request.ids.slice(results.length) };
      const room = LISTED_PROBLEMS_MAX - problemsIn(results);
      const write = (work: EntryWork) => this.#each(work, step, { pace: new Pace(STEP_MS), room });
      results.push(...(await this.#write(actor, { environment, action: request.action }, write)));
    }
    return results;
  }

  async #atomically(actor: Actor, environment: Environment, request: BulkRequest): Promise<BulkResult[]> {
    try {
      return await this.#write(actor, { environment, action: request.action }, async (work) => {
        const limits = { pace: new Pace(ATOMIC_MAX_MS), room: LISTED_PROBLEMS_MAX };
        if (request.action === 'publish') await releaseAll(work, request.ids, limits.pace);
        const results = await this.#each(work, request, limits);
        if (results.length < request.ids.length)
          throw invalid('ids', 'work', 'Give fewer ids; this bulk takes too long to be atomic.');
        if (results.some(({ error }) => error !== undefined)) throw new BulkUndone(results);
        return results;
      });
    } catch (error) {
      if (!(error instanceof BulkUndone)) throw error;
      throw new DomainError(
        'validation_failed',
        'Correct the failed entries and try again; nothing was changed, see results.',
        {
          ...listed(error.results.flatMap(violationOf)),
          results: error.results.map((result) =>
            result.error === undefined ? { ...result, status: 'undone' } : result,
          ),
        },
      );
    }
  }

  #write<T>(
    actor: Actor,
    { environment, action }: { readonly environment: Environment; readonly action: BulkAction },
    act: (work: EntryWork) => Promise<T>,
  ): Promise<T> {
    return this.#parts.journal.write(
      actor,
      async (writer, change) => act(await this.#entries.workIn(actor, environment, { writer, change })),
      { long: true, environment: environment.number, grows: action === 'publish' },
    );
  }

  /** Acts on the first entries: as many as the pace allows, but at least one. `room` limits the problems listed. */
  async #each(
    work: EntryWork,
    { action, ids, versions = {} }: BulkRequest,
    { pace, room }: { pace: Pace; room: number },
  ): Promise<BulkResult[]> {
    const results: BulkResult[] = [];
    let left = room;
    for (const id of ids) {
      const expected = Object.hasOwn(versions, id) ? versions[id] : undefined;
      const result = withProblems(await this.#one(work, { id, action, expected }), left);
      left -= result.error?.errors?.length ?? 0;
      results.push(result);
      await pace.rest();
      if (pace.isSpent()) break;
    }
    return results;
  }

  async #one(work: EntryWork, item: BulkItem): Promise<BulkResult> {
    const { id } = item;
    const mark = work.change.mark();
    try {
      const status = await savepoint(work.writer, () => this.#act(work, item));
      work.change.endPart();
      return { id, status };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
      work.change.undoTo(mark);
      return { id, status: 'failed', error: errorOf(error) };
    }
  }

  async #act(work: EntryWork, { id, action, expected }: BulkItem): Promise<string> {
    const stored = await requireEntry(work, keyWithin(work.model.codes, 'entry', id) ?? '', ID_IN_BODY);
    if (action === 'delete') {
      await this.#entries.remove(work, stored, expected);
      return 'deleted';
    }
    const acted = await this.#entries.actOn(typedWork(work, stored.row), stored, action, expected);
    return statusOf(acted.row);
  }
}

/** Without this, a version for a name that is not in `ids` would silently go unchecked. */
function requireKnownIds({ ids, versions = {} }: BulkRequest): void {
  const known = new Set(ids);
  const unknown = Object.keys(versions).find((id) => !known.has(id));
  if (unknown === undefined) return;
  const message = `Write the same names in versions as in ids; "${unknown.slice(0, NAMED_CHARACTERS_MAX)}" is not in ids.`;
  throw invalid('versions', 'unknown', message);
}

/**
 * Releases the slugs and unique values that the entries give up, so that one entry can take over another's in any order. Also locks
 * the entries in a fixed order.
 */
async function releaseAll(work: EntryWork, ids: readonly string[], pace: Pace): Promise<void> {
  const keys = new Set(ids.map((id) => keyWithin(work.model.codes, 'entry', id) ?? ''));
  for (const key of [...keys].sort()) {
    const stored = await loadEntry(work.writer, work.environment, key);
    if (stored === undefined || stored.row.archived_at !== null) continue;
    const after = { draft: stored.draft, published: stored.draft };
    await releaseClaims(typedWork(work, stored.row), stored.row.id, { before: stored, after });
    await pace.rest();
    if (pace.isSpent()) return;
  }
}

function errorOf({ code, message, extra }: DomainError): BulkError {
  const { errors, truncated, expected, actual } = extra as Omit<BulkError, 'code' | 'message'>;
  return {
    code,
    message,
    ...(errors && { errors }),
    ...(truncated && { truncated }),
    ...(expected !== undefined && { expected }),
    ...(actual !== undefined && { actual }),
  };
}

/** A result with its problems limited to `max`. */
function withProblems(result: BulkResult, max: number): BulkResult {
  const { error } = result;
  if (error?.errors === undefined || error.errors.length <= max) return result;
  return { ...result, error: { ...error, errors: error.errors.slice(0, max), truncated: true } };
}

function violationOf({ id, error }: BulkResult, index: number): Violation[] {
  return error === undefined ? [] : [{ path: `ids.${index}`, rule: error.code, message: `${error.message} (${id})` }];
}

function problemsIn(results: readonly BulkResult[]): number {
  return results.reduce((sum, { error }) => sum + (error?.errors?.length ?? 0), 0);
}
