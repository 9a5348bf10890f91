/**
 * In which places two states of a value with blocks differ: blocks are the same ones by id, and each field inside of one is
 * compared in each locale for itself. Pure.
 */
import { keptInOrder } from './block-origins.ts';
import {
  type Block,
  type BlocksRules,
  byId,
  type ComponentValue,
  type InnerFields,
  isBlocks,
  isComponent,
  isMap,
  joined,
  keysOf,
  nameByDefault,
  own,
  type Structure,
} from './blocks-merge.ts';
import { sameJson } from './same-json.ts';

/** A value in two states; undefined where there is none. */
export interface TwoStates {
  readonly before: unknown;
  readonly now: unknown;
}

export interface PlaceChange extends TwoStates {
  /** As in a conflict: that of a value, or of a block or component as a whole. */
  readonly path: string;
  /** `changed` of a value; the others of a block or component. One that was moved may have changed inside as well. */
  readonly kind: 'changed' | 'added' | 'removed' | 'moved';
  /** How many blocks stand before it in its list; of one that was removed, how many would. Missing for what is no block. */
  readonly at?: number;
  /** How many stood before it, of one that was moved. */
  readonly from?: number;
}

/** In the order of the value, blocks that were removed behind all others. */
export function changedPlaces(
  structure: Structure,
  states: TwoStates,
  { isWithin = false, ...rules }: Omit<BlocksRules, 'mergeValue'>,
): readonly PlaceChange[] {
  return changesIn(structure, states, { path: '', isWithin }, rules);
}

type Rules = Pick<BlocksRules, 'shapeOf' | 'nameOf'>;

interface At {
  readonly path: string;
  /** Whether the values belong to one locale. */
  readonly isWithin: boolean;
}

function changesIn(structure: Structure, states: TwoStates, at: At, rules: Rules): readonly PlaceChange[] {
  const { before, now } = states;
  if (sameJson(before, now)) return [];
  if (structure === 'blocks' && isBlocks(before) && isBlocks(now))
    return changesOfList(before ?? [], now ?? [], at, rules);
  if (typeof structure === 'object' && isComponent(before) && isComponent(now))
    return changesOfComponent({ before, now }, structure.component, at, rules);
  return [{ path: at.path, kind: 'changed', before, now }];
}

function changesOfList(before: readonly Block[], now: readonly Block[], at: At, rules: Rules): readonly PlaceChange[] {
  const olds = byId(before);
  const places = new Map(before.map(({ id }, place) => [id, place]));
  const kept = keptInOrder(now.map(({ id }) => places.get(id) ?? null));
  const left = now.flatMap((block, place) => {
    const path = joined(at.path, block.id);
    const old = olds.get(block.id);
    if (old === undefined) return [{ path, kind: 'added', before: old, now: block, at: place } as const];
    const from = places.get(block.id) as number;
    const moved = kept.has(from) ? [] : [{ path, kind: 'moved', before: old, now: block, from, at: place } as const];
    const changes =
      old.type === block.type
        ? changesOfComponent({ before: old, now: block }, block.type, { ...at, path }, rules)
        : [{ path, kind: 'changed', before: old, now: block } as const];
    return [...moved, ...changes];
  });
  const news = byId(now);
  const removed = before.flatMap((block, place) => {
    if (news.has(block.id)) return [];
    const earlier = new Set(before.slice(0, place).map(({ id }) => id));
    const to = now.findLastIndex(({ id }) => earlier.has(id)) + 1;
    return [{ path: joined(at.path, block.id), kind: 'removed', before: block, now: undefined, at: to } as const];
  });
  return [...left, ...removed];
}

function changesOfComponent(
  { before, now }: { readonly before: ComponentValue | undefined; readonly now: ComponentValue | undefined },
  type: string,
  at: At,
  rules: Rules,
): readonly PlaceChange[] {
  if (before === undefined || now === undefined)
    return [{ path: at.path, kind: before === undefined ? 'added' : 'removed', before, now }];
  return keysOf(before.fields, now.fields).flatMap((key) => {
    const states = { before: own(before.fields, key), now: own(now.fields, key) };
    return changesOfField(type, key, states, at, rules);
  });
}

function changesOfField(type: string, key: string, states: TwoStates, at: At, rules: Rules): readonly PlaceChange[] {
  const { shapeOf, nameOf = nameByDefault } = rules;
  const { holds, byLocale } = shapeOf(type, key);
  const changes = (locale: string | undefined, values: TwoStates) => {
    const place = { type, key, locale, isWithin: at.isWithin };
    const path = joined(at.path, nameOf(place));
    return changesIn(holds, values, { path, isWithin: at.isWithin || locale !== undefined }, rules);
  };
  const { before, now } = states;
  if (at.isWithin || !byLocale || !isMap(before) || !isMap(now)) return changes(undefined, states);
  const [olds = NOTHING, news = NOTHING] = [before, now];
  return keysOf(olds, news).flatMap((locale) => changes(locale, { before: own(olds, locale), now: own(news, locale) }));
}

const NOTHING: InnerFields = {};
