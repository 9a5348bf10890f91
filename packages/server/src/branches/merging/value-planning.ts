/** Reads what a merge compares in batches, so that only the differences are kept in memory. */

import type { StoredEntry } from '../../content/entries/entry.ts';
import { factsOf } from '../../content/entries/facts.ts';
import {
  type KeptVersion,
  readEntries,
  readKeptVersions,
  readSizes,
  type VersionRef,
} from '../../content/entries/merged-entry.ts';
import type { ValueKind } from '../../content/kinds/kinds.ts';
import type { ValueRow } from '../../content/kinds/value-merge.ts';
import type { Link } from '../../model/fields/field.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import type { Reader } from '../../platform/database/database.ts';
import { environmentOfRow } from '../../platform/database/row-id.ts';
import { PIECE_BYTES } from '../../platform/database/row-pieces.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { inPieces } from '../../platform/kit/pieces.ts';
import {
  baseFields,
  baseReading,
  type Reading,
  readingOf,
  type SideReading,
  type TypeAfter,
  targetReading,
} from './inner-states.ts';
import type { ThreeWay } from './planning/decisions.ts';
import type { Shapes } from './planning/shapes.ts';
import { type Place, sameState, type ValuesState } from './planning/values-state.ts';
import { type BaseEntry, baseEntries, baseRows, type EntryNote, type Relation, type Side } from './relation.ts';
import { baseState, entryState, fieldPlaces, type TypeSides, valueState } from './states.ts';
import type { MergeBaseRow } from './tables.ts';

/** Maximum resources read at once, fewer if they are large: more cost fewer statements. */
const READ_AT_ONCE = 250;
/** Maximum event-loop time for reading and comparing. */
const WORK_MAX_MS = 60_000;

/** An entry in the ancestor and on both sides. */
export interface EntrySides {
  readonly key: string;
  /** Its content type: the source's if it has the entry, otherwise the target's. */
  readonly type: TypeSides;
  readonly base: BaseEntry | undefined;
  readonly target: StoredEntry | undefined;
  readonly source: StoredEntry | undefined;
  readonly three: ThreeWay<ValuesState>;
  /** The published states; undefined where nothing is published. */
  readonly published: ThreeWay<ValuesState>;
  /** Approximate size of both sides in memory. */
  readonly bytes: number;
}

/** A resource of a kind on both sides. */
export interface ValueSides {
  readonly key: string;
  readonly target: ValueRow | undefined;
  readonly source: ValueRow | undefined;
  readonly three: ThreeWay<ValuesState>;
  readonly bytes: number;
}

/** Calls back for each of the entries that exists on either side, or `onGone` if only the ancestor has it. */
export async function eachEntry(
  reader: Reader,
  {
    relation,
    types,
    shapes,
    planned,
    onGone,
  }: {
    relation: Relation;
    types: ReadonlyMap<string, TypeSides>;
    shapes: Shapes;
    /** The merged types, where entries are merged. */
    planned?: ReadonlyMap<string, TypeAfter>;
    onGone?: (key: string) => void;
  },
  keys: readonly string[],
  act: (sides: EntrySides) => void,
): Promise<void> {
  const pace = new Pace(WORK_MAX_MS);
  const { locales } = relation.target.model;
  const baseOf = basesIn({ types, shapes, locales });
  const readings = {
    target: targetReading(relation.target, { types, shapes, planned: planned ?? new Map() }),
    source: readingOf('source', relation.source, { types, shapes }),
  };
  for await (const some of piecesOf(reader, relation, keys)) {
    const target = await readEntries(reader, relation.target.environment.number, some);
    const source = await readEntries(reader, relation.source.environment.number, some);
    const bases = await baseEntries(reader, relation, some);
    const refs = [...bases.values()].flatMap((base) => (base.published === null ? base : [base, base.published]));
    const versions = await readKeptVersions(reader, refs);
    for (const key of some) {
      const [base, here, there] = [bases.get(key), target.get(key), source.get(key)];
      const [mine, theirs] = [typeOf(here, relation.target, types), typeOf(there, relation.source, types)];
      const type = theirs ?? mine;
      if (type === undefined) {
        if (base !== undefined) onGone?.(key);
        continue;
      }
      const held = (ref: VersionRef) => baseOf(versions.get(`${ref.id} ${ref.version}`), ref, base?.type);
      const context = { shapes, readings, target: mine, source: theirs };
      const three = statesOf({ base: base && held(base), target: draftOf(here), source: draftOf(there) }, context);
      const wasShown = base?.published ? held(base.published) : undefined;
      const shown = { base: wasShown, target: publishedOf(here), source: publishedOf(there) };
      const published = statesOf(shown, context);
      const bytes = (here?.bytes ?? 0) + (there?.bytes ?? 0);
      await pace.restIfDue();
      act({ key, type, base, target: here, source: there, three, published, bytes });
      await pace.restIfDue();
    }
  }
}

