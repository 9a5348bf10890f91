/** What is in a change set: its entries with their differences, taking some out, moving them to another set, and deciding conflicts. */
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { Document } from '../../model/fields/field.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Reader } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { invalid, notFound, validationFailed } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { changedFields } from '../entries/changed-fields.ts';
import type { Entries, EntryParts } from '../entries/entries.ts';
import type { EntryWork } from '../entries/entry.ts';
import type { ItemAction } from '../entries/entry-rules.ts';
import { entryTitle } from '../entries/entry-title.ts';
import { readEntries } from '../entries/merged-entry.ts';
import { loadEntry, requireTypeOf } from '../entries/stored-entry.ts';
import { type ChangeSetView, type Onto, requireEditable, requireRoom } from './change-set.ts';
import { type ChangeSets, lockedSet, recordSet } from './change-sets.ts';
import { pathInSet } from './conflicts.ts';
import type { Undo } from './outcome.ts';
import { decidedValues, placesOf, type SetValues, sideOf, withoutPath } from './overlay.ts';
import {
  actionOf,
  changesValues,
  checkItemVersion,
  countsOfItem,
  documentIn,
  type EntryInSet,
  groundOf,
  nextItemVersion,
  valuesOf,
  versionInSet,
} from './set-item.ts';
import { countItems, deleteItem, findItem, insertItem, itemsAfter, touchSet, updateItem } from './store.ts';
import type { ChangeSetRow, ItemRow } from './tables.ts';
import type { Preferred } from './value-merge.ts';

/** Entries that one request may name. */
export const NAMED_MAX = 1_000;

/** A value that the set changes. */
export interface Difference {
  /** Such as `fields.title.de`. */
  readonly path: string;
  /** What stands there without the set, as the management plane shows it; null for nothing. */
  readonly before: unknown;
  readonly value: unknown;
}

/** An entry of a set. */
export interface ChangedEntry {
  readonly id: string;
  readonly key: string;
  readonly content_type: string;
  readonly title: string | null;
  readonly change: ItemAction;
  readonly version: number;
  readonly problems: number;
  readonly conflicts: number;
  readonly differences: Difference[];
  readonly updated_at: string;
  readonly updated_by: string;
}

/** A decision about a conflict. */
export interface Resolution {
  /** As in the conflict: `entries.<key>.fields.title.de`. */
  readonly path: string;
  readonly take: Preferred;
}

/** Both sides of a value of an entry can have some MiB. */
const LISTED_AT_ONCE = 10;
const PAGE_BYTES_MAX = 4_194_304;

interface SetChangeParts {
  readonly entryParts: EntryParts;
  readonly entries: Entries;
  readonly sets: ChangeSets;
}

export class SetChanges {
  readonly #parts: SetChangeParts;

  constructor(parts: SetChangeParts) {
    this.#parts = parts;
  }

  /**
   * Some entries of a set with their differences, in the order of their keys. A page ends early where it would get too large.
   * @param page.after key of the last one before
   * @returns the page, and the `after` of the next one; null if none follows
   */
  async list(
    actor: Actor,
    id: string,
    page: { readonly after: string; readonly limit: number },
  ): Promise<{ readonly items: ChangedEntry[]; readonly total: number; readonly next: string | null }> {
    const { entryParts, sets } = this.#parts;
    const { environment } = await sets.locate(actor, id);
    return entryParts.database.snapshot(async (reader) => {
      const set = await sets.within(reader, environment, id);
      const model = await entryParts.models.within(reader, environment);
      const total = await countItems(reader, set);
      const items: ChangedEntry[] = [];
      let { after, limit } = page;
      for (let bytes = 0; limit > 0 && bytes < PAGE_BYTES_MAX; ) {
        const some = Math.min(limit, LISTED_AT_ONCE);
        const rows = await itemsAfter(reader, set, { after, limit: some });
        const shown = await shownItems(reader, rows, { set, environment, model });
        items.push(...shown);
        if (rows.length < some) return { items, total, next: null };
        after = rows.at(-1)?.key ?? after;
        limit -= rows.length;
        bytes += JSON.stringify(shown).length;
      }
      return { items, total, next: after };
    });
  }

