/**
 * What the preview plane shows through change sets: each entry as it will be there once the sets have been published, or applied to
 * drafts, one after the other. What is to be decided first shows the value of the set, and what cannot go out is left as it is.
 * Keys see the drafts that there are then; whoever looks at a set with a preview token sees what readers will see of its entries.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type { LayerShows } from '../../reading/delivery/read.ts';
import type {
  OverlaidDocument,
  OverlaidRow,
  OverlayContent,
  OverlaySource,
  SeeTexts,
} from '../../reading/query/overlay-source.ts';
import { notOf } from '../../reading/query-string/as-of.ts';
import { type StoredEntry, statusOf } from '../entries/entry.ts';
import { readEntries, selectLastChange } from '../entries/merged-entry.ts';
import { from } from '../entries/stored-entry.ts';
import { afterAction, type Origin, stepsTo, type TargetState } from '../entries/transitions.ts';
import { isScheduled, type Onto, type SetState } from './change-set.ts';
import { setWithin } from './change-sets.ts';
import { isThere, outcomeOfItem, outcomeOfUndo, targetOfCreated, type Undo } from './outcome.ts';
import { overlaidRow } from './overlaid-row.ts';
import { laidOver } from './overlay.ts';
import { actionOf, changesValues, rowOfCreated, valuesOf } from './set-item.ts';
import { itemsOfSets, keysIn, lastWriteInto, setsUntil } from './store.ts';
import type { ChangeSetRow, ItemRow } from './tables.ts';

/** Entries that what is scheduled may lay over an environment: ten sets, which requests may name, have fewer. */
const LAID_ENTRIES_MAX = 20_000;
/** Entries that are read at once: each has up to a few MiB of values in each set. */
const ENTRIES_AT_ONCE = 20;

/** A set that lies over an environment, and when it is taken to go out, or to end. */
interface LaidSet {
  readonly row: ChangeSetRow;
  readonly at: number;
  readonly isEnd?: boolean;
}

/** Sets as they are now, and the name of what they lay over the environment. */
interface NamedSets {
  readonly name: string;
  /** The same without their times, which make no difference to documents. */
  readonly untimed: readonly LaidSet[];
  readonly laid: () => Promise<readonly LaidSet[]> | readonly LaidSet[];
}

/** An entry once the sets are through; null if it is not there then. */
interface EntryAfter {
  readonly key: string;
  readonly entry: StoredEntry | null;
  readonly isStored: boolean;
  /** Whether the sets change anything of it. */
  readonly isLaid: boolean;
  readonly basis: string;
}

export class PreviewedSets {
  readonly #database: Pick<Database, 'reader'>;

  constructor(database: Pick<Database, 'reader'>) {
    this.#database = database;
  }

  /**
   * The sets of an environment with those ids, laid over it in this order.
   * @param shows of entries that the sets publish
   * @throws `not_found` alike for what is no set, and for one of another environment
   */
  async of(environment: Environment, ids: readonly string[], shows: LayerShows): Promise<OverlaySource> {
    return PreviewedSource.of(this.#database.reader, shows, async (reader) => {
      const sets = await setsOf(reader, environment, ids);
      const untimed = sets.filter(isToCome).map((row) => ({ row, at: 0 }));
      return { name: nameOf(sets), untimed, laid: () => laidSets(reader, sets) };
    });
  }

  /** What is scheduled in an environment up to a time: the sets that go out and do not end by then, and the ends of others, in order. */
  async until(environment: Environment, time: number, shows: LayerShows): Promise<OverlaySource> {
    return PreviewedSource.of(this.#database.reader, shows, async (reader) => {
      const laid = dueBy(await setsUntil(reader, environment.number, time), time);
      const names = laid.map(({ row, at, isEnd }) => `${row.key} ${row.content_version} ${at} ${isEnd}`);
      return { name: `scheduled ${names.join(', ')}`, untimed: laid, laid: () => laid };
    });
  }
}

class PreviewedSource implements OverlaySource {
  readonly state = 'draft';
  readonly name: string;
  readonly #shows: LayerShows;
  readonly #sets: (reader: Reader) => Promise<NamedSets>;

  private constructor(name: string, shows: LayerShows, sets: (reader: Reader) => Promise<NamedSets>) {
    this.name = `${shows} ${name}`;
    this.#shows = shows;
    this.#sets = sets;
  }

  static async of(
    reader: Reader,
    shows: LayerShows,
    sets: (reader: Reader) => Promise<NamedSets>,
  ): Promise<PreviewedSource> {
    return new PreviewedSource((await sets(reader)).name, shows, sets);
  }