/** Splits the keys of entries into batches whose states on both sides and in the ancestor are read together. */
async function* piecesOf(reader: Reader, relation: Relation, keys: readonly string[]): AsyncGenerator<string[]> {
  for (let from = 0; from < keys.length; from += READ_AT_ONCE) {
    const some = keys.slice(from, from + READ_AT_ONCE);
    const target = await readSizes(reader, relation.target.environment.number, some);
    const source = await readSizes(reader, relation.source.environment.number, some);
    const bytesOf = (key: string): number => {
      const sides = [target.get(key) ?? 0, source.get(key) ?? 0];
      // The ancestor's state is compressed; its size is estimated by the larger of the two sides.
      return Math.max(...sides) + sides.reduce((sum, bytes) => sum + bytes, 0);
    };
    yield* inPieces(some, bytesOf, PIECE_BYTES);
  }
}

/** Calls back for each of the resources that exists on either side or in the ancestor. */
export async function eachOfKind(
  reader: Reader,
  relation: Relation,
  { kind, keys }: { readonly kind: ValueKind; readonly keys: readonly string[] },
  act: (sides: ValueSides) => void,
): Promise<void> {
  const { name, merge } = kind;
  const { locales } = relation.target.model;
  const pace = new Pace(WORK_MAX_MS);
  const stateOf = (row: ValueRow | undefined) => row && valueState(kind, merge.kept(row), locales);
  const bytesOf = (row: ValueRow | undefined) => (row === undefined ? 0 : merge.bytesOf(row));
  for (let from = 0; from < keys.length; from += READ_AT_ONCE) {
    const some = keys.slice(from, from + READ_AT_ONCE);
    const target = await merge.read(reader, relation.target.environment.number, some);
    const source = await merge.read(reader, relation.source.environment.number, some);
    const rows = await baseRows(reader, relation, { kind: name, keys: some });
    for (const key of some) {
      const [here, there] = [target.get(key), source.get(key)];
      const state = rows.get(key)?.state ?? null;
      const base = state === null ? undefined : valueState(kind, JSON.parse(state), locales);
      const three = { base, target: stateOf(here), source: stateOf(there) };
      const bytes = bytesOf(here) + bytesOf(there);
      if ([base, here, there].some((one) => one !== undefined)) act({ key, target: here, source: there, three, bytes });
      await pace.restIfDue();
    }
  }
}

/** The places of the values of an entry in the merged type. */
export function placesOfEntry(
  { apiId, three }: Pick<TypeSides, 'apiId' | 'three'>,
  { target: { model } }: Relation,
  shapes: Shapes,
): (place: string) => Place {
  return fieldPlaces({ merged: shapes.merged(apiId), three }, { locales: model.locales, code: model.code, shapes });
}

/** The links of an entry of the source. */
export function linksFrom(
  { source, type }: Pick<EntrySides, 'source' | 'type'>,
  relation: Relation,
): ReturnType<typeof factsOf>['links'] {
  if (source === undefined || type.source === undefined) return [];
  return factsOf(source.draft, type.source, relation.source.model).links;
}

/** The preview picture of a content type of the source. */
export function pictureFrom({ three: { source } }: Pick<TypeSides, 'three'>): Pick<Link, 'kind' | 'key'>[] {
  return source?.previewPicture ? [{ kind: 'asset', key: source.previewPicture }] : [];
}

/** Adds links to the linked keys, by kind. */
export function noteLinks(linked: Map<string, Set<string>>, links: readonly Pick<Link, 'kind' | 'key'>[]): void {
  for (const { kind, key } of links) linked.set(kind, (linked.get(kind) ?? new Set()).add(key));
}