  /** Takes an entry out of a set, or only its values at a path such as `fields.price.de`. */
  async remove(
    actor: Actor,
    id: string,
    { key, path, expected }: { key: string; path?: string | undefined; expected?: number | undefined },
  ): Promise<void> {
    await this.#change(actor, id, async (work, set) => {
      const item = await requireItem(work, set, key);
      const stored = (await loadEntry(work.writer, work.environment, key)) ?? null;
      checkItemVersion(expected, { set, stored, item });
      if (path === undefined) {
        await deleteItem(work.writer, item);
        return { before: { entry: key, change: item.action } };
      }
      const entry = { type: requireTypeOf(work.model, item.content_type), model: work.model };
      const values = valuesOf(item);
      const kept = withoutPath(values, path, entry);
      if (placesOf(kept).length === placesOf(values).length)
        throw invalid(
          'query.path',
          'exists',
          `The set has no value at ${path.slice(0, 200)}; take a path from its changes.`,
        );
      await saveValues(work, { set, stored, item }, kept);
      return { before: { entry: key, paths: [path] } };
    });
  }

  /** Moves entries with all that the set does with them to another set of the environment. */
  async move(
    actor: Actor,
    id: string,
    { entries, to }: { entries: readonly string[]; to: string },
  ): Promise<ChangeSetView> {
    const { sets } = this.#parts;
    const target = await sets.locate(actor, to);
    const located = await sets.locate(actor, id);
    return this.#change(actor, id, async (work, set) => {
      if (target.environment.number !== located.environment.number)
        throw invalid('to', 'exists', 'Name another change set of the same environment.');
      if (target.key === located.key) throw invalid('to', 'exists', 'Name another change set than this one.');
      const other = await lockedSet(work.writer, { environment: set.environment, key: target.key });
      requireEditable(actor, other);
      if (other.onto !== set.onto)
        throw invalid('to', 'kind', `Name a change set onto ${set.onto}; this one lies over ${other.onto}.`);
      const taken: Violation[] = [];
      for (const [index, key] of entries.entries()) {
        const item = await requireItem(work, set, key);
        if ((await findItem(work.writer, other, key)) !== undefined) {
          const message = `The other set has the entry "${key}" already; take it out of one of them first.`;
          taken.push({ path: `entries.${index}`, rule: 'unique', message });
          continue;
        }
        requireRoom(await countItems(work.writer, other));
        await deleteItem(work.writer, item);
        await insertItem(work.writer, { ...item, change_set: other.key, version: nextItemVersion(other) });
      }
      if (taken.length > 0) throw validationFailed(taken);
      await touchSet(work.writer, other);
      return { before: { entries, to } };
    });
  }

  /**
   * Decides conflicts: what the set has stands over what is there now, or leaves the set. What changes afterwards is asked about
   * again.
   */
  async resolve(
    actor: Actor,
    id: string,
    resolutions: readonly Resolution[],
    expected?: number,
  ): Promise<ChangeSetView> {
    return this.#change(actor, id, async (work, set) => {
      checkVersion(expected, set.version);
      const unknown: Violation[] = [];
      const byEntry = new Map<string, Map<string, Preferred>>();
      for (const [index, { path, take }] of resolutions.entries()) {
        const item = await itemOfPath(work.writer, set, path);
        if (item === undefined) {
          const message = 'Take the path of a conflict of this set, such as entries.hello.fields.title.de.';
          unknown.push({ path: `resolutions.${index}.path`, rule: 'exists', message });
          continue;
        }
        const choices = byEntry.get(item.key) ?? new Map<string, Preferred>();
        byEntry.set(item.key, choices.set(path.slice(pathInSet(item).length + 1), take));
      }
      if (unknown.length > 0) throw validationFailed(unknown);
      for (const [key, choices] of byEntry) await decideItem(work, set, await requireItem(work, set, key), choices);
      return { after: { resolutions } };
    });
  }

  /** Runs a change of the items of a set, whose description the audit gets. */
  async #change(
    actor: Actor,
    id: string,
    run: (work: EntryWork, set: ChangeSetRow) => Promise<{ before?: object; after?: object }>,
  ): Promise<ChangeSetView> {
    const { sets, entries } = this.#parts;
    const located = await sets.locate(actor, id);
    const { environment } = located;
    return sets.change(actor, located, async (writer, change, row) => {
      requireEditable(actor, row);
      const work = await entries.workIn(actor, environment, { writer, change });
      const changes = await run(work, row);
      await touchSet(writer, row);
      recordSet(change, environment, row, 'change_set.update', changes);
      return row;
    });
  }
}

