/**
 * Merges of environments: planning one, applying it in a single write, listing and undoing. After a merge, the state of the source
 * becomes the common ancestor of both, so that the next merge shows only what is new.
 */

import type { EntryNumbers } from '../../content/entries/entry-numbers.ts';
import type { ContentTypes } from '../../model/content-types/content-types.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { StoredContent } from '../../model/content-types/stored-content.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Environments } from '../../model/spaces/environments.ts';
import type { Database } from '../../platform/database/database.ts';
import { DomainError, notFound, validationFailed } from '../../platform/errors/domain-error.ts';
import type { LargeResponses } from '../../platform/http/large-responses.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { newId } from '../../platform/kit/ids.ts';
import type { RowsWanted } from '../../platform/kit/page-position.ts';
import { applyMerge, type MergeWrite, PlanOutdated } from './apply.ts';
import { planMerge } from './merge-plan.ts';
import { openNamed } from './named-environment.ts';
import { isEmpty, type MergeInput, type MergePlan, shownChanges } from './plan.ts';
import { packed } from './record.ts';
import { relationOf } from './relation.ts';
import { countsOf, type MergedView, type MergeView, mergedView, mergeSummary, plannedView } from './representation.ts';
import * as store from './store.ts';
import { undoMerge } from './undo.ts';

/** Attempts at a merge while others are changing the target. */
const ATTEMPTS_MAX = 5;
/** Maximum conflicts in an error response; the plan lists all of them. */
const CONFLICTS_LISTED_MAX = 100;

export interface MergeParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly environments: Environments;
  readonly models: Models;
  readonly contentTypes: ContentTypes;
  readonly stored: StoredContent;
  readonly numbers: EntryNumbers;
  readonly versionsKept: number;
  readonly clock: Clock;
  readonly large: Pick<LargeResponses, 'take'>;
}

/** Address of an environment. */
export interface TargetPlace {
  readonly spaceId: string;
  readonly environment: string;
}

export interface MergeRequest extends MergeInput {
  /** Name of the environment to merge into the one in the path. */
  readonly from: string;
  readonly dry_run?: boolean;
}

export class Merges {
  readonly #parts: MergeParts;

  constructor(parts: MergeParts) {
    this.#parts = parts;
  }

  /**
   * Plans a merge, and applies it unless it is a dry run.
   * @returns the plan, or the merge, if it changed anything
   * @throws `conflict` with `conflicts` if decisions are missing, `validation_failed`, `plan_limit_reached`
   */
  async merge(actor: Actor, place: TargetPlace, request: MergeRequest): Promise<MergeView> {
    const { environments, journal } = this.#parts;
    await environments.open(actor, place.spaceId, place.environment);
    const source = await openNamed(environments, actor, { spaceId: place.spaceId, name: request.from }, 'from');
    // Opened last, so that the response reports its revision.
    const target = await environments.open(actor, place.spaceId, place.environment);
    if (request.dry_run !== false)
      return plannedView(await this.#plan(target, source, request), request.publish ?? 'none');
    const earlier = await journal.earlier<MergeView>(actor);
    if (earlier !== undefined) return earlier;
    const writes = actor.origin?.idempotency?.writes ?? 0;
    for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt++) {
      try {
        return await this.#apply(actor, await this.#plan(target, source, request), request);
      } catch (error) {
        if (!(error instanceof PlanOutdated)) throw error;
        if (actor.origin?.idempotency !== undefined) actor.origin.idempotency.writes = writes;
      }
    }
    throw new DomainError(
      'conflict',
      'Try again when fewer people are writing; the content changed during each attempt.',
    );
  }