/** The new ancestor row of an entry, which is the source's state; undefined if it is unchanged. */
export function nextEntryBase(
  { key, base, source, type, three, published }: EntrySides,
  { pair }: Pick<Relation, 'pair'>,
  { publishes }: { publishes: boolean },
): { row: MergeBaseRow; keeps: readonly VersionRef[] } | undefined {
  if (source === undefined) return base === undefined ? undefined : { row: noEntryBase({ pair }, key), keeps: [] };
  const isSame = isSameIn(three) && (!publishes || isSameIn(published));
  if (base !== undefined && isSame) return undefined;
  const { id, version, published_version: shown } = source.row;
  const isShown = publishes && shown !== null;
  const was = base?.type === type.apiId ? base.published : null;
  const note: EntryNote = { type: type.apiId, published: isShown ? { id, version: shown } : publishes ? null : was };
  const row = { ...pair, kind: 'entry', key, resource: id, version, state: JSON.stringify(note) };
  return {
    row,
    keeps:
      isShown && shown !== version
        ? [
            { id, version },
            { id, version: shown },
          ]
        : [{ id, version }],
  };
}

function isSameIn({ base, source }: ThreeWay<ValuesState>): boolean {
  return base === source || (base !== undefined && source !== undefined && sameState(base, source));
}

/** The row for an entry that the ancestor will no longer contain. */
export function noEntryBase({ pair }: Pick<Relation, 'pair'>, key: string): MergeBaseRow {
  return { ...pair, kind: 'entry', key, resource: null, version: null, state: null };
}

/** The same for a resource of a kind; undefined if the ancestor already has the source's state. */
export function nextValueBase(
  { name, merge }: ValueKind,
  { key, source, three }: ValueSides,
  { pair }: Pick<Relation, 'pair'>,
): MergeBaseRow | undefined {
  if (isSameIn(three)) return undefined;
  const state = source === undefined ? null : JSON.stringify(merge.kept(source));
  return { ...pair, kind: name, key, resource: null, version: null, state };
}

function draftOf(entry: StoredEntry | undefined): KeptVersion | undefined {
  return entry && { document: entry.draft, archived: entry.row.archived_at !== null };
}

function publishedOf(entry: StoredEntry | undefined): KeptVersion | undefined {
  return entry?.published == null ? undefined : { document: entry.published, archived: false };
}

/** The states of an entry. Both sides are completed with values that their types do not cover. */
function statesOf(
  three: { base: ValuesState | undefined; target: KeptVersion | undefined; source: KeptVersion | undefined },
  {
    shapes,
    readings,
    ...types
  }: {
    shapes: Shapes;
    readings: Readonly<Record<'target' | 'source', SideReading>>;
    target: TypeSides | undefined;
    source: TypeSides | undefined;
  },
): ThreeWay<ValuesState> {
  const { base } = three;
  const side = (name: 'target' | 'source'): ValuesState | undefined => {
    const [version, sides] = [three[name], types[name]];
    if (version === undefined || sides?.[name] === undefined) return undefined;
    const { apiId } = sides;
    const merged = { merged: shapes.merged(apiId), three: sides.three };
    return entryState(version, { apiId, merged, reading: readings[name] }, base);
  };
  return { base, target: side('target'), source: side('source') };
}

/** Reads states of the ancestor: by the numbers of the environment in which each is stored. */
function basesIn(parts: { types: ReadonlyMap<string, TypeSides>; shapes: Shapes; locales: Locales }) {
  const readings = new Map<number, Reading>();
  return (version: KeptVersion | undefined, { id }: VersionRef, apiId = ''): ValuesState | undefined => {
    const sides = parts.types.get(apiId);
    if (version === undefined || sides === undefined) return undefined;
    const environment = environmentOfRow(id);
    const reading = readings.get(environment) ?? baseReading(environment, parts);
    readings.set(environment, reading);
    const fields = sides.base === undefined ? [] : baseFields(sides.base, environment).fields;
    const merged = { merged: parts.shapes.merged(apiId), three: sides.three };
    return baseState(version, { apiId, fields }, { merged, reading });
  };
}

function typeOf(
  entry: StoredEntry | undefined,
  { model }: Side,
  types: ReadonlyMap<string, TypeSides>,
): TypeSides | undefined {
  return entry && types.get(model.typeByNumber(entry.row.content_type)?.apiId ?? '');
}
