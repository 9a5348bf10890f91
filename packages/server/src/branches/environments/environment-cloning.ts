/**
 * Makes clones of environments in the background, in steps small enough to delay nobody. First everything is copied; then,
 * pass by pass, what the journal of the source names as changed since; and at last, while source and clone are locked,
 * the rest. How far it has come is stored with each step, so that after a kill another process or the next start goes on.
 * Invariant: once a pass has ended, the clone holds of everything what the source held at the pass's revision or later.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { CopyPart, KindCopy } from '../../model/spaces/content-copy.ts';
import { type Environment, FIRST_REVISION } from '../../model/spaces/environment.ts';
import * as rows from '../../model/spaces/environment-rows.ts';
import { tellCreated } from '../../model/spaces/new-environments.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import type { RowPair } from '../../platform/database/row-id.ts';
import { giveWay } from '../../platform/database/savepoint.ts';
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

/** Resources of the first step of a run; later ones take what the last ones had time for. */
const STEP_FIRST = 50;
const STEP_MIN = 10;
const STEP_MAX = 1_000;
/** How long the statements of a step are to take: on SQLite nobody else writes meanwhile, and the process stands still. */
const STEP_TARGET_MS = 6;
/** The same where the database is on a server: others write beside it, and each statement takes its way there and back. */
const STEP_TARGET_REMOTE_MS = 120;
/** Pause after a step, as a share of how long it took; none where others write beside it. */
const PAUSE_SHARE = 0.5;
/** So few changes are brought over at last: meanwhile nobody can change the source. */
const LAST_CHANGES_MAX = 50;
/** If the source changes faster than it is copied, the last pass comes after so many. */
const PASSES_MAX = 10;
/** Changes that the last pass copies before it lets reads in. */
const CHANGES_AT_ONCE = 25;

/** The stages of a clone: `content` once, then `model` and `changes` as often as the source changes, then `last`. */
type Stage = 'content' | 'model' | 'changes' | 'last';

interface CloningParts {
  readonly database: Database;
  readonly journal: Journal;
  /** How each kind of content is copied, those first that others need. */
  readonly kinds: readonly KindCopy[];
}

/** An open write on a clone, and its row, locked. */
interface CloneWork {
  readonly writer: Writer;
  readonly pair: RowPair;
  readonly row: EnvironmentCloneRow;
}

export class EnvironmentCloning {
  /** Fired when a clone is asked for. */
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

  /** Makes all clones that were asked for, a step of each in turn, or goes on with them. */
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

