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
import type { ItemAction } from './entry-rules.ts';
import { loadEntry, requireEntry, typedWork } from './stored-entry.ts';

export const bulkActions = ['publish', 'unpublish', 'archive', 'delete'] as const;
export type BulkAction = (typeof bulkActions)[number];

/** The request member that identifies an entry, as problems name it. */
export const ID_IN_BODY = 'the id in the body';
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
  /** Inside of a change set: what the set does with the entry, null for nothing. */
  readonly change?: ItemAction | null;
  readonly error?: BulkError;
}

/** One entry of a bulk. */
export interface BulkItem {
  readonly id: string;
  readonly action: BulkAction;
  readonly expected: number | undefined;
}

/** Acts on one entry of a bulk, inside an open write. */
export type BulkAct = (item: BulkItem) => Promise<Omit<BulkResult, 'id'>>;

/** How a change set is made ready for a bulk. */
export interface BulkRules {
  /** @throws `not_found` if the environment has no such set, or `insufficient_permission` */
  forBulk(actor: Actor, environment: Environment): Promise<BulkInSet>;
}

/** What a bulk does inside of a change set instead of with the drafts. */
export interface BulkInSet {
  /**
   * Prepares a write of a bulk, before its first entry.
   * @throws what keeps everybody from writing into the set
   */
  actsIn(work: EntryWork): Promise<BulkAct>;
}

/** Where a bulk acts: on the drafts of an environment, or inside of a change set. */
interface BulkTarget {
  readonly environment: Environment;
  readonly set: BulkInSet | undefined;
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
   * @param inSet the change set that the actions go into, of the environment that it is given; otherwise they happen at once
   * @throws `validation_failed` with `results` if it is atomic and one entry fails, and for a version without an id
   */
  async run(
    actor: Actor,
    place: { spaceId: string; environment: string },
    request: BulkRequest,
    inSet?: (environment: Environment) => Promise<BulkInSet>,
  ): Promise<BulkResult[]> {
    requireKnownIds(request);
    const environment = await this.#parts.environments.open(actor, place.spaceId, place.environment);
    const target: BulkTarget = { environment, set: await inSet?.(environment) };
    if (request.atomic === true) return this.#atomically(actor, target, request);
    const results: BulkResult[] = [];
    while (results.length < request.ids.length) {
      const step = { ...request, ids: request.ids.slice(results.length) };
      const room = LISTED_PROBLEMS_MAX - problemsIn(results);
      const write = (work: EntryWork, act: BulkAct) => this.#each(work, step, { act, pace: new Pace(STEP_MS), room });
      results.push(...(await this.#write(actor, { ...target, action: request.action }, write)));
    }
    return results;
  }

  async #atomically(actor: Actor, target: BulkTarget, request: BulkRequest): Promise<BulkResult[]> {
    try {
      return await this.#write(actor, { ...target, action: request.action }, async (work, act) => {
        const limits = { act, pace: new Pace(ATOMIC_MAX_MS), room: LISTED_PROBLEMS_MAX };
        if (request.action === 'publish' && target.set === undefined) await releaseAll(work, request.ids, limits.pace);
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
    { environment, set, action }: BulkTarget & { readonly action: BulkAction },
    run: (work: EntryWork, act: BulkAct) => Promise<T>,
  ): Promise<T> {
    return this.#parts.journal.write(
      actor,
      async (writer, change) => {
        const work = await this.#entries.workIn(actor, environment, { writer, change });
        return run(work, set === undefined ? (item) => this.#act(work, item) : await set.actsIn(work));
      },
      { long: true, environment: environment.number, grows: action === 'publish' || set !== undefined },
    );
  }

  /** Acts on the first entries: as many as the pace allows, but at least one. `room` limits the problems listed. */
  async #each(
    work: EntryWork,
    { action, ids, versions = {} }: BulkRequest,
    { act, pace, room }: { act: BulkAct; pace: Pace; room: number },
  ): Promise<BulkResult[]> {
    const results: BulkResult[] = [];
    let left = room;
    for (const id of ids) {
      const expected = Object.hasOwn(versions, id) ? versions[id] : undefined;
      const result = withProblems(await this.#one(work, { id, action, expected }, act), left);
      left -= result.error?.errors?.length ?? 0;
      results.push(result);
      await pace.rest();
      if (pace.isSpent()) break;
    }
    return results;
  }

  async #one(work: EntryWork, item: BulkItem, act: BulkAct): Promise<BulkResult> {
    const { id } = item;
    const mark = work.change.mark();
    try {
      const result = await savepoint(work.writer, () => act(item));
      work.change.endPart();
      return { id, ...result };
    } catch (error) {
      if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
      work.change.undoTo(mark);
      return { id, status: 'failed', error: errorOf(error) };
    }
  }

  async #act(work: EntryWork, { id, action, expected }: BulkItem): Promise<Omit<BulkResult, 'id'>> {
    const stored = await requireEntry(work, keyWithin(work.model.codes, 'entry', id) ?? '', ID_IN_BODY);
    if (action === 'delete') {
      await this.#entries.remove(work, stored, expected);
      return { status: 'deleted' };
    }
    const acted = await this.#entries.actOn(typedWork(work, stored.row), stored, action, expected);
    return { status: statusOf(acted.row) };
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
