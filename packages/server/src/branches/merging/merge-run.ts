/**
 * Carries out a merge: plans it, and writes its parts one after the other, each of which is complete in itself. Every part moves the
 * common ancestor for what it changed, so whatever ends the work between two parts, the next merge plans and writes the rest.
 * A merge of one part is a single write.
 */

import type { EntryNumbers } from '../../content/entries/entry-numbers.ts';
import { bringMigrations } from '../../content/migrations/migration-copy.ts';
import type { Usage } from '../../identity/accounts/plans/usage.ts';
import { rejectLocked } from '../../model/content-types/model-lock.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import { giveWay } from '../../platform/database/give-way.ts';
import { DomainError, validationFailed } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { newId } from '../../platform/kit/ids.ts';
import { type ApplyParts, applyMerge, type MergeWrite, PlanOutdated } from './apply.ts';
import { growthOfPart, requireRoom } from './growth.ts';
import { partWithout, partWithTypes } from './parts.ts';
import { isEmpty, type MergeInput, type MergePlan, type PlanPart, shownChanges, sizeOf } from './plan.ts';
import { packed } from './record.ts';
import { countsOf, type MergeView, mergedView, plannedView } from './representation.ts';
import * as store from './store.ts';
import type { MergeRow } from './tables.ts';

/** Attempts at a plan or part of a merge while others are changing the target. */
const ATTEMPTS_MAX = 5;
/** Maximum conflicts in an error response; the plan lists all of them. */
const CONFLICTS_LISTED_MAX = 100;

/** What is stored for a repeated request: the merge itself, or one part of several. */
export type Written = MergeView | WrittenPart;

export interface WrittenPart {
  /** Id of the merge, which is that of its first part. */
  readonly merge: string;
  readonly part: string;
}

export interface MergeRequest extends MergeInput {
  /** Name of the environment to merge into the one in the path. */
  readonly from: string;
  readonly dry_run?: boolean;
}

/** What carrying out a merge requires. */
export interface RunParts extends Omit<ApplyParts, 'modelRevision'> {
  readonly database: Database;
  readonly journal: Journal;
  readonly numbers: EntryNumbers;
  readonly usage: Usage;
}

export interface MergeRunOptions {
  readonly actor: Actor;
  readonly target: Environment;
  readonly source: Environment;
  readonly request: MergeRequest;
  readonly parts: RunParts;
  readonly plan: (isContinued: boolean) => Promise<MergePlan>;
}

export class MergeRun {
  readonly #options: MergeRunOptions;
  /** Id of a merge in several parts that has begun. */
  #merge: string | undefined;
  /** Its parts that were written when it was last looked at. */
  #rows: readonly MergeRow[] = [];
  #written = 0;

  /** @param merge id of the merge whose first part this request has written earlier */
  constructor(options: MergeRunOptions, merge: string | undefined) {
    this.#options = options;
    this.#merge = merge;
  }

  /** @throws as `Merges.merge` */
  async run(): Promise<MergeView> {
    for (let failed = 0; failed < ATTEMPTS_MAX; failed++) {
      await this.#look();
      if (this.#isOver()) return this.#view();
      const known = this.#written;
      try {
        return await this.#carryOut(await this.#options.plan(this.#merge !== undefined));
      } catch (error) {
        if (!(error instanceof PlanOutdated)) throw await this.#inParts(error);
      }
      await this.#look();
      if (this.#written > known) failed = -1;
    }
    const message = 'Try again when fewer people are writing; the content changed during each attempt.';
    throw await this.#inParts(new DomainError('conflict', message));
  }

  /** Reads which parts are written. */
  async #look(): Promise<void> {
    const { parts, target } = this.#options;
    if (this.#merge !== undefined)
      this.#rows = await store.selectParts(parts.database.reader, target.number, this.#merge);
    this.#written = this.#rows.length;
    this.#countWrites();
  }

  /** The next write of a repeated request counts after the parts that are written. */
  #countWrites(): void {
    const idempotency = this.#options.actor.origin?.idempotency;
    if (idempotency !== undefined) idempotency.writes = this.#written;
  }

  #isOver(): boolean {
    return this.#rows[0]?.is_complete === 1 || this.#rows.some(({ undone_at }) => undone_at !== null);
  }

