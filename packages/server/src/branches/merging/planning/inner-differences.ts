/** Where two values of `component` or `blocks` differ, block by block and place by place. Pure. */
import type {
  Block,
  ComponentValue,
  InnerFields,
  InnerPlace,
  Structure,
} from '../../../../../contract/src/blocks-merge.ts';
import { sameJson } from '../../../../../contract/src/same-json.ts';
import type { ThreeWay } from './decisions.ts';
import type { Shapes } from './shapes.ts';

/** A place where target and source differ. */
export interface InnerDifference {
  /** Within the value, as in the conflicts of blocks; '' for the whole value. */
  readonly path: string;
  /** The field inside; null for a block, and for the whole value. */
  readonly place: InnerPlace | null;
  /** Whether the values belong to one locale. */
  readonly isWithin: boolean;
  /** Whether a block has another position: then the values are positions, from 1, among the blocks that both have. */
  readonly isMove: boolean;
  readonly three: ThreeWay<unknown>;
}

interface At {
  readonly path: string;
  readonly place: InnerPlace | null;
  readonly isWithin: boolean;
}

/** The differences between the target's value and the source's, in order. @param isWithin whether they belong to one locale */
export function differencesInside(
  structure: Structure,
  three: ThreeWay<unknown>,
  { isWithin, shapes }: { isWithin: boolean; shapes: Shapes },
): InnerDifference[] {
  return ofValue(structure, three, { path: '', place: null, isWithin });

  function ofValue(holds: Structure, values: ThreeWay<unknown>, at: At): InnerDifference[] {
    const { base, target, source } = values;
    if (sameJson(target, source)) return [];
    if (holds === 'blocks' && Array.isArray(target) && Array.isArray(source))
      return ofList({ base: blocksIn(base), target, source }, at);
    if (typeof holds === 'object' && isValue(target) && isValue(source))
      return ofFields(holds.component, { base: fieldsIn(base), target: target.fields, source: source.fields }, at);
    return [{ ...at, isMove: false, three: values }];
  }

  function ofList(lists: Record<keyof ThreeWay<unknown>, readonly Block[]>, at: At): InnerDifference[] {
    const byId = (blocks: readonly Block[]) => new Map(blocks.map((block) => [block.id, block]));
    const [base, target, source] = [byId(lists.base), byId(lists.target), byId(lists.source)];
    return [
      ...movedIn(lists, at),
      ...[...new Set([...source.keys(), ...target.keys()])].flatMap((id) => {
        const values = { base: base.get(id), target: target.get(id), source: source.get(id) };
        const inner = { path: joined(at.path, id), place: null, isWithin: at.isWithin };
        const type = values.target?.type;
        if (
          values.target === undefined ||
          values.source === undefined ||
          type === undefined ||
          type !== values.source.type
        )
          return [{ ...inner, isMove: false, three: values }];
        const was = values.base?.type === type ? values.base.fields : {};
        return ofFields(type, { base: was, target: values.target.fields, source: values.source.fields }, inner);
      }),
    ];
  }

  function ofFields(type: string, fields: Record<keyof ThreeWay<unknown>, InnerFields>, at: At): InnerDifference[] {
    return ofKeys(fields, (key, values) => {
      const { holds, byLocale } = shapes.shapeOf(type, key);
      const innermost = (locale: string | undefined, some: ThreeWay<unknown>) => {
        const place = { type, key, locale, isWithin: at.isWithin };
        const path = joined(at.path, shapes.nameOf(place));
        return ofValue(holds, some, { path, place, isWithin: at.isWithin || locale !== undefined });
      };
      if (at.isWithin || !byLocale) return innermost(undefined, values);
      const maps = { base: mapIn(values.base), target: mapIn(values.target), source: mapIn(values.source) };
      return ofKeys(maps, innermost);
    });
  }
}

/** The blocks of both that stand in another order: as few as explain it. */
function movedIn(
  { base, target, source }: Record<keyof ThreeWay<unknown>, readonly Block[]>,
  at: At,
): InnerDifference[] {
  const idsIn = (blocks: readonly Block[], others: readonly Block[]) => {
    const known = new Set(others.map(({ id }) => id));
    return blocks.map(({ id }) => id).filter((id) => known.has(id));
  };
  const [before, after] = [idsIn(target, source), idsIn(source, target)];
  const shared = idsIn(base, target).filter((id) => after.includes(id));
  const staying = longestRising(after.map((id) => before.indexOf(id)));
  const positionIn = (ids: readonly string[], id: string) => {
    const index = ids.indexOf(id);
    return index < 0 ? undefined : index + 1;
  };
  return after
    .filter((id) => !staying.has(before.indexOf(id)))
    .map((id) => ({
      path: joined(at.path, id),
      place: null,
      isWithin: at.isWithin,
      isMove: true,
      three: { base: positionIn(shared, id), target: positionIn(before, id), source: positionIn(after, id) },
    }));
}

/** One of the longest rising sequences in distinct numbers. */
function longestRising(numbers: readonly number[]): Set<number> {
  const best: number[][] = [];
  for (const [index, number] of numbers.entries()) {
    const before = best.slice(0, index).filter((run) => (run.at(-1) as number) < number);
    best.push([...(before.sort((one, other) => other.length - one.length)[0] ?? []), number]);
  }
  return new Set(best.sort((one, other) => other.length - one.length)[0]);
}

function ofKeys(
  { base, target, source }: Record<keyof ThreeWay<unknown>, InnerFields>,
  visit: (key: string, three: ThreeWay<unknown>) => InnerDifference[],
): InnerDifference[] {
  const keys = [...new Set([...Object.keys(target), ...Object.keys(source)])];
  return keys.flatMap((key) => visit(key, { base: base[key], target: target[key], source: source[key] }));
}

function isValue(value: unknown): value is ComponentValue {
  return typeof value === 'object' && value !== null;
}

function blocksIn(value: unknown): readonly Block[] {
  return Array.isArray(value) ? value : [];
}

function fieldsIn(value: unknown): InnerFields {
  return isValue(value) ? value.fields : {};
}

function mapIn(value: unknown): InnerFields {
  return (value ?? {}) as InnerFields;
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}
