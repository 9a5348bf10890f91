/** What a merge or a comparison covers: everything that changed on either side, or what its filters name. */

import type { Violation } from '../../../../contract/src/violations.ts';
import { selectKeysOf } from '../../content/entries/merged-entry.ts';
import type { KindName, ValueKindName } from '../../content/kinds/content-kind.ts';
import { holdersOf } from '../../model/content-types/components.ts';
import { keyWithin } from '../../model/spaces/resource-id.ts';
import type { Reader } from '../../platform/database/database.ts';
import { invalid, validationFailed } from '../../platform/errors/domain-error.ts';
import { changedKeys } from './origins.ts';
import { showsAgain } from './planning/slots.ts';
import type { Relation } from './relation.ts';
import type { TypeSides } from './states.ts';

/** Maximum entries and assets that two environments may have changed since their common ancestor. */
const CHANGED_MAX = 20_000;
/** Maximum bytes of the differing resources, both sides together. */
const BYTES_MAX = 48 * 1024 * 1024;
/** The filters that narrow a merge. */
export const FILTERS = ['content_types', 'entries'] as const;

export interface ScopeFilters {
  readonly content_types?: readonly string[];
  readonly entries?: readonly string[];
}

export interface Scope {
  /** Restricts to these `api_id`s; undefined for all content types. */
  readonly types: ReadonlySet<string> | undefined;
  /** Whether entries are named: then only their content types are included. */
  readonly namesEntries: boolean;
  /** Keys of entries that may differ, in order. */
  readonly entries: readonly string[];
  /** Those of them that show values again without having been saved. */
  readonly shownAgain: ReadonlySet<string>;
  /** Whether other changed resources are included too, or only those that merged entries link to. */
  readonly isWhole: boolean;
}

/**
 * @param root prefix of the filters in the request, for messages: empty for a body, `query.` for a query string
 * @throws `validation_failed` if a filter names something that is on neither side, or if too much changed
 */
export async function scopeOf(
  reader: Reader,
  relation: Relation,
  { types, filters, root }: { types: ReadonlyMap<string, TypeSides>; filters: ScopeFilters; root: string },
): Promise<Scope> {
  const named = filters.content_types && readTypes(filters.content_types, relation, { types, root });
  const keys = filters.entries && readKeys(filters.entries, relation, root);
  const saved = await changed(reader, relation, { kind: 'entry', keys, root });
  const shown = (await shownAgain(reader, relation, types)).filter((key) => keys === undefined || keys.includes(key));
  const entries = bounded([...new Set([...saved, ...shown])].sort(), root);
  const isWhole = named === undefined && keys === undefined;
  const alone = new Set(shown);
  for (const key of saved) alone.delete(key);
  return { types: named, namesEntries: keys !== undefined, entries, shownAgain: alone, isWhole };
}

/** Keys of the included resources of a kind that changed on either side. @param linked what merged entries link to */
export async function changedOfKind(
  reader: Reader,
  relation: Relation,
  { kind, isWhole, linked, root }: { kind: ValueKindName; isWhole: boolean; linked: Linked; root: string },
): Promise<string[]> {
  const keys = isWhole ? undefined : [...(linked.get(kind) ?? [])];
  return keys?.length === 0 ? [] : changed(reader, relation, { kind, keys, root });
}

/** Keys by kind. */
export type Linked = ReadonlyMap<string, ReadonlySet<string>>;

async function changed(
  reader: Reader,
  { commonOrigin }: Relation,
  { root, ...names }: { kind: KindName; keys?: readonly string[] | undefined; root: string },
): Promise<string[]> {
  return bounded(await changedKeys(reader, commonOrigin.histories.flat(), names, CHANGED_MAX), root);
}

/** Entries of types in which hidden fields or blocks became visible again, also inside of their values. */
async function shownAgain(
  reader: Reader,
  relation: Relation,
  types: ReadonlyMap<string, TypeSides>,
): Promise<string[]> {
  const keys = new Set<string>();
  const isKnown = (component: string) => types.get(component)?.base !== undefined;
  for (const { base, source, target } of types.values())
    for (const [side, type] of [
      [relation.source, source],
      [relation.target, target],
    ] as const) {
      const { number: environment } = side.environment;
      if (type === undefined || !showsAgain(base, type, { environment, isKnown })) continue;
      const holders = type.kind === 'entry' ? [type] : holdersOf(type, side.model.types);
      for (const { number: contentType } of holders) {
        const rows = await selectKeysOf(reader, { environment, contentType, limit: CHANGED_MAX + 1 });
        for (const { key } of rows) keys.add(key);
      }
    }
  return [...keys];
}

function bounded(keys: string[], root: string): string[] {
  if (keys.length <= CHANGED_MAX) return keys;
  const message = tooMuch('changed since the common ancestor', CHANGED_MAX);
  const params = { limit: CHANGED_MAX, given: keys.length };
  throw validationFailed(FILTERS.map((path) => ({ path: `${root}${path}`, rule: 'size', params, message })));
}

/** Counts the bytes that a plan or a comparison keeps in memory. */
export class ByteCounter {
  readonly #root: string;
  #bytes = 0;

  /** @param root prefix of the filters in the request */
  constructor(root: string) {
    this.#root = root;
  }

  /** @throws `validation_failed` that suggests the filters if it is too much */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes <= BYTES_MAX) return;
    const message = `Select fewer resources with content_types and entries; the differences take more than ${BYTES_MAX} bytes.`;
    const params = { limit: BYTES_MAX, unit: 'bytes' } as const;
    throw validationFailed(FILTERS.map((path) => ({ path: `${this.#root}${path}`, rule: 'size', params, message })));
  }
}

/** The message for a request that covers too much. */
export function tooMuch(what: string, max: number, noun = 'resources'): string {
  return `Select fewer resources with content_types and entries; more than ${max} ${noun} ${what}.`;
}

function readTypes(
  given: readonly string[],
  relation: Relation,
  { types, root }: { types: ReadonlyMap<string, TypeSides>; root: string },
): Set<string> {
  const violations: Violation[] = [];
  const named = given.map((text, index) => {
    const apiId = keyOf(relation, 'content_type', text);
    if (apiId === undefined || !types.has(apiId))
      violations.push({
        path: `${root}content_types.${index}`,
        rule: 'exists',
        message: `Name another content type; neither environment has "${text.slice(0, 100)}".`,
      });
    return apiId ?? '';
  });
  if (violations.length > 0) throw validationFailed(violations);
  return new Set(named);
}

function readKeys(given: readonly string[], relation: Relation, root: string): string[] {
  return given.map((text, index) => {
    const key = keyOf(relation, 'entry', text);
    if (key === undefined)
      throw invalid(`${root}entries.${index}`, 'exists', `Give the key of an entry, or its id in one of the two.`);
    return key;
  });
}

function keyOf({ target, source }: Relation, kind: 'entry' | 'content_type', text: string): string | undefined {
  return keyWithin(target.model.codes, kind, text) ?? keyWithin(source.model.codes, kind, text) ?? undefined;
}