  async #carryOut(plan: MergePlan): Promise<MergeView> {
    const { request, parts } = this.#options;
    rejectConflicts(plan);
    if (plan.errors.length > 0) throw validationFailed(plan.errors);
    if (isEmpty(plan)) {
      const merge = this.#merge;
      await parts.database.write(async (writer) => {
        await this.#bringMigrations(writer, plan.relation, merge ?? null);
        if (merge !== undefined) await store.setComplete(writer, merge, true);
      });
      return merge === undefined ? plannedView(plan, request.publish ?? 'none') : this.#view();
    }
    const [only] = plan.parts;
    if (plan.parts.length === 1 && only !== undefined && this.#merge === undefined) return this.#writeWhole(only);
    const { usage, database } = parts;
    const { actor, target } = this.#options;
    if (changesTypes(plan)) await rejectLocked(database.reader, actor, target);
    await requireRoom({ usage, reader: database.reader }, target, plan.parts.map(growthOfPart));
    await this.#writeParts(plan);
    return this.#view();
  }

  /**
   * Writes the parts of a plan. What others have changed meanwhile is left out, for another plan.
   * @throws PlanOutdated if something was left out
   */
  async #writeParts({ relation, parts }: MergePlan): Promise<void> {
    const left = new Set<string>();
    let modelRevision = relation.target.model.revision;
    for (const planned of parts) {
      const coming = { has: (name: string) => left.has(name) || planned.coming.has(name) };
      let part: PlanPart = { ...planned, coming };
      for (let isWritten = false; !isWritten; ) {
        if (left.size > 0) part = partWithTypes(part);
        if (left.size > 0 && isEmptyPart(part)) break;
        const isLast = planned === parts.at(-1) && left.size === 0;
        try {
          modelRevision = await this.#writePart(part, modelRevision, isLast);
          isWritten = true;
        } catch (error) {
          if (!(error instanceof PlanOutdated) || error.resources.size === 0 || planned.isFixed) throw error;
          const rest = partWithout(part, error.resources);
          for (const name of rest.left) left.add(name);
          part = rest.part;
          this.#countWrites();
        }
      }
    }
    if (left.size > 0) throw new PlanOutdated();
  }

  async #writeWhole(part: PlanPart): Promise<MergeView> {
    const { actor, parts, target } = this.#options;
    const ids = await this.#idsFor(part);
    const modelRevision = part.relation.target.model.revision;
    const written = await parts.journal.grow<Written>(
      actor,
      async (writer, change) => {
        const row = await this.#write({ writer, change, actor }, part, { ids, modelRevision, isLast: true });
        return { ...mergedView([row], target.name), conflicts: [], errors: [] };
      },
      { long: true },
    );
    if (!('part' in written)) return written;
    this.#merge = written.merge;
    throw new PlanOutdated();
  }

  /** @returns the revision of the model that the next part expects */
  async #writePart(part: PlanPart, modelRevision: number, isLast: boolean): Promise<number> {
    const { actor, parts, target } = this.#options;
    if (this.#written > 0) await giveWay(parts.database);
    const ids = await this.#idsFor(part);
    let own: string | undefined;
    const written = await parts.journal.grow<Written>(
      actor,
      async (writer, change) => {
        const row = await this.#write({ writer, change, actor }, part, { ids, modelRevision, isLast });
        own = row.id;
        return { merge: row.series, part: row.id };
      },
      { long: true },
    );
    this.#merge = 'part' in written ? written.merge : (written.id ?? undefined);
    // A request with the same `Idempotency-Key` wrote instead.
    if (!('part' in written) || written.part !== own) throw new PlanOutdated();
    this.#written += 1;
    return changesTypes(part) ? (actor.origin?.committed?.get(target.number) ?? 0) : modelRevision;
  }

  #idsFor({ entries }: PlanPart): Promise<readonly number[]> {
    const { parts, target } = this.#options;
    const created = entries.filter(({ outcome }) => outcome.action === 'create').length;
    return parts.numbers.rowIds(target.number, created);
  }

  async #write(
    write: MergeWrite,
    part: PlanPart,
    { isLast, ...given }: { ids: readonly number[]; modelRevision: number; isLast: boolean },
  ): Promise<MergeRow> {
    const { parts, request } = this.#options;
    const { writer, change, actor } = write;
    const { target, source } = part.relation;
    const number = this.#written + 1;
    const id = newId('mrg', change.at);
    const series = this.#merge ?? id;
    const before = await applyMerge(write, part, { ...parts, ...given });
    const shown = shownChanges(part);
    const row = {
      id,
      environment: target.environment.number,
      source: source.environment.number,
      source_name: source.environment.name,
      publish: request.publish ?? 'none',
      created_at: change.at,
      created_by: actor.id,
      undone_at: null,
      undone_by: null,
      series,
      part: number,
      is_complete: isLast || number > 1 ? 1 : 0,
      ...countsOf(shown),
      result: packed(shown),
      before: packed(before),
    };
    if (number > 1) await rejectTakenOver(write, { ...row, id: series });
    await store.insertMerge(writer, row);
    if (isLast && number > 1) await store.setComplete(writer, series, true);
    if (isLast) await this.#bringMigrations(writer, part.relation, series);
    change.record({
      action: 'merge.create',
      target: { type: 'merge', id: series },
      spaceId: target.environment.spaceId,
      environment: target.environment.name,
      changes: { after: { from: source.environment.name, ...countsOf(shown) } },
    });
    return row;
  }

  /** What made the content of the source has made that of the target from now on. A part of the content says nothing about the rest. */
  async #bringMigrations(
    writer: Writer,
    { source, target }: PlanPart['relation'],
    merge: string | null,
  ): Promise<void> {
    const { content_types: types, entries } = this.#options.request;
    if (types !== undefined || entries !== undefined) return;
    const pair = { source: source.environment.number, target: target.environment.number };
    await bringMigrations(writer, pair, merge);
  }

  async #view(): Promise<MergeView> {
    await this.#look();
    return { ...mergedView(this.#rows, this.#options.target.name), conflicts: [], errors: [] };
  }

  /** Adds to an error which parts are written. */
  async #inParts(error: unknown): Promise<unknown> {
    if (this.#merge === undefined || !(error instanceof DomainError)) return error;
    await this.#look();
    const written =
      this.#written === 1 ? '1 part is written, and stays' : `${this.#written} parts are written, and stay`;
    const message = `${error.message} ${written}, as the merge ${this.#merge}; nothing else has changed. Merge again for the rest, or undo it.`;
    return new DomainError(error.code, message, { ...error.extra, merge: this.#merge });
  }
}

function changesTypes({ types }: Pick<PlanPart, 'types'>): boolean {
  return [...types.values()].some(({ outcome }) => outcome.action !== 'none');
}

function isEmptyPart(part: PlanPart): boolean {
  return sizeOf(part) + part.bases.length + part.rebasedTypes.length === 0;
}

/** Two merges do not take turns: the one that began later merges the rest. */
async function rejectTakenOver(
  { writer }: MergeWrite,
  first: Parameters<typeof store.findLaterMerge>[1],
): Promise<void> {
  const later = await store.findLaterMerge(writer, first);
  if (later === undefined) return;
  const message = `Wait for the merge ${later.id}; it began meanwhile between the same environments, and merges the rest.`;
  throw new DomainError('conflict', message, { conflicts: [{ path: `merges.${later.id}`, rule: 'changed_since' }] });
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
