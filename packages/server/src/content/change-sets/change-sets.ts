/**
 * Change sets of an environment: named overlays of values that go out together (`docs/decisions/0085-change-sets.md`). Here a set is made, renamed,
 * closed and deleted; `set-entries.ts` writes into it, `publication.ts` publishes it.
 * Invariant: nothing of a set is visible to anybody who does not name it, before it is published.
 */

import type { AuditAction } from '../../../../contract/src/audit-actions.ts';
import type { EventOf } from '../../../../contract/src/event-kinds.ts';
import type { Models } from '../../model/content-types/models.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Environments } from '../../model/spaces/environments.ts';
import { parseResourceId } from '../../model/spaces/resource-id.ts';
import type { Database, Reader, WriteOptions, Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Change, RecordedChanges } from '../../platform/journal/change.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { timeOrderedKey } from '../../platform/kit/ids.ts';
import {
  type ChangeSetView,
  checkTime,
  dueTime,
  NO_TIMES,
  type Onto,
  OPEN_SETS_MAX,
  type Origin,
  requireMayChange,
  requireMayEnd,
  requireProposable,
  requireState,
  type SetState,
  setId,
  setView,
} from './change-set.ts';
import { instantIn, requireToCome } from './set-times.ts';
import {
  countOpenSets,
  countsOf,
  deleteSet,
  insertSet,
  type ListedSet,
  listedSets,
  lockSet,
  type SetFilter,
  type SetPlace,
  setsWithKeys,
  updateSet,
} from './store.ts';
import type { ChangeSetRow } from './tables.ts';

export interface ChangeSetParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly environments: Environments;
  readonly models: Models;
}

/** A request that makes a set. */
export interface NewChangeSet {
  readonly name: string;
  readonly onto?: Onto;
  readonly description?: string;
  /** A time in ISO 8601, or null. */
  readonly planned_for?: string | null;
}

export type ChangeSetChange = Omit<Partial<NewChangeSet>, 'onto'>;

/** A set that a path or a parameter names. */
export interface LocatedSet {
  readonly environment: Environment;
  readonly key: string;
}

/** What a set lies over that does not say it. */
const ONTO_DEFAULT: Onto = 'published';
/** Actions that webhooks receive which name them. */
const EVENTS: ReadonlyMap<AuditAction, EventOf<'change_set'>> = new Map([
  ['change_set.publish', 'change_set.publish'],
  ['change_set.fail', 'change_set.fail'],
  ['change_set.undo', 'change_set.undo'],
]);
/** Sets have no row ids. */
const NO_ROW = 0;

export class ChangeSets {
  readonly #parts: ChangeSetParts;

  constructor(parts: ChangeSetParts) {
    this.#parts = parts;
  }

