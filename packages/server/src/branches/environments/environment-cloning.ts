/**
 * Clones environments in the background, in steps small enough not to delay anyone. First everything is copied; then, pass by pass,
 * what the source's journal lists as changed since; and finally the rest, while source and clone are locked. Each step stores the
 * progress, so that after a crash another process or the next start can continue. Invariant: after each pass, the clone contains
 * everything as the source had it at the pass's revision or later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CopyPart, KindCopy } from '../../model/spaces/content-copy.ts';
import { type Environment, FIRST_REVISION } from '../../model/spaces/environment.ts';
import * as rows from '../../model/spaces/environment-rows.ts';
import { recordCreated } from '../../model/spaces/new-environments.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import { yieldToReads } from '../../platform/database/savepoint.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { noteFailure, stepInTurn } from '../../platform/jobs/tasks.ts';
import { Trigger } from '../../platform/jobs/trigger.ts';
import { type Actor, systemActor } from '../../platform/journal/actor.ts';
import type { Change } from '../../platform/journal/change.ts';
import { BEHIND_ITEMS, changedItems, hasModelChange } from '../../platform/journal/changed-items.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { copyPublishedHeads } from '../../platform/journal/published-heads.ts';
import { environmentMetrics } from '../../platform/journal/usage-changes.ts';
import * as clones from './clone-store.ts';
import type { EnvironmentCloneRow } from './tables.ts';

/** Resources in the first step of a run; later steps adapt to how long the previous ones took. */
const STEP_FIRST = 50;
const STEP_MIN = 10;
const STEP_MAX = 1_000;
/** Target duration of a step's statements. On SQLite nobody else can write meanwhile, and the process is blocked. */
const STEP_TARGET_MS = 6;
/** The same for a database server: others can write meanwhile, and each statement costs a round trip. */
const STEP_TARGET_REMOTE_MS = 120;
/** Pause after a step, as a share of its duration; no pause if others can write meanwhile. */
const PAUSE_SHARE = 0.5;
/** The last pass starts once at most this many changes remain, because nobody can change the source during it. */
const LAST_CHANGES_MAX = 50;
/** If the source changes faster than it is copied, the last pass starts after this many passes. */
const PASSES_MAX = 10;
/** Changes that the last pass copies before it yields to reads. */
const CHANGES_AT_ONCE = 25;

/** The stages of a clone: `content` once, then `model` and `changes` as often as the source changes, then `last`. */
type Stage = 'content' | 'model' | 'changes' | 'last';

interface CloningParts {
  readonly database: Database;
  readonly journal: Journal;
  /** How each kind of content is copied, in order of dependencies. */
  readonly kinds: readonly KindCopy[];
}

/** An open write on a clone, and the clone's locked row. */
interface CloneWork {
  readonly writer: Writer;
  readonly pair: RowPair;
  readonly row: EnvironmentCloneRow;
}

export class EnvironmentCloning {
  /** Fired when a clone is requested. */
  readonly trigger = new Trigger();
  readonly #parts: CloningParts;
  readonly #copiedParts: readonly CopyPart[];
  readonly #modelParts: readonly CopyPart[];
  readonly #stepTargetMs: number;
  readonly #pauseShare: number;
  #limit = STEP_FIRST;

  constructor(parts: CloningParts) {
    const isRemote = parts.database.changeMark() === undefined;
    this.#parts = parts;
    this.#copiedParts = parts.kinds.flatMap((kind) => kind.parts);
    this.#modelParts = parts.kinds.flatMap((kind) => kind.modelParts);
    this.#stepTargetMs = isRemote ? STEP_TARGET_REMOTE_MS : STEP_TARGET_MS;
    this.#pauseShare = isRemote ? 0 : PAUSE_SHARE;
  }