  async read(reader: Reader, model: Model, see?: SeeTexts): Promise<OverlayContent> {
    const sets = await this.#sets(reader);
    const laid = await sets.laid();
    const names = laid.map(({ row }) => row.key);
    const keys = await keysIn(reader, model.environment, names, LAID_ENTRIES_MAX + 1);
    if (keys.length > LAID_ENTRIES_MAX) throw tooMany();
    const pace = new Pace();
    const rows: OverlaidRow[] = [];
    const gone: string[] = [];
    for (let start = 0; start < keys.length; start += ENTRIES_AT_ONCE)
      for (const { key, entry, isStored, isLaid, basis } of await seenEntries(
        reader,
        laid,
        keys.slice(start, start + ENTRIES_AT_ONCE),
        { model, shows: this.#shows },
      )) {
        if (entry !== null && isLaid)
          rows.push(overlaidRow({ ...entry.row, status: statusOf(entry.row), basis }, entry.draft, { model, see }));
        if (entry === null && isStored) gone.push(key);
        await pace.restIfDue();
      }
    return { name: `${this.#shows} ${sets.name}`, rows, gone, restsOn: new Set(keys) };
  }

  async documents(reader: Reader, model: Model, keys: readonly string[]) {
    const { untimed: laid } = await this.#sets(reader);
    const documents = new Map<string, OverlaidDocument>();
    for (const { key, entry, basis } of await seenEntries(reader, laid, keys, { model, shows: this.#shows }))
      if (entry !== null) documents.set(key, { basis, text: JSON.stringify(entry.draft) });
    return documents;
  }
}

function tooMany(): DomainError {
  const message = `Choose an earlier time; more than ${LAID_ENTRIES_MAX} entries are scheduled until then.`;
  return notOf(message, { limit: LAID_ENTRIES_MAX });
}

function setsOf(reader: Reader, environment: Environment, ids: readonly string[]): Promise<ChangeSetRow[]> {
  return Promise.all(ids.map((id) => setWithin(reader, environment, id)));
}

/** What has gone out lies in the environment already, or was taken back on purpose. */
function isToCome({ state }: ChangeSetRow): boolean {
  const done: readonly SetState[] = ['published', 'applied', 'undone'];
  return !done.includes(state as SetState);
}

/** A scheduled one goes out at its time. */
function timeOf(set: ChangeSetRow): number | null {
  return isScheduled(set) ? set.publish_at : null;
}

function nameOf(sets: readonly ChangeSetRow[]): string {
  const names = sets.map((set) => `${set.key} ${set.content_version} ${isToCome(set)} ${timeOf(set)}`);
  return `after ${names.join(', ')}`;
}

/** The sets with their times: that of the schedule, or right after the last change of an entry of any of them, each after the one before. */
async function laidSets(reader: Reader, sets: readonly ChangeSetRow[]): Promise<LaidSet[]> {
  const toCome = sets.filter(isToCome);
  const changes = await Promise.all(toCome.map((row) => lastChangeIn(reader, row)));
  const next = Math.max(...changes) + 1;
  const laid: LaidSet[] = [];
  for (const row of toCome) laid.push({ row, at: Math.max(timeOf(row) ?? next, (laid.at(-1)?.at ?? 0) + 1) });
  return laid;
}

/** When an entry of a set last changed, inside of it or outside. */
async function lastChangeIn(reader: Reader, { environment, key }: ChangeSetRow): Promise<number> {
  const inside = await lastWriteInto(reader, { environment, key });
  const outside = await selectLastChange(reader, environment, await keysIn(reader, environment, [key]));
  return Math.max(inside, outside ?? 0);
}

/** The publications and ends of sets up to a time, in order. A set that goes out and ends by then leaves nothing. */
function dueBy(sets: readonly ChangeSetRow[], time: number): LaidSet[] {
  const laid = sets.flatMap((row): LaidSet[] => {
    const ends = row.ends_at !== null && row.ends_at <= time ? row.ends_at : null;
    if (!isScheduled(row)) return ends === null ? [] : [{ row, at: ends, isEnd: true }];
    return row.publish_at === null || ends !== null ? [] : [{ row, at: row.publish_at, isEnd: false }];
  });
  return laid.sort((one, other) => one.at - other.at || (one.row.key < other.row.key ? -1 : 1));
}

/** Entries that sets have, once these are through. */
async function seenEntries(
  reader: Reader,
  laid: readonly LaidSet[],
  keys: readonly string[],
  { model, shows }: { readonly model: Model; readonly shows: LayerShows },
): Promise<EntryAfter[]> {
  const stored = await readEntries(reader, model.environment, keys);
  const sets = laid.map(({ row }) => row.key);
  const own = await itemsOfSets(reader, model.environment, { sets, entries: keys });
  const items = new Map(own.map((item) => [`${item.change_set} ${item.key}`, item]));
  return keys.map((key) => {
    const before = stored.get(key) ?? null;
    let entry: StoredEntry | null = before;
    let basis = `${shows} ${before?.row.id ?? ''} ${before?.row.version ?? ''}`;
    let isPublished = false;
    for (const set of laid) {
      const item = items.get(`${set.row.key} ${key}`);
      if (item === undefined || model.typeByNumber(item.content_type) === undefined) continue;
      entry = entryAfter(set, item, entry, model);
      basis += ` ${set.row.key} ${item.version}`;
      isPublished ||= (set.row.onto as Onto) === 'published';
    }
    const after = shows === 'published' && isPublished ? seenByReaders(entry) : entry;
    return { key, entry: after, isStored: before !== null, isLaid: after !== before, basis };
  });
}

/** An entry as if it had no draft: null where readers do not see it. */
function seenByReaders(entry: StoredEntry | null): StoredEntry | null {
  if (entry === null || entry.published === null || entry.row.published_version === null) return null;
  const { published, row } = entry;
  const version = entry.row.published_version;
  return row.version === version ? entry : { published, draft: published, row: { ...row, version } };
}

/** An entry once a set is through: the same one where nothing of it can go out. */
function entryAfter(set: LaidSet, item: ItemRow, stored: StoredEntry | null, model: Model): StoredEntry | null {
  if (set.isEnd === true) return entryAtEnd(set, item, stored, model);
  const action = actionOf(item);
  if (stored === null) return action === 'create' ? createdEntry(set, item, model) : null;
  if (action === 'delete') return null;
  if (action === 'create') return stored;
  const target = changesValues(action) ? changedTarget(set, item, stored, model) : actedTarget(action, stored);
  if (target === null || isThere(stored, target)) return stored;
  return stateAfter(from(stored), target, set);
}

/** An entry once a set has ended. What the set unpublished, archived or deleted is left as it is. */
function entryAtEnd(set: LaidSet, item: ItemRow, stored: StoredEntry | null, model: Model): StoredEntry | null {
  if (stored === null || item.undo === null || statusOf(stored.row) === 'archived') return stored;
  const undo = JSON.parse(item.undo) as Undo;
  const action = actionOf(item);
  if (!changesValues(action)) return stored;
  const target =
    action === 'create'
      ? targetOfCreated(undo, stored)
      : outcomeOfUndo(undo, stored, model, { preferred: 'current' }).target;
  return target === null || isThere(stored, target) ? stored : stateAfter(from(stored), target, set);
}

function createdEntry(set: LaidSet, item: ItemRow, model: Model): StoredEntry {
  const { row, at } = set;
  const type = model.typeByNumber(item.content_type);
  if (type === undefined) throw new Error(`The content type of ${item.key} is gone.`);
  const { document } = laidOver(valuesOf(item), {}, { type, model }, { preferred: 'set' });
  const before = { ...rowOfCreated(item), version: 0, created_at: at, saved_at: at, updated_at: at };
  const draft = stateAfter({ stored: null, row: before }, { draft: document, status: 'draft' }, set);
  if ((row.onto as Onto) === 'drafts') return draft;
  return stateAfter(from(draft), { draft: document, status: 'published' }, set);
}

function changedTarget(set: LaidSet, item: ItemRow, stored: StoredEntry, model: Model): TargetState | null {
  return statusOf(stored.row) === 'archived' ? null : outcomeOfItem(set.row.onto, item, stored, model).target;
}

/** The target of unpublishing or archiving; null if it is not allowed, or there already. */
function actedTarget(action: string, stored: StoredEntry): TargetState | null {
  if (action === 'unpublish' && stored.published === null) return null;
  try {
    return afterAction(action as 'unpublish' | 'archive', stored);
  } catch (error) {
    if (error instanceof DomainError) return null;
    throw error;
  }
}

function stateAfter(origin: Origin, target: TargetState, { row, at }: LaidSet): StoredEntry {
  const last = stepsTo(origin, target, { by: row.updated_by, at, action: 'publish' }).at(-1);
  if (last === undefined) throw new Error('A target takes at least one step.');
  return { row: last.row, draft: last.draft, published: last.published };
}
