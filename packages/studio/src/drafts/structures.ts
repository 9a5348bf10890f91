/** What the values of fields with components in them are made of, as the merge of two sides has to know it. */
import {
  type BlocksConflict,
  type BlocksRules,
  mergeBlocks as mergeStructure,
  resolveBlocks,
  type Structure,
  structureOf,
  type ThreeSides,
  writtenOver,
} from '../../../contract/src/blocks-merge.ts';
import { type BlockClash, mergeRichText } from '../../../contract/src/rich-text-merge.ts';
import { sameJson } from '../../../contract/src/same-json.ts';
import type { ContentType } from '../api/types.ts';
import type { DecidedInside, Decision, MergedStructure, Shape, Shapes, Undecided } from './shape.ts';
import { hasId, isMap, valueInside } from './value-inside.ts';
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
    decide: (conflict, mine, decision) => decideInside(parts, conflict, mine, decision),
    namesInside: (outer, path) => namesInside(parts, outer, path),
    isPlaceGone,
  };
}

/** @param sent values that this side sent without learning whether they arrived: what theirs has of them is no clash */
function mergeInside(parts: Parts, sides: ThreeSides, sent: readonly unknown[] = []): MergedStructure {
  const { structure, rules } = parts;
  const first = mergeStructure(structure, sides, rules);
  const own = first.conflicts.filter(({ path, theirs }) =>
    sent.some((value) => sameJson(valueInside(value, path.split('.')), theirs)),
  );
  const choices = new Map(own.map(({ path }) => [path, 'mine' as const]));
  const { value, conflicts } = own.length === 0 ? first : resolveBlocks(structure, sides, { ...rules, choices });
  // A block that this side removed and the other one changed is back, for all to see.
  const clashes = conflicts.filter(({ kind, mine }) => kind === 'value' || mine !== undefined);
  return { value, base: writtenOver(structure, sides, { ...rules, conflicts: clashes }), clashes };
}

/** What is still to be decided in a value that was merged, one place after the other. */
function undecidedInside(parts: Parts, { base, theirs }: Undecided, mine: unknown): readonly BlocksConflict[] {
  const { conflicts } = mergeStructure(parts.structure, { base, mine, theirs }, parts.rules);
  return conflicts.filter(({ kind, mine: own }) => kind === 'value' || own !== undefined);
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
  const left = undecidedInside(parts, conflict, mine).flatMap((one) => {
    if (one.path !== clash.path) return [one];
    return text === null || text.clashes.length === 0 ? [] : [{ ...one, base: text.base }];
  });
  const chosen = text === null ? choice : { value: choice === 'mine' ? clash.mine : text.value };
  const { value } = resolveBlocks(structure, sides, { ...rules, choices: new Map([[clash.path, chosen]]) });
  if (left.length === 0) return { value, rest: undefined };
  return {
    value,
    rest: { theirs: conflict.theirs, base: writtenOver(structure, sides, { ...rules, conflicts: left }) },
  };
}

/** What the path of a value, as the server writes it, is called in a clash inside of the value at `outer`. @returns names, the most exact first */
function namesInside(parts: Parts, outer: ValuePath, path: string): readonly string[] {
  const around = parts.rules.isWithin ? outer : outer.slice(0, outer.lastIndexOf('.'));
  if (!path.startsWith(`${around}.`)) return [];
  const name = path.slice(around.length + 1);
  // The server names a locale behind each value, also where the field has no map by locale.
  return [name, name.slice(0, Math.max(0, name.lastIndexOf('.')))].filter((one) => one !== '');
}

/** Whether the block or component that a place was in stands in the value no more. */
function isPlaceGone(value: unknown, names: readonly string[]): boolean {
  if (value === undefined) return true;
  let found: unknown = value;
  for (const name of names) {
    const isList = Array.isArray(found) && (found.length === 0 || found.some(hasId));
    found = isList ? valueInside(found, [name]) : isMap(found) ? valueInside(found, [name]) : undefined;
    if (isList && found === undefined) return true;
    // A field that has no value yet is where it was.
    if (found === undefined) return false;
  }
  return false;
}
