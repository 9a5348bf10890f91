/**
 * The entries inside of a change set, as the lists of the management plane show them: what the set has, as it is read entry by entry
 * (`set-entries.ts`), over the drafts of all others.
 */
import type { Model } from '../../model/content-types/model.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Reader } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { Pace } from '../../platform/kit/pace.ts';
import type {
  OverlaidDocument,
  OverlaidRow,
  OverlayContent,
  OverlaySource,
  SeeTexts,
} from '../../reading/query/overlay-source.ts';
import { statusOf } from '../entries/entry.ts';
import type { ListedInSet, SeenEntry } from '../entries/entry-rules.ts';
import { readEntries } from '../entries/merged-entry.ts';
import type { EntryView, Shown } from '../entries/representation.ts';
import type { ChangeSets } from './change-sets.ts';
import { overlaidRow } from './overlaid-row.ts';
import { documentIn, type EntryInSet, isInSet, rowOfCreated, versionBelow, versionInSet, viewIn } from './set-item.ts';
import { itemsInPieces, itemsOfSets } from './store.ts';
import type { ChangeSetRow, ItemRow } from './tables.ts';

/** Finds the entries inside of the set that an id names. @throws `not_found`, `insufficient_permission` */
export async function listedInSet(
  sets: ChangeSets,
  reader: Reader,
  { actor, environment, id }: { readonly actor: Actor; readonly environment: Environment; readonly id: string },
): Promise<ListedInSet> {
  if (!actor.permits('change_set.read'))
    throw new DomainError('insufficient_permission', 'Ask an owner; your role may not read change sets.', {
      permission: 'change_set.read',
    });
  const set = await sets.within(reader, environment, id);
  return new SetListing(set, (db) => sets.within(db, environment, id));
}

class SetListing implements ListedInSet, OverlaySource {
  readonly state = 'draft';
  readonly name: string;
  readonly #onto: string;
  readonly #row: (reader: Reader) => Promise<ChangeSetRow>;

  constructor(set: ChangeSetRow, row: (reader: Reader) => Promise<ChangeSetRow>) {
    this.name = nameOf(set);
    this.#onto = set.onto;
    this.#row = row;
  }

  get source(): OverlaySource {
    return this;
  }

  async read(reader: Reader, model: Model, see?: SeeTexts): Promise<OverlayContent> {
    const set = await this.#row(reader);
    const pace = new Pace();
    const rows: OverlaidRow[] = [];
    const restsOn = new Set<string>();
    for await (const items of itemsInPieces(reader, set)) {
      for (const { key } of items) restsOn.add(key);
      for (const { entry, item } of await this.#entries(reader, set, { items, model })) {
        rows.push(rowIn(entry, item, { model, see }));
        await pace.restIfDue();
      }
    }
    return { name: nameOf(set), rows, gone: [], restsOn };
  }

  async documents(reader: Reader, model: Model, keys: readonly string[]) {
    const set = await this.#row(reader);
    const documents = new Map<string, OverlaidDocument>();
    const items = await this.#items(reader, set, keys);
    for (const { entry, item } of await this.#entries(reader, set, { items, model })) {
      const { document } = documentIn(entry, model);
      documents.set(item.key, { basis: basisOf(entry, item), text: JSON.stringify(document) });
    }
    return documents;
  }

  async views(reader: Reader, found: readonly OverlaidRow[], shown: Shown) {
    const set = await this.#row(reader);
    const bases = new Map(found.map(({ key, basis }) => [key, basis]));
    const items = await this.#items(reader, set, [...bases.keys()]);
    const views = new Map<string, SeenEntry>();
    for (const { entry, item } of await this.#entries(reader, set, { items, model: shown.model }))
      if (basisOf(entry, item) === bases.get(item.key)) views.set(item.key, viewIn(entry, shown));
    return views.size === found.length ? views : undefined;
  }

  other(entry: EntryView): SeenEntry {
    return { ...entry, version: versionBelow(this.#onto, entry), change: null };
  }

  #items(reader: Reader, { environment, key }: ChangeSetRow, entries: readonly string[]): Promise<ItemRow[]> {
    return itemsOfSets(reader, environment, { sets: [key], entries });
  }

  /** The entries of items that are there inside of the set. */
  async #entries(
    reader: Reader,
    set: ChangeSetRow,
    { items, model }: { readonly items: readonly ItemRow[]; readonly model: Model },
  ): Promise<{ entry: EntryInSet; item: ItemRow }[]> {
    const keys = items.map(({ key }) => key);
    const entries = await readEntries(reader, set.environment, keys);
    return items
      .map((item) => ({ entry: { set, stored: entries.get(item.key) ?? null, item }, item }))
      .filter(({ entry, item }) => isInSet(entry.stored, item, model));
  }
}

function rowIn(
  entry: EntryInSet,
  item: ItemRow,
  { model, see }: { readonly model: Model; readonly see: SeeTexts | undefined },
): OverlaidRow {
  const row = entry.stored?.row ?? rowOfCreated(item);
  const { document } = documentIn(entry, model);
  const seen = {
    ...row,
    version: versionInSet(entry),
    updated_at: item.updated_at,
    updated_by: item.updated_by,
    status: statusOf(row),
    basis: basisOf(entry, item),
  };
  return overlaidRow(seen, document, { model, see });
}

function basisOf({ stored }: EntryInSet, item: ItemRow): string {
  return `${stored?.row.id ?? ''} ${stored?.row.version ?? ''} ${item.version}`;
}

function nameOf({ key, content_version: version }: ChangeSetRow): string {
  return `inside ${key} ${version}`;
}