  /** The sets of an environment, as rows for ordering. */
  async list(
    actor: Actor,
    place: { readonly spaceId: string; readonly environment: string },
    filter: SetFilter,
  ): Promise<{ readonly environment: Environment; readonly rows: ListedSet[] }> {
    const environment = await this.#parts.environments.open(actor, place.spaceId, place.environment);
    return { environment, rows: await listedSets(this.#parts.database.reader, environment.number, filter) };
  }

  /** Some of the sets that `list` returned, by key. */
  async read(environment: Environment, keys: readonly string[]): Promise<Map<string, ChangeSetView>> {
    const { reader } = this.#parts.database;
    const rows = await setsWithKeys(reader, environment.number, keys);
    const counts = await countsOf(reader, environment.number, keys);
    return new Map(rows.map((row) => [row.key, setView(row, environment, counts.get(row.key))]));
  }

  /** @throws `not_found` */
  async get(actor: Actor, id: string): Promise<ChangeSetView> {
    const { environment, key } = await this.locate(actor, id);
    return present((await this.read(environment, [key])).get(key));
  }

  async create(
    actor: Actor,
    place: { readonly spaceId: string; readonly environment: string },
    input: NewChangeSet,
  ): Promise<ChangeSetView> {
    const environment = await this.#parts.environments.open(actor, place.spaceId, place.environment);
    requireProposable(actor, input.onto ?? ONTO_DEFAULT);
    return this.#parts.journal.grow(
      actor,
      async (writer, change) => {
        const origin = actor.type === 'user' ? 'person' : 'key';
        return setView(await this.insert(writer, { change, actor, environment }, { ...input, origin }), environment);
      },
      { environment: environment.number },
    );
  }

  /**
   * Makes a set inside an open write.
   * @param content what is in it from the beginning, for the audit
   * @throws `conflict` if the environment has too many
   */
  async insert(
    writer: Writer,
    { change, actor, environment }: SetChange,
    { origin, ...input }: NewChangeSet & { readonly origin: Origin },
    content: object = {},
  ): Promise<ChangeSetRow> {
    if ((await countOpenSets(writer, environment.number)) >= OPEN_SETS_MAX)
      throw new DomainError(
        'conflict',
        `Publish or delete change sets first; an environment has at most ${OPEN_SETS_MAX} that are still to go out.`,
      );
    const row = newRow(actor, environment, { ...input, origin }, change.at);
    await insertSet(writer, row);
    recordSet(change, environment, row, 'change_set.create', { after: { ...recorded(row), ...content } });
    return row;
  }

  /** Changes the name, the description or the planned date. */
  async update(actor: Actor, id: string, input: ChangeSetChange, expected?: number): Promise<ChangeSetView> {
    const set = await this.locate(actor, id);
    return this.change(actor, set, async (writer, change, row) => {
      checkVersion(expected, row.version);
      const next = {
        ...row,
        name: input.name ?? row.name,
        description: input.description ?? row.description,
        planned_for: input.planned_for === undefined ? row.planned_for : plannedTime(input.planned_for, change.at, row),
      };
      const isSame =
        next.name === row.name && next.description === row.description && next.planned_for === row.planned_for;
      if (isSame) return row;
      return this.save(writer, { change, actor, environment: set.environment }, row, next, 'change_set.update');
    });
  }

  /** Closes a set, so that nobody writes into it, or reopens it. */
  async act(actor: Actor, id: string, action: 'close' | 'reopen', expected?: number): Promise<ChangeSetView> {
    const set = await this.locate(actor, id);
    return this.change(actor, set, async (writer, change, row) => {
      requireMayEnd(actor, row);
      checkVersion(expected, row.version);
      requireState(action, row);
      const state: SetState = action === 'close' ? 'closed' : 'open';
      const work = { change, actor, environment: set.environment };
      return this.save(writer, work, row, { ...row, state }, `change_set.${action}`);
    });
  }

  /** Deletes a set with its values. What it has published stays. */
  async delete(actor: Actor, id: string, expected?: number): Promise<void> {
    const { environment, key } = await this.locate(actor, id);
    await this.#parts.journal.write(
      actor,
      async (writer, change) => {
        const row = present(await lockSet(writer, { environment: environment.number, key }));
        requireMayChange(actor, row);
        requireMayEnd(actor, row);
        checkVersion(expected, row.version);
        await deleteSet(writer, { environment: environment.number, key });
        recordSet(change, environment, row, 'change_set.delete', { before: recorded(row) });
      },
      { environment: environment.number },
    );
  }

  /**
   * The set that an id names, in an environment that the actor may see.
   * @throws `not_found`, also for any invalid id
   */
  async locate(actor: Actor, id: string): Promise<LocatedSet> {
    const parsed = parseResourceId(id);
    if (parsed === null || parsed.kind !== 'change_set') throw notFound('change_set');
    return { environment: await this.#parts.environments.byCode(actor, parsed.code, 'change_set'), key: parsed.key };
  }

  /** The row of a set of the environment that an id names. @throws `not_found` */
  within(db: Reader, environment: Environment, id: string): Promise<ChangeSetRow> {
    return setWithin(db, environment, id);
  }

  /** Runs a write on a locked set and returns it as it is afterwards. */
  async change(
    actor: Actor,
    { environment, key }: LocatedSet,
    work: (writer: Writer, change: Change, row: ChangeSetRow) => Promise<ChangeSetRow>,
    options: Pick<WriteOptions, 'long'> = {},
  ): Promise<ChangeSetView> {
    const place = { environment: environment.number, key };
    return this.#parts.journal.write(
      actor,
      async (writer, change) => {
        const locked = await lockedSet(writer, place);
        requireProposable(actor, locked.onto);
        const row = await work(writer, change, locked);
        return setView(row, environment, (await countsOf(writer, place.environment, [key])).get(key));
      },
      { environment: environment.number, ...options },
    );
  }

