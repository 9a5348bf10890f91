/** What the values of fields with components in them are made of, as the merge of two sides has to know it. */
import { changedPlaces, type PlaceChange, type TwoStates } from '../../../contract/src/blocks-changes.ts';
import {
  type BlocksConflict,
  type BlocksRules,
  type Choice,
  mergeBlocks as mergeStructure,
  resolveBlocks,
  type Structure,
  structureOf,
  type ThreeSides,
  writtenOver,
} from '../../../contract/src/blocks-merge.ts';
import { isObject } from '../../../contract/src/is-object.ts';
import { type BlockClash, mergeRichText } from '../../../contract/src/rich-text-merge.ts';
import { sameJson } from '../../../contract/src/same-json.ts';
import type { ContentType } from '../api/types.ts';
import type { InnerNews, Removal } from './inner-news.ts';
import type { DecidedInside, Decision, MergedStructure, ReplacedStates, Shape, Shapes, Undecided } from './shape.ts';
import { blocksMissing, withOwn } from './three-way.ts';
import { hasId, valueInside } from './value-inside.ts';
import type { ValuePath } from './value-path.ts';

/** @param type of the entry @param types all, its components among them */
export function shapesOf(type: Pick<ContentType, 'fields'>, types: readonly ContentType[]): Shapes {
  const find = (component: string, key: string) =>
    types.find(({ api_id }) => api_id === component)?.fields.find(({ id }) => id === key);
  const rules = (isWithin: boolean): BlocksRules => ({
    isWithin,
    shapeOf: (component, key) => {
      const field = find(component, key);
      return { holds: field === undefined ? 'plain' : structureOf(field), byLocale: field?.localized === true };
    },
    mergeValue: (sides, { type: component, key }) =>
      find(component, key)?.type === 'rich_text' ? mergeRichText(sides) : null,
  });
  return (id) => {
    const field = type.fields.find((one) => one.id === id);
    const structure = field === undefined ? 'plain' : structureOf(field);
    return field === undefined || structure === 'plain' ? null : shapeOf({ structure, rules: rules(field.localized) });
  };
}

interface Parts {
  readonly structure: Structure;
  readonly rules: BlocksRules;
}

function shapeOf(parts: Parts): Shape {
  return {
    merge: (sides, sent) => mergeInside(parts, sides, sent),
    undecided: (conflict, mine) => undecidedInside(parts, conflict, mine),
    removals: (outer, conflict, mine, list) => removalsInside(parts, outer, conflict, mine, list),
    decide: (conflict, mine, decision) => decideInside(parts, conflict, mine, decision),
    namesInside: (outer, path) => namesInside(parts, outer, path),
    news: (outer, states) => newsInside(parts, outer, states),
    seenAt: (outer, states, path) => seenInside(parts, outer, states, path),
    withoutOwn: ({ before, now, without }) => mergeInside(parts, { base: before, mine: now, theirs: without }).value,
    isPlaceGone,
  };
}

/** @param sent values that this side sent without learning whether they arrived: what theirs has of them is no clash */
function mergeInside(parts: Parts, sides: ThreeSides, sent: readonly unknown[] = []): MergedStructure {
  const { structure, rules } = parts;
  const first = mergeStructure(structure, sides, rules);
  const isSent = ({ path, theirs }: BlocksConflict) =>
    sent.some((value) => sameJson(valueInside(value, path.split('.')), theirs));
  const [own = [], clashes = []] = [true, false].map((is) => first.conflicts.filter((one) => isSent(one) === is));
  const choices = mineAt([...own, ...clashes.filter(isRemovedHere)]);
  const { value } = choices.size === 0 ? first : resolveBlocks(structure, sides, { ...rules, choices });
  return { value, base: writtenOver(structure, sides, { ...rules, conflicts: clashes }), clashes };
}

/** Whether it is about something that this side removed and the other one changed. */
function isRemovedHere({ kind, mine }: BlocksConflict): boolean {
  return kind === 'removed' && mine === undefined;
}

function mineAt(conflicts: readonly BlocksConflict[]): Map<string, Choice> {
  return new Map(conflicts.map(({ path }) => [path, 'mine']));
}

/** What is still to be decided in a value that was merged, one place after the other. */
function undecidedInside(parts: Parts, { base, theirs }: Undecided, mine: unknown): readonly BlocksConflict[] {
  return mergeStructure(parts.structure, { base, mine, theirs }, parts.rules).conflicts;
}