  async hasWork(): Promise<boolean> {
    return (await clones.nextClone(this.#parts.database.reader, 0)) !== undefined;
  }

  /** Makes or continues all requested clones, one step of each in turn. */
  async run(signal: AbortSignal): Promise<void> {
    await stepInTurn<EnvironmentCloneRow>(signal, {
      next: (after) => clones.nextClone(this.#parts.database.reader, after?.environment ?? 0),
      step: (clone) => this.#advance(clone),
    });
  }

  async #advance(clone: EnvironmentCloneRow): Promise<void> {
    try {
      if (clone.stage === 'last') await this.#complete(clone);
      else await this.#step(clone.environment);
    } catch (error) {
      await this.#failed(clone, error);
    }
  }

  /** Performs one write, then pauses. */
  async #step(environment: number): Promise<void> {
    const limit = this.#limit;
    const workedMs = await this.#parts.database.write(
      async (writer) => {
        const began = performance.now();
        const row = await clones.lockClone(writer, environment);
        if (row === undefined) return 0;
        const work = { writer, row, pair: { source: row.source, clone: environment } };
        await clones.updateClone(writer, environment, { ...(await this.#next(work, limit)), failures: 0 });
        return performance.now() - began;
      },
      // If the machine fails, lost parts of the copy are copied again. The last write is durable, and so is everything before it.
      { long: true, mayBeLost: true, grows: true },
    );
    this.#limit = nextLimit(limit, workedMs, this.#stepTargetMs);
    await sleep(workedMs * this.#pauseShare);
  }

  /** Copies some rows and returns the new values for the clone's row. */
  async #next(work: CloneWork, limit: number): Promise<Partial<EnvironmentCloneRow>> {
    const stage = work.row.stage as Stage;
    if (stage === 'content') return (await copyPart(work, this.#copiedParts, limit)) ?? nextPass(work);
    if (stage === 'model')
      return (await copyPart(work, this.#modelParts, limit)) ?? { stage: 'changes', part: 0, place: null };
    if (stage === 'changes') return (await this.#copyChanges(work, limit)) ?? nextPass(work);
    return {};
  }

  /** @returns the progress; null at the end of the pass */
  async #copyChanges({ writer, pair, row }: CloneWork, limit: number): Promise<Partial<EnvironmentCloneRow> | null> {
    const { revision, ordinal, until } = row;
    const stretch = { environment: pair.source, revision, ordinal, until };
    const items = await changedItems(writer, stretch, limit);
    if (items.length > 0) for (const { again } of this.#parts.kinds) await again?.(writer, pair, items);
    const last = items.at(-1);
    if (last === undefined || items.length < limit) return null;
    return { revision: last.revision, ordinal: last.ordinal };
  }

  /** The last pass: everything it writes becomes visible at once, with the status `ready`. */
  async #complete(row: EnvironmentCloneRow): Promise<void> {
    const clone = await rows.findByNumber(this.#parts.database.reader, row.environment);
    if (clone === undefined) return this.#forget(row.environment);
    const actor = actorOf(row, clone.accountId);
    await this.#parts.journal.grow(actor, (writer, change) => this.#finish(writer, change, clone), { long: true });
  }

  async #finish(writer: Writer, change: Change, clone: Environment): Promise<void> {
    const work = await lockAll(writer, clone);
    if (work === undefined) return;
    const { pair } = work;
    const moment = await rows.momentOf(writer, pair.source);
    if (moment === undefined) throw new Error('The environment being cloned was deleted.');
    await this.#copyRest(work, moment.revision);
    await rows.markReady(writer, clone.number, moment);
    for (const { finish } of this.#parts.kinds) await finish?.(writer, pair, FIRST_REVISION);
    await copyPublishedHeads(writer, { ...pair, revision: FIRST_REVISION });
    await clones.deleteClone(writer, clone.number);
    for (const metric of environmentMetrics)
      change.count(clone.accountId, metric, moment[metric] - work.charged[metric]);
    recordCreated(change, clone);
  }

  async #copyRest({ writer, pair, row }: CloneWork, until: number): Promise<void> {
    const { revision } = row;
    if (await hasModelChange(writer, { environment: pair.source, revision, until })) {
      for (const copy of this.#modelParts) {
        let after: string | null = null;
        do {
          after = await copy(writer, pair, { after, limit: STEP_MAX });
          await yieldToReads();
        } while (after !== null);
      }
    }
    let at: Pick<EnvironmentCloneRow, 'revision' | 'ordinal'> | null = row;
    while (at !== null) {
      at = (await this.#copyChanges({ writer, pair, row: { ...row, ...at, until } }, CHANGES_AT_ONCE)) as typeof at;
      await yieldToReads();
    }
  }

  /** Counts a failed step, and marks the clone as failed if no further step can succeed. */
  async #failed({ environment }: EnvironmentCloneRow, error: unknown): Promise<void> {
    if (error instanceof DomainError && error.code === 'plan_limit_reached')
      return this.#giveUp(environment, messageOf(error));
    await noteFailure(error, {
      count: async () => (await this.#parts.database.write((writer) => clones.addFailure(writer, environment))) ?? 0,
      giveUp: () => this.#giveUp(environment, 'Copying failed repeatedly.'),
    });
    throw error;
  }

  /** Marks a clone as `failed`: its usage is given back at once, and its rows are removed when it is deleted. */
  async #giveUp(number: number, reason: string): Promise<void> {
    const clone = await rows.findByNumber(this.#parts.database.reader, number);
    if (clone === undefined) return this.#forget(number);
    await this.#parts.journal.write(systemActor('clone', clone.accountId), async (writer, change) => {
      const work = await lockAll(writer, clone);
      if (work === undefined) return;
      await rows.markFailed(writer, number);
      await clones.deleteClone(writer, number);
      for (const metric of environmentMetrics) change.count(clone.accountId, metric, -work.charged[metric]);
      change.record({
        action: 'environment.fail',
        target: { type: 'environment', id: clone.id },
        spaceId: clone.spaceId,
        environment: clone.name,
        changes: { before: { status: 'cloning' }, after: { status: 'failed' }, reason },
      });
    });
  }

  async #forget(number: number): Promise<void> {
    await this.#parts.database.write((writer) => clones.deleteClone(writer, number));
  }
}

/** Stops copying a clone, inside the write that deletes it. */
export function endClone(writer: Writer, environment: number): Promise<void> {
  return clones.deleteClone(writer, environment);
}

/** @returns the progress of the parts; null once all are copied */
async function copyPart(
  { writer, pair, row }: CloneWork,
  parts: readonly CopyPart[],
  limit: number,
): Promise<Partial<EnvironmentCloneRow> | null> {
  const place = (await parts[row.part]?.(writer, pair, { after: row.place, limit })) ?? null;
  if (place !== null) return { place };
  return row.part + 1 < parts.length ? { part: row.part + 1, place: null } : null;
}

/** The finished pass has brought the clone to its revision. Returns how the next pass starts. */
async function nextPass({ writer, pair, row }: CloneWork): Promise<Partial<EnvironmentCloneRow>> {
  const moment = await rows.momentOf(writer, pair.source);
  if (moment === undefined) throw new Error('The environment being cloned was deleted.');
  const stretch = { environment: pair.source, revision: row.until, ordinal: BEHIND_ITEMS };
  const next = { ...stretch, until: moment.revision };
  const passes = row.passes + 1;
  const begun = { revision: next.revision, ordinal: next.ordinal, until: next.until, part: 0, place: null, passes };
  const isModelChanged = await hasModelChange(writer, next);
  const isLittle =
    !isModelChanged && (await changedItems(writer, next, LAST_CHANGES_MAX + 1)).length <= LAST_CHANGES_MAX;
  if (isLittle || passes > PASSES_MAX) return { ...begun, stage: 'last' };
  return { ...begun, stage: isModelChanged ? 'model' : 'changes' };
}

/** The clone's work and the usage counted for it; undefined if the clone is gone. */
type LockedWork = CloneWork & { readonly charged: rows.EnvironmentMoment };

/** Locks space, source, clone and its row, in the order of all writes. Nobody can change source or clone until the write ends. */
async function lockAll(writer: Writer, { number, spaceId }: Environment): Promise<LockedWork | undefined> {
  if ((await rows.lockSpace(writer, spaceId)) === undefined) return undefined;
  const known = await clones.findClone(writer, number);
  if (known === undefined) return undefined;
  await rows.lockEnvironment(writer, known.source);
  await rows.lockEnvironment(writer, number);
  const row = await clones.lockClone(writer, number);
  const charged = await rows.momentOf(writer, number);
  if (row === undefined || charged === undefined) return undefined;
  return { writer, row, charged, pair: { source: row.source, clone: number } };
}

/** The actor who requested the clone, as shown in the audit. */
function actorOf(row: EnvironmentCloneRow, accountId: string): Actor {
  const named = { type: row.actor_type as Actor['type'], id: row.actor_id, name: row.actor_name };
  return { ...systemActor('clone', accountId), ...named };
}

/** The number of resources for the next step, from the duration of the last step and the target duration. */
function nextLimit(limit: number, workedMs: number, targetMs: number): number {
  if (workedMs === 0) return limit;
  const fitting = limit * Math.min(Math.max(targetMs / workedMs, 0.5), 1.5);
  return Math.round(Math.min(Math.max(fitting, STEP_MIN), STEP_MAX));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
