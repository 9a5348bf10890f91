/**
 * Merges of environments: planning one, carrying it out, listing and undoing. After a merge, the state of the source
 * becomes the common ancestor of both, so that the next merge shows only what is new.
 */

import { rejectLocked } from '../../model/content-types/model-lock.ts';
import type { StoredContent } from '../../model/content-types/stored-content.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Environments } from '../../model/spaces/environments.ts';
import { giveWay } from '../../platform/database/give-way.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { LargeResponses } from '../../platform/http/large-responses.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import type { RowsWanted } from '../../platform/kit/page-position.ts';
import { requireRoom } from './growth.ts';
import { planMerge } from './merge-plan.ts';
import { type MergeRequest, MergeRun, type RunParts, type Written } from './merge-run.ts';
import { openNamed } from './named-environment.ts';
import type { PartSizes } from './parts.ts';
import type { MergeInput, MergePlan } from './plan.ts';
import { relationOf } from './relation.ts';
import { type MergedView, type MergeView, mergedView, mergeSummary, plannedView } from './representation.ts';
import * as store from './store.ts';
import { type Restored, rejectChangedParts, undoMerge } from './undo.ts';

export interface MergeParts extends RunParts {
  readonly environments: Environments;
  readonly stored: StoredContent;
  readonly sizes: PartSizes;
  readonly clock: Clock;
  readonly large: Pick<LargeResponses, 'take'>;
}

/** Address of an environment. */
export interface TargetPlace {
  readonly spaceId: string;
  readonly environment: string;
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
    const earlier = await journal.earlier<Written>(actor);
    if (earlier !== undefined && !('part' in earlier)) return earlier;
    const plan = (isContinued: boolean) => this.#plan(target, source, request, isContinued);
    return new MergeRun({ actor, target, source, request, parts: this.#parts, plan }, earlier?.merge).run();
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
    const rows = await store.selectParts(this.#parts.database.reader, number, id);
    if (rows.length === 0) throw notFound('merge');
    return mergedView(rows, name);
  }

  /**
   * Restores everything that a merge changed to its previous state, part by part, the last one first. Where undoing was interrupted,
   * it undoes the rest.
   * @throws `conflict`, with `conflicts` listing what has changed since, or if the merge was already undone; `plan_limit_reached`
   */
  async undo(actor: Actor, place: TargetPlace, id: string): Promise<MergedView> {
    const { database, journal, environments } = this.#parts;
    const target = await environments.open(actor, place.spaceId, place.environment);
    const rows = await store.selectParts(database.reader, target.number, id);
    if (rows.length === 0) throw notFound('merge');
    const left = rows.filter(({ undone_at }) => undone_at === null).reverse();
    const { idempotency } = actor.origin ?? {};
    const isRepeated = (await journal.earlier(actor)) !== undefined;
    if (isRepeated && left.length === 0) return mergedView(rows, target.name);
    if (idempotency !== undefined) idempotency.writes = rows.length - left.length;
    if (rows.length > 1) {
      const { usage } = this.#parts;
      if (left.some((part) => part.content_types > 0)) await rejectLocked(database.reader, actor, target);
      const growth = await rejectChangedParts(database.reader, target, left);
      await requireRoom({ usage, reader: database.reader }, target, growth);
    }
    const restored: Restored = new Map();
    for (const part of left.length === 0 ? rows.slice(0, 1) : left) {
      if (part !== left[0]) await giveWay(database);
      await journal.grow(
        actor,
        async (writer, change) => {
          await undoMerge({ writer, change, actor }, { target, id: part.id, merge: id, restored }, this.#parts);
          await store.setComplete(writer, id, part.part === 1);
          return { part: part.id };
        },
        { long: true },
      );
    }
    return this.get(actor, place, id);
  }

  async #plan(target: Environment, source: Environment, input: MergeInput, isContinued = false): Promise<MergePlan> {
    const { database, models, stored, clock, large, sizes } = this.#parts;
    const options = { input, stored, sizes, isContinued };
    return large.take(target.spaceId, () =>
      database.snapshot(async (reader) =>
        planMerge(reader, await relationOf(reader, { target, source }, models), { ...options, at: clock() }),
      ),
    );
  }
}
