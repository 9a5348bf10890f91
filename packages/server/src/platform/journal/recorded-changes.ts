/**
 * What a record keeps of a change: only what differs, within bounds, long texts compressed. The same text always comes
 * back from what was kept, since the record's digest stands on it.
 */
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { RecordedChanges } from './change.ts';

/** Longest text of the changes of one record; above, its longest values are left out. */
export const CHANGES_CHARACTERS_MAX = 100_000;
/** Values as short as this stay where others are left out. */
const VALUE_CHARACTERS_KEPT = 1_000;
/** Texts from here on are worth the time it takes to compress them. */
const PACKED_FROM_CHARACTERS = 4_000;
/** How far differences are looked for: the properties of a resource, and what stands in them by name. */
const LEVELS_COMPARED = 2;

/** Changes as a row keeps them: as text or compressed; null both where there are none. */
export interface KeptChanges {
  readonly changes: string | null;
  readonly packedChanges: Uint8Array | null;
}

/** The text that a record keeps of what changed; null where it tells nothing. */
export function changesText(changes: RecordedChanges | undefined): string | null {
  if (changes === undefined) return null;
  const { before, after, ...rest } = changes;
  const [was, is] = before && after ? difference(before, after, LEVELS_COMPARED) : [before, after];
  const told = { ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }), ...rest };
  const text = JSON.stringify(told);
  return text.length <= CHANGES_CHARACTERS_MAX ? text : shortened(told);
}

export function keepChanges(text: string | null): KeptChanges {
  if (text === null || text.length < PACKED_FROM_CHARACTERS) return { changes: text, packedChanges: null };
  return { changes: null, packedChanges: zstdCompressSync(text) };
}

/** The text that was kept. @throws where what was compressed is damaged */
export function keptText({ changes, packedChanges }: KeptChanges): string | null {
  return packedChanges === null ? changes : zstdDecompressSync(packedChanges).toString();
}

/** Both sides without what is the same in them. */
function difference(before: object, after: object, levels: number): [object, object] {
  const [was, is]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}];
  const [old, fresh] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  for (const name of new Set([...old.keys(), ...fresh.keys()])) {
    let [one, other] = [old.get(name), fresh.get(name)];
    if (JSON.stringify(one) === JSON.stringify(other)) continue;
    if (levels > 1 && isPlain(one) && isPlain(other)) [one, other] = difference(one, other, levels - 1);
    if (old.has(name)) was[name] = one;
    if (fresh.has(name)) is[name] = other;
  }
  return [was, is];
}

/** The changes without their long values; says so, and how long they are. */
function shortened(told: object): string {
  const text = JSON.stringify({ ...(withoutLongValues(told, LEVELS_COMPARED + 1) as object), shortened: true });
  if (text.length <= CHANGES_CHARACTERS_MAX) return text;
  return JSON.stringify({ ...(withoutLongValues(told, 1) as object), shortened: true });
}

function withoutLongValues(value: unknown, levels: number): unknown {
  const { length } = JSON.stringify(value) ?? '';
  if (length <= VALUE_CHARACTERS_KEPT) return value;
  if (levels === 0 || !isPlain(value)) return { omitted_characters: length };
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withoutLongValues(inner, levels - 1)]));
}

function isPlain(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
