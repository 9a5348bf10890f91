/**
 * The changes that a record stores: only the differences, within limits, with long texts compressed. Reading returns exactly
 * the same text, because the record's digest is made from it.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { RecordedChanges } from './change.ts';

/** The longest text of the changes of one record. Beyond it, the longest values are left out. */
export const CHANGES_CHARACTERS_MAX = 100_000;
/** Values this short stay when others are left out. */
const VALUE_CHARACTERS_KEPT = 1_000;
/** A value with more keys is not compared key by key, but left out as a whole. */
const KEYS_LOOKED_AT = 500;
/** Texts from this length on are worth compressing. */
const PACKED_FROM_CHARACTERS = 4_000;
/** How deep differences are searched: the properties of a resource, and named values inside them. */
const LEVELS_COMPARED = 2;

/** Changes as stored in a row: as text or compressed; both null if there are none. */
export interface KeptChanges {
  readonly changes: string | null;
  readonly packedChanges: Uint8Array | null;
}

/** The text that a record keeps of a change; null if there is no difference. */
export function changesText(changes: RecordedChanges | undefined): string | null {
  if (changes === undefined) return null;
  const { before, after, ...rest } = changes;
  const [was, is] = before && after ? difference(before, after, LEVELS_COMPARED) : [before, after];
  const differing = {
    ...(was === undefined ? {} : { before: was }),
    ...(is === undefined ? {} : { after: is }),
    ...rest,
  };
  const text = JSON.stringify(differing);
  return text.length <= CHANGES_CHARACTERS_MAX ? text : shortened(differing);
}

export function keepChanges(text: string | null): KeptChanges {
  if (text === null || text.length < PACKED_FROM_CHARACTERS) return { changes: text, packedChanges: null };
  return { changes: null, packedChanges: zstdCompressSync(text) };
}

/** The stored text. @throws if compressed text is damaged */
export function keptText({ changes, packedChanges }: KeptChanges): string | null {
  return packedChanges === null ? changes : zstdDecompressSync(packedChanges).toString();
}

/** Both sides without what they have in common. */
function difference(before: object, after: object, levels: number): [object, object] {
  const [was, is] = [new Map<string, unknown>(), new Map<string, unknown>()];
  const [old, fresh] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  for (const name of new Set([...old.keys(), ...fresh.keys()])) {
    let [one, other] = [old.get(name), fresh.get(name)];
    if (levels > 1 && isPlain(one) && isPlain(other)) {
      [one, other] = difference(one, other, levels - 1);
      if (isEmpty(one) && isEmpty(other)) continue;
    } else if (isSame(one, other)) continue;
    if (old.has(name)) was.set(name, one);
    if (fresh.has(name)) is.set(name, other);
  }
  return [Object.fromEntries(was), Object.fromEntries(is)];
}

/** The changes, known to be long, with long values replaced by a note of their length. */
function shortened(differing: object): string {
  const text = JSON.stringify({ ...withoutLongInner(differing, LEVELS_COMPARED), shortened: true });
  if (text.length <= CHANGES_CHARACTERS_MAX) return text;
  return JSON.stringify({ ...withoutLongInner(differing, 0), shortened: true });
}

function withoutLongInner(value: object, levels: number): object {
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutLongValues(inner, levels)]));
}

function withoutLongValues(value: unknown, levels: number): unknown {
  const { length } = JSON.stringify(value) ?? '';
  if (length <= VALUE_CHARACTERS_KEPT) return value;
  if (levels === 0 || !isPlain(value) || Object.keys(value).length > KEYS_LOOKED_AT)
    return { omitted_characters: length };
  return withoutLongInner(value, levels - 1);
}

/** Whether two values have the same JSON. Most are texts, which need not be written as such for that. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one === other;
  return JSON.stringify(one) === JSON.stringify(other);
}

function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0;
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