  /** One write, and a pause after it. */
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
      // What a failing machine loses of the copy is copied again; the last write, which is kept, keeps all before it.
      { long: true, mayBeLost: true, grows: true },
    );
    this.#limit = nextLimit(limit, workedMs, this.#stepTargetMs);
    await sleep(workedMs * this.#pauseShare);
  }

  /** Copies some and returns what then stands in the clone's row. */
  async #next(work: CloneWork, limit: number): Promise<Partial<EnvironmentCloneRow>> {
    const stage = work.row.stage as Stage;
    if (stage === 'content') return (await copyPart(work, this.#copiedParts, limit)) ?? nextPass(work);
    if (stage === 'model')
      return (await copyPart(work, this.#modelParts, limit)) ?? { stage: 'changes', part: 0, place: null };
    if (stage === 'changes') return (await this.#copyChanges(work, limit)) ?? nextPass(work);
    return {};
  }

  /** @returns how far it is; null where the pass is at its end */
  async #copyChanges({ writer, pair, row }: CloneWork, limit: number): Promise<Partial<EnvironmentCloneRow> | null> {
    const { revision, ordinal, until } = row;
    const stretch = { environment: pair.source, revision, ordinal, until };
    const items = await changedItems(writer, stretch, limit);
    if (items.length > 0) for (const { again } of this.#parts.kinds) await again?.(writer, pair, items);
    const last = items.at(-1);
    if (last === undefined || items.length < limit) return null;
    return { revision: last.revision, ordinal: last.ordinal };
  }

  /** The last pass: everything it writes is visible at once, with the status `ready`. */
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
    if (moment === undefined) throw new Error('The environment that is cloned is gone.');
    await this.#copyRest(work, moment.revision);
    await rows.markReady(writer, clone.number, moment);
    for (const { finish } of this.#parts.kinds) await finish?.(writer, pair, FIRST_REVISION);
    await copyPublishedHeads(writer, { ...pair, revision: FIRST_REVISION });
    await clones.deleteClone(writer, clone.number);
    for (const metric of environmentMetrics)
      change.count(clone.accountId, metric, moment[metric] - work.charged[metric]);
    tellCreated(change, clone);
  }

  async #copyRest({ writer, pair, row }: CloneWork, until: number): Promise<void> {
    const { revision } = row;
    if (await hasModelChange(writer, { environment: pair.source, revision, until })) {
      for (const copy of this.#modelParts) {
        let after: string | null = null;
        do {
          after = await copy(writer, pair, { after, limit: STEP_MAX });
          await giveWay();
        } while (after !== null);
      }
    }
    let at: Pick<EnvironmentCloneRow, 'revision' | 'ordinal'> | null = row;
    while (at !== null) {
      at = (await this.#copyChanges({ writer, pair, row: { ...row, ...at, until } }, CHANGES_AT_ONCE)) as typeof at;
      await giveWay();
    }
  }

  /** Counts a failed step, and gives the clone up where no further one can succeed. */
  async #failed({ environment }: EnvironmentCloneRow, error: unknown): Promise<void> {
    if (error instanceof DomainError && error.code === 'plan_limit_reached')
      return this.#giveUp(environment, messageOf(error));
    await noteFailure(error, {
      count: async () => (await this.#parts.database.write((writer) => clones.addFailure(writer, environment))) ?? 0,
      giveUp: () => this.#giveUp(environment, 'Copying it failed again and again.'),
    });
    throw error;
  }

  /** Leaves a clone as `failed`: what was counted for it is given back at once, its rows are removed with it. */
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

/** Ends the copying of a clone that is deleted, inside the write that deletes it. */
export function endClone(writer: Writer, environment: number): Promise<void> {
  return clones.deleteClone(writer, environment);
}

/** @returns how far the parts are copied; null where all are */
async function copyPart(
  { writer, pair, row }: CloneWork,
  parts: readonly CopyPart[],
  limit: number,
): Promise<Partial<EnvironmentCloneRow> | null> {
  const place = (await parts[row.part]?.(writer, pair, { after: row.place, limit })) ?? null;
  if (place !== null) return { place };
  return row.part + 1 < parts.length ? { part: row.part + 1, place: null } : null;
}

/** The pass that is over has brought the clone to its revision; says how the next one begins. */
async function nextPass({ writer, pair, row }: CloneWork): Promise<Partial<EnvironmentCloneRow>> {
  const moment = await rows.momentOf(writer, pair.source);
  if (moment === undefined) throw new Error('The environment that is cloned is gone.');
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

/** The clone's work with what is counted for it; undefined if there is none any more. */
type LockedWork = CloneWork & { readonly charged: rows.EnvironmentMoment };

/** Locks space, source, clone and its row, in the order of all writes; nobody changes source or clone until the end. */
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

/** Who asked for the clone, as the audit shows them. */
function actorOf(row: EnvironmentCloneRow, accountId: string): Actor {
  const named = { type: row.actor_type as Actor['type'], id: row.actor_id, name: row.actor_name };
  return { ...systemActor('clone', accountId), ...named };
}

/** How many resources the next step takes, from how long the last one took and how long it should. */
function nextLimit(limit: number, workedMs: number, targetMs: number): number {
  if (workedMs === 0) return limit;
  const fitting = limit * Math.min(Math.max(targetMs / workedMs, 0.5), 1.5);
  return Math.round(Math.min(Math.max(fitting, STEP_MIN), STEP_MAX));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