function removalsInside(
  parts: Parts,
  outer: ValuePath,
  { base, theirs }: Undecided,
  mine: unknown,
  list: string,
): readonly Removal[] {
  const { value, conflicts } = mergeStructure(parts.structure, { base, mine, theirs }, parts.rules);
  const names = nameInside(parts, outer, list);
  if (names === null) return [];
  const whole = names === '' ? value : valueInside(value, names.split('.'));
  const ids = Array.isArray(whole) ? whole.filter(hasId).map(({ id }) => String(id)) : [];
  const pathOfBlock = (id: string) => (names === '' ? id : `${names}.${id}`);
  const removed = new Map(conflicts.filter(isRemovedHere).map((one) => [one.path, one]));
  return ids.flatMap((id, place) => {
    const conflict = removed.get(pathOfBlock(id));
    if (conflict === undefined) return [];
    const at = ids.slice(0, place).filter((before) => !removed.has(pathOfBlock(before))).length;
    return [{ id, before: conflict.base, theirs: conflict.theirs, at }];
  });
}

/** Decides one place. @param block of a rich text that stands there, where only that one is decided */
function decideInside(
  parts: Parts,
  conflict: Undecided,
  mine: unknown,
  { clash, choice, block }: Decision,
): DecidedInside {
  const { structure, rules } = parts;
  const sides = { base: conflict.base, mine, theirs: conflict.theirs };
  const isMeant = (one: BlockClash) => block === undefined || sameJson(one, block);
  const text =
    block === undefined
      ? null
      : mergeRichText(clash, { isMerged: true, decide: (one) => (isMeant(one) ? choice : undefined) });
  const undecided = undecidedInside(parts, conflict, mine);
  const left = undecided.flatMap((one) => {
    if (one.path !== clash.path) return [one];
    return text === null || text.clashes.length === 0 ? [] : [{ ...one, base: text.base }];
  });
  const chosen = text === null ? choice : { value: choice === 'mine' ? clash.mine : text.value };
  const choices = mineAt(undecided.filter(isRemovedHere)).set(clash.path, chosen);
  const { value } = resolveBlocks(structure, sides, { ...rules, choices });
  if (left.length === 0) return { value, rest: undefined };
  return {
    value,
    rest: { theirs: conflict.theirs, base: writtenOver(structure, sides, { ...rules, conflicts: left }) },
  };
}

/** What the path of a value, as the server writes it, is called in a clash inside of the value at `outer`. @returns names, the most exact first */
function namesInside(parts: Parts, outer: ValuePath, path: string): readonly string[] {
  const name = nameInside(parts, outer, path) ?? '';
  // The server names a locale behind each value, also where the field has no map by locale.
  return [name, name.slice(0, Math.max(0, name.lastIndexOf('.')))].filter((one) => one !== '');
}

/** The end of a path, behind that of the value at `outer`; null where it does not lead there. */
function nameInside({ rules }: Parts, outer: ValuePath, path: string): string | null {
  const around = rootOf(rules, outer);
  if (path === around) return '';
  return path.startsWith(`${around}.`) ? path.slice(around.length + 1) : null;
}

/** What the paths of places inside of the value at `outer` begin with. */
function rootOf({ isWithin }: BlocksRules, outer: ValuePath): string {
  return isWithin ? outer : outer.slice(0, outer.lastIndexOf('.'));
}

function newsInside(parts: Parts, outer: ValuePath, { before, now, without }: ReplacedStates): readonly InnerNews[] {
  const { structure, rules } = parts;
  const changes = changedPlaces(structure, { before, now }, rules);
  const own = changes.length === 0 ? [] : changedPlaces(structure, { before: without, now: before }, rules);
  return changes.map((change) => {
    const isMine = change.kind !== 'moved' && own.some((one) => one.kind !== 'moved' && areOfOne(one, change));
    const saved = isMine ? blocksMissing(change.before, valueInside(without, change.path.split('.'))) : [];
    const path = [rootOf(rules, outer), change.path].filter((name) => name !== '').join('.');
    return { ...change, path, isMine, restored: withOwn(change, saved) };
  });
}

/** Whether both are about one place, or one of them about something in the other. */
function areOfOne({ path: one }: PlaceChange, { path: other }: PlaceChange): boolean {
  return one === other || one.startsWith(`${other}.`) || other.startsWith(`${one}.`);
}

function seenInside(parts: Parts, outer: ValuePath, { before, now }: TwoStates, path: string): unknown {
  const { structure, rules } = parts;
  const name = nameInside(parts, outer, path);
  if (name === null) return before;
  const choices = new Map([[name, 'theirs' as const]]);
  return resolveBlocks(structure, { base: now, mine: before, theirs: now }, { ...rules, choices }).value;
}

/** Whether the block or component that a place was in stands in the value no more. */
function isPlaceGone(value: unknown, names: readonly string[]): boolean {
  if (value === undefined) return true;
  let found: unknown = value;
  for (const name of names) {
    const isList = Array.isArray(found) && (found.length === 0 || found.some(hasId));
    found = isList ? valueInside(found, [name]) : isObject(found) ? valueInside(found, [name]) : undefined;
    if (isList && found === undefined) return true;
    // A field that has no value yet is where it was.
    if (found === undefined) return false;
  }
  return false;
}