  /** Saves the new row of a set, and records what has changed. */
  async save(
    writer: Writer,
    { change, actor, environment, reason }: SetChange,
    before: ChangeSetRow,
    after: ChangeSetRow,
    action: AuditAction,
  ): Promise<ChangeSetRow> {
    const next = { ...after, due_at: dueTime(after), check_at: checkTime(after, change.at) };
    const row = { ...next, version: before.version + 1, updated_at: change.at, updated_by: actor.id };
    await updateSet(writer, row);
    const event = EVENTS.get(action);
    if (event !== undefined) {
      const { key, state: status } = row;
      change.item({ kind: 'change_set', event, environment, key, resource: NO_ROW, published: false, status });
    }
    const changes = { before: recorded(before), after: recorded(row) };
    recordSet(change, environment, row, action, { ...changes, ...(reason !== undefined && { reason }) });
    return row;
  }
}

/** Who changes a set, and in which write. */
export interface SetChange {
  readonly change: Change;
  readonly actor: Actor;
  readonly environment: Environment;
  /** Why it is changed, if nobody requested it now. */
  readonly reason?: string | undefined;
}

/** How a set is published or undone that nobody asked for now. */
export interface ByItself {
  /** Recorded in the audit. */
  readonly reason: string;
  /** Throws if it is no longer to be done, inside the write that does it. */
  readonly confirm: (writer: Writer, row: ChangeSetRow) => Promise<void>;
}

/** The row of a set, locked until the write ends. @throws `not_found` */
export async function lockedSet(writer: Writer, place: SetPlace): Promise<ChangeSetRow> {
  return present(await lockSet(writer, place));
}

/** The row of a set of the environment that an id names. @throws `not_found` */
export async function setWithin(db: Reader, environment: Environment, id: string): Promise<ChangeSetRow> {
  const parsed = parseResourceId(id);
  if (parsed?.kind !== 'change_set') throw notFound('change_set');
  const located = [environment.code, environment.ownCode].includes(parsed.code);
  const [row] = located ? await setsWithKeys(db, environment.number, [parsed.key]) : [];
  return present(row);
}

/** Records what was done with a set. */
export function recordSet(
  change: Change,
  environment: Environment,
  { key }: Pick<ChangeSetRow, 'key'>,
  action: AuditAction,
  changes: RecordedChanges,
): void {
  change.record({
    action,
    target: { type: 'change_set', id: setId(environment.ownCode, key) },
    spaceId: environment.spaceId,
    environment: environment.name,
    changes,
  });
}

function newRow(
  actor: Actor,
  environment: Environment,
  input: NewChangeSet & { readonly origin: Origin },
  at: number,
): ChangeSetRow {
  return {
    environment: environment.number,
    key: timeOrderedKey(at),
    name: input.name,
    description: input.description ?? '',
    onto: input.onto ?? ONTO_DEFAULT,
    state: 'open',
    origin: input.origin,
    planned_for: plannedTime(input.planned_for ?? null, at),
    ...NO_TIMES,
    due_at: null,
    check_at: null,
    failure: null,
    published_revision: null,
    published_at: null,
    undone_at: null,
    values_removed_at: null,
    content_version: 1,
    version: 1,
    created_at: at,
    created_by: actor.id,
    updated_at: at,
    updated_by: actor.id,
  };
}

function recorded(row: ChangeSetRow): object {
  const { name, description, onto, state, planned_for, publish_at, time_zone, ends_at, failure, version } = row;
  return { name, description, onto, state, planned_for, publish_at, time_zone, ends_at, failure, version };
}

/**
 * When a set is planned for. What was planned before stays, also once it is over.
 * @throws `validation_failed` with the rule `past` for a time that is over
 */
function plannedTime(text: string | null, now: number, before?: Pick<ChangeSetRow, 'planned_for'>): number | null {
  if (text === null) return null;
  const time = instantIn('planned_for', text);
  if (time !== before?.planned_for) requireToCome('planned_for', time, now);
  return time;
}

function present<Row>(row: Row | undefined): Row {
  if (row === undefined) throw notFound('change_set');
  return row;
}
