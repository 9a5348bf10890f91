/** What became of each block of a list between two of its states, and of the values in it. Pure. */

import { keptInOrder } from '../../../../contract/src/block-origins.ts';
import { isObject } from '../../../../contract/src/is-object.ts';
import { sameJson } from '../../../../contract/src/same-json.ts';
import type { Field } from '../../api/types.ts';
import type { Block, InnerFields } from './blocks-in.ts';

export interface BlockRow {
  readonly id: string;
  /** One that was changed may have been moved as well. */
  readonly kind: 'same' | 'moved' | 'changed' | 'added' | 'removed';
  /** Its place in the list, from 1; undefined where it was not in it. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** Whether it stands somewhere else among the others. */
  readonly isMoved: boolean;
  /** Undefined for one that was added. */
  readonly before: Block | undefined;
  /** Undefined for one that was removed. */
  readonly after: Block | undefined;
}

/** In the order in which they stand now, those that were removed behind the one that they followed. */
export function comparedList(before: readonly Block[], after: readonly Block[]): readonly BlockRow[] {
  const places = new Map(before.map(({ id }, place) => [id, place]));
  const kept = keptInOrder(after.map(({ id }) => places.get(id) ?? null));
  const rows: BlockRow[] = after.map((block, now) => {
    const place = places.get(block.id);
    const old = place === undefined ? undefined : before[place];
    const isMoved = place !== undefined && !kept.has(place);
    const kind = old === undefined ? 'added' : sameJson(old, block) ? (isMoved ? 'moved' : 'same') : 'changed';
    const from = place === undefined ? undefined : place + 1;
    return { id: block.id, kind, from, to: now + 1, isMoved, before: old, after: block };
  });
  const ids = new Set(after.map(({ id }) => id));
  for (const [place, block] of before.entries()) {
    if (ids.has(block.id)) continue;
    const previous = before[place - 1]?.id;
    const at = rows.findIndex(({ id }) => id === previous) + 1;
    const from = place + 1;
    const gone = { id: block.id, kind: 'removed', from, to: undefined, isMoved: false } as const;
    rows.splice(at, 0, { ...gone, before: block, after: undefined });
  }
  return rows;
}

/**
 * The list with one block as it was: in the place of what it is now, or behind the block that it followed.
 * @param before the list in which it was
 */
export function withBlockBack(list: readonly Block[], before: readonly Block[], id: string): readonly Block[] {
  const place = before.findIndex((block) => block.id === id);
  const old = before[place];
  if (old === undefined) return list;
  if (list.some((block) => block.id === id)) return list.map((block) => (block.id === id ? old : block));
  const earlier = before.slice(0, place).map((block) => block.id);
  const at = list.findLastIndex((block) => earlier.includes(block.id)) + 1;
  return list.toSpliced(at, 0, old);
}

/** A value of a component in two states; of no locale where the field has one value only. */
export interface ComparedPlace {
  readonly locale: string | null;
  readonly old: unknown;
  readonly now: unknown;
}

/** The values of a field inside of a component, one for each locale. @param isWithin whether the component belongs to one locale */
export function comparedPlaces(
  { localized }: Pick<Field, 'localized'>,
  old: unknown,
  now: unknown,
  isWithin: boolean,
): readonly ComparedPlace[] {
  const maps = [old, now].filter((value) => value !== undefined);
  if (!localized || isWithin || maps.length === 0 || !maps.every(isObject)) return [{ locale: null, old, now }];
  const [olds, nows] = [old ?? {}, now ?? {}] as [InnerFields, InnerFields];
  const locales = [...new Set([...Object.keys(olds), ...Object.keys(nows)])];
  return locales.map((locale) => ({ locale, old: olds[locale], now: nows[locale] }));
}
