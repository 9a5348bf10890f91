/** Plans the entries and assets of a merge, some at a time, so that only what differs is held in memory. */
import type { Locales } from '../../model/spaces/locale.ts';
import type { Reader } from '../../platform/database/database.ts';
import { numberOfRow } from '../../platform/database/row-id.ts';
import type { AssetRow, MergeBaseRow } from '../../platform/database/tables.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { type MergedColumns, mergedColumns, readAssets } from '../assets/merged-asset.ts';
import { type StoredEntry, statusOf } from '../entries/entry.ts';
import { linksOf } from '../entries/links/links.ts';
import { readEntries, readKeptVersions, type VersionRef } from '../entries/merged-entry.ts';
import { type BaseEntry, baseEntry, baseRows, type EntryNote, type Kin, type Side } from './kin.ts';
import type { Three } from './planning/decisions.ts';
import type { Place, ValuesState } from './planning/entry-merge.ts';
import type { TypeState } from './planning/type-state.ts';
import { assetPlaces, assetState, baseState, entryState, fieldPlaces, type TypeSides, withUnsaid } from './states.ts';

/** Resources that are read at once, however large they are. */
const READ_AT_ONCE = 50;
/** What reading and comparing may take of the event loop. */
const WORK_MAX_MS = 60_000;

/** An entry in the ancestor and on both sides. */
export interface EntrySides {
  readonly key: string;
  /** Its content type: that of the source, else that of the target. */
  readonly type: TypeSides;
  readonly base: BaseEntry | undefined;
  readonly target: StoredEntry | undefined;
  readonly source: StoredEntry | undefined;
  readonly three: Three<ValuesState>;
  /** What both sides take in memory, about. */
  readonly bytes: number;
}

export interface AssetSides {
  readonly key: string;
  readonly target: AssetRow | undefined;
  readonly source: AssetRow | undefined;
  readonly three: Three<ValuesState>;
  readonly bytes: number;
}

/** Reads entries and calls for each that is on either side, or `onGone` for what the ancestor alone has. */
export async function eachEntry(
  reader: Reader,
  { kin, types, onGone }: { kin: Kin; types: ReadonlyMap<string, TypeSides>; onGone?: (key: string) => void },
  keys: readonly string[],
  act: (sides: EntrySides) => void,
): Promise<void> {
  const pace = new Pace(WORK_MAX_MS);
  for (let from = 0; from < keys.length; from += READ_AT_ONCE) {
    const some = keys.slice(from, from + READ_AT_ONCE);
    const target = await readEntries(reader, kin.target.environment.number, some);
    const source = await readEntries(reader, kin.source.environment.number, some);
    const rows = await baseRows(reader, kin, { kind: 'entry', keys: some });
    const bases = new Map(some.map((key) => [key, baseEntry(rows.get(key), kin)]));
    const versions = await readKeptVersions(
      reader,
      [...bases.values()].filter((base) => base !== undefined),
    );
    for (const key of some) {
      const [base, here, there] = [bases.get(key), target.get(key), source.get(key)];
      const [mine, theirs] = [typeOf(here, kin.target, types), typeOf(there, kin.source, types)];
      const type = theirs ?? mine;
      if (type === undefined) {
        if (base !== undefined) onGone?.(key);
        continue;
      }
      const { locales } = kin.target.model;
      const document = base && versions.get(`${base.id} ${base.version}`);
      const baseType = base && types.get(base.type);
      const held = document && baseType && baseState(document, base, baseType, locales);
      const three = {
        base: held,
        target: here && mine && sideState(here, mine, { name: 'target', base: held, locales }),
        source: there && theirs && sideState(there, theirs, { name: 'source', base: held, locales }),
      };
      const bytes = (here?.bytes ?? 0) + (there?.bytes ?? 0);
      act({ key, type, base, target: here, source: there, three, bytes });
      await pace.restIfDue();
    }
  }
}