  /** The merges into an environment, newest first. */
  async list(actor: Actor, place: TargetPlace, wanted: RowsWanted) {
    const { number, name } = await this.#parts.environments.open(actor, place.spaceId, place.environment);
    return this.#parts.database.snapshot(async (reader) => {
      const rows = await store.selectMerges(reader, number, wanted);
      return { rows: rows.map((row) => mergeSummary(row, name)), total: await store.countMerges(reader, number) };
    });
  }

  /** @throws `not_found` */
  async get(actor: Actor, place: TargetPlace, id: string): Promise<MergedView> {
    const { number, name } = await this.#parts.environments.open(actor, place.spaceId, place.environment);
    const row = await store.findMerge(this.#parts.database.reader, number, id);
    if (row === undefined) throw notFound('merge');
    return mergedView(row, name);
  }

  /**
   * Restores everything that a merge changed to its previous state.
   * @throws `conflict`, with `conflicts` listing what has changed since, or if the merge was already undone
   */
  async undo(actor: Actor, place: TargetPlace, id: string): Promise<MergedView> {
    const target = await this.#parts.environments.open(actor, place.spaceId, place.environment);
    return this.#parts.journal.grow(
      actor,
      async (writer, change) => {
        await undoMerge({ writer, change, actor }, { target, id }, this.#parts);
        const row = await store.findMerge(writer, target.number, id);
        if (row === undefined) throw notFound('merge');
        return mergedView(row, target.name);
      },
      { long: true },
    );
  }

  async #plan(target: Environment, source: Environment, input: MergeInput): Promise<MergePlan> {
    const { database, models, stored, clock, large } = this.#parts;
    return large.take(target.spaceId, () =>
      database.snapshot(async (reader) =>
        planMerge(reader, await relationOf(reader, { target, source }, models), { input, stored, at: clock() }),
      ),
    );
  }

  async #apply(actor: Actor, plan: MergePlan, request: MergeRequest): Promise<MergeView> {
    rejectConflicts(plan);
    if (plan.errors.length > 0) throw validationFailed(plan.errors);
    const created = plan.entries.filter(({ outcome }) => outcome.action === 'create').length;
    const ids = await this.#parts.numbers.rowIds(plan.relation.target.environment.number, created);
    if (isEmpty(plan)) return plannedView(plan, request.publish ?? 'none');
    return this.#parts.journal.grow(
      actor,
      async (writer, change) => this.#write({ writer, change, actor }, plan, { request, ids }),
      { long: true },
    );
  }

  async #write(
    write: MergeWrite,
    plan: MergePlan,
    { request, ids }: { request: MergeRequest; ids: readonly number[] },
  ): Promise<MergeView> {
    const { writer, change, actor } = write;
    const { target, source } = plan.relation;
    const before = await applyMerge(write, plan, { ...this.#parts, ids });
    const shown = shownChanges(plan);
    const row = {
      id: newId('mrg', change.at),
      environment: target.environment.number,
      source: source.environment.number,
      source_name: source.environment.name,
      publish: request.publish ?? 'none',
      created_at: change.at,
      created_by: actor.id,
      undone_at: null,
      undone_by: null,
      ...countsOf(shown),
      result: packed(shown),
      before: packed(before),
    };
    await store.insertMerge(writer, row);
    change.record({
      action: 'merge.create',
      target: { type: 'merge', id: row.id },
      spaceId: target.environment.spaceId,
      environment: target.environment.name,
      changes: { after: { from: source.environment.name, ...countsOf(shown) } },
    });
    return { ...mergedView(row, target.environment.name), conflicts: [], errors: [] };
  }
}

function rejectConflicts({ conflicts }: MergePlan): void {
  const [first] = conflicts;
  if (first === undefined) return;
  const rest = conflicts.length === 1 ? '' : ` and ${conflicts.length - 1} more`;
  const message = `Decide what to take at ${first.path}${rest}, with resolutions; see conflicts.`;
  const isMore = conflicts.length > CONFLICTS_LISTED_MAX;
  const listed = isMore ? { conflicts: conflicts.slice(0, CONFLICTS_LISTED_MAX), truncated: true } : { conflicts };
  throw new DomainError('conflict', message, listed);
}