async function shownItems(
  reader: Reader,
  rows: readonly ItemRow[],
  { set, environment, model }: { set: ChangeSetRow; environment: Environment; model: Model },
): Promise<ChangedEntry[]> {
  const stored = await readEntries(
    reader,
    environment.number,
    rows.map(({ key }) => key),
  );
  return rows.flatMap((item) => {
    const type = model.typeByNumber(item.content_type);
    if (type === undefined) return [];
    const entry = { set, stored: stored.get(item.key) ?? null, item };
    const { document } = documentIn(entry, model);
    const changed = changedFields({ type, model }, ...statesOf(entry, item, document));
    return {
      id: resourceId('entry', model.code, item.key),
      key: item.key,
      content_type: type.apiId,
      title: entryTitle(type, document, model.locales),
      change: actionOf(item),
      version: versionInSet(entry),
      problems: item.problems,
      conflicts: item.conflicts,
      differences: Object.entries(changed).map(([path, { before, after }]) => ({
        path: `fields.${path}`,
        before,
        value: after,
      })),
      updated_at: isoTime(item.updated_at),
      updated_by: item.updated_by,
    };
  });
}

/** An entry without what a set changes, and with it: what it would change now, or what it has changed once it is through. */
function statesOf({ set, stored }: EntryInSet, item: ItemRow, document: Document): [before: Document, after: Document] {
  if (item.undo === null) return [groundOf(set.onto, stored), document];
  if (!changesValues(actionOf(item))) return [{}, {}];
  const { published, draft } = JSON.parse(item.undo) as Undo;
  const values = (set.onto as Onto) === 'drafts' ? draft : published;
  return [sideOf(values, 'base'), sideOf(values, 'value')];
}

/** Decides what a set asks of an entry. @param choices by path in the entry */
export async function decideItem(
  work: EntryWork,
  set: ChangeSetRow,
  item: ItemRow,
  choices: ReadonlyMap<string, Preferred>,
): Promise<void> {
  const stored = (await loadEntry(work.writer, work.environment, item.key)) ?? null;
  const entry = { type: requireTypeOf(work.model, item.content_type), model: work.model };
  const values = decidedValues(valuesOf(item), groundOf(set.onto, stored), entry, choices);
  await saveValues(work, { set, stored, item }, values);
}

/** Saves the values of an item; one that then changes nothing of a published entry leaves the set. */
async function saveValues(
  work: EntryWork,
  { set, stored, item }: EntryInSet & { readonly set: ChangeSetRow; readonly item: ItemRow },
  values: SetValues,
): Promise<void> {
  const changes = JSON.stringify(values);
  if (item.action === 'change' && changes === '{}' && (stored === null || stored.published !== null)) {
    await deleteItem(work.writer, item);
    return;
  }
  const next = {
    ...item,
    changes,
    version: nextItemVersion(set),
    updated_at: work.change.at,
    updated_by: work.actor.id,
  };
  const counts =
    stored === null && item.action !== 'create' ? {} : await countsOfItem({ set, stored, item: next }, work);
  await updateItem(work.writer, { ...next, ...counts });
}

async function requireItem(work: EntryWork, set: ChangeSetRow, key: string): Promise<ItemRow> {
  const item = await findItem(work.writer, set, key);
  if (item === undefined) throw notFound('entry', 'an entry of the change set');
  return item;
}

/** The item whose entry a path such as `entries.hello.fields.title.de` names; keys may have dots. */
async function itemOfPath(db: Reader, set: ChangeSetRow, path: string): Promise<ItemRow | undefined> {
  const names = path.split('.');
  if (names[0] !== 'entries') return undefined;
  for (let length = names.length; length > 1; length--) {
    const item = await findItem(db, set, names.slice(1, length).join('.'));
    if (item !== undefined) return item;
  }
  return undefined;
}