/** Reads assets and calls for each that is on either side, or that the ancestor has. */
export async function eachAsset(
  reader: Reader,
  kin: Kin,
  keys: readonly string[],
  act: (sides: AssetSides) => void,
): Promise<void> {
  const { locales } = kin.target.model;
  const pace = new Pace(WORK_MAX_MS);
  for (let from = 0; from < keys.length; from += READ_AT_ONCE) {
    const some = keys.slice(from, from + READ_AT_ONCE);
    const target = await readAssets(reader, kin.target.environment.number, some);
    const source = await readAssets(reader, kin.source.environment.number, some);
    const rows = await baseRows(reader, kin, { kind: 'asset', keys: some });
    for (const key of some) {
      const [here, there] = [target.get(key), source.get(key)];
      const state = rows.get(key)?.state ?? null;
      const base = state === null ? undefined : assetState(JSON.parse(state) as MergedColumns, locales);
      const three = {
        base,
        target: here && assetState(here, locales),
        source: there && assetState(there, locales),
      };
      const bytes = (here?.texts.length ?? 0) + (there?.texts.length ?? 0);
      if ([base, here, there].some((one) => one !== undefined)) act({ key, target: here, source: there, three, bytes });
      await pace.restIfDue();
    }
  }
}

/** The places of the values of an entry in the merged type. */
export function placesOfEntry(
  merged: TypeState | undefined,
  type: TypeSides,
  { target }: Kin,
): (place: string) => Place {
  return fieldPlaces(merged, type, { locales: target.model.locales, code: target.model.code });
}

export function placesOfAsset({ target }: Kin): (place: string) => Place {
  return assetPlaces(target.model.locales);
}

/** The keys of the assets that an entry of the source links to. */
export function assetsLinkedFrom({ source, type }: Pick<EntrySides, 'source' | 'type'>, kin: Kin): string[] {
  if (source === undefined || type.source === undefined) return [];
  const links = linksOf(source.draft, type.source, kin.source.model);
  return links.filter(({ kind }) => kind === 'asset').map(({ key }) => key);
}

/** Whether the entry of the source is another one than the ancestor had, or was saved or published since. */
export function isMoved({ base, source }: Pick<EntrySides, 'base' | 'source'>): boolean {
  if (base === undefined || source === undefined || base.pending) return true;
  const { id, version } = source.row;
  const isSameRow = base.isOrigin ? numberOfRow(base.id) === numberOfRow(id) : base.id === id;
  return !isSameRow || base.version !== version;
}

/** What the ancestor will have held of an entry: what the source holds; undefined if that is what it held. */
export function nextEntryBase(
  sides: EntrySides,
  { pair }: Pick<Kin, 'pair'>,
  { publishes, isSame }: { publishes: boolean; isSame: boolean },
): { row: MergeBaseRow; keeps: VersionRef | undefined } | undefined {
  const { key, base, source, type } = sides;
  const place = { ...pair, kind: 'entry', key };
  if (source === undefined) {
    if (base === undefined) return undefined;
    return { row: noEntryBase({ pair }, key), keeps: undefined };
  }
  if (isSame && !(publishes && isMoved(sides))) return undefined;
  const { id, version } = source.row;
  const note: EntryNote = { type: type.apiId, pending: !publishes && statusOf(source.row) === 'published' };
  return { row: { ...place, resource: id, version, state: JSON.stringify(note) }, keeps: { id, version } };
}

/** The row of an entry that the ancestor will not have held. */
export function noEntryBase({ pair }: Pick<Kin, 'pair'>, key: string): MergeBaseRow {
  return { ...pair, kind: 'entry', key, resource: null, version: null, state: null };
}

/** The same for an asset. */
export function nextAssetBase({ key, source }: AssetSides, { pair }: Pick<Kin, 'pair'>): MergeBaseRow {
  const state = source === undefined ? null : JSON.stringify(mergedColumns(source));
  return { ...pair, kind: 'asset', key, resource: null, version: null, state };
}

function sideState(
  entry: StoredEntry,
  sides: TypeSides,
  { name, base, locales }: { name: 'target' | 'source'; base: ValuesState | undefined; locales: Locales },
): ValuesState | undefined {
  const type = sides[name];
  const state = type && entryState(entry, type, sides.slots[name], locales);
  return state && withUnsaid(state, base, { type: sides.three[name], locales });
}

function typeOf(
  entry: StoredEntry | undefined,
  { model }: Side,
  types: ReadonlyMap<string, TypeSides>,
): TypeSides | undefined {
  return entry && types.get(model.typeByNumber(entry.row.content_type)?.apiId ?? '');
}
