/** Merges values of `component` and `blocks` by block and by place inside of it. Pure. */
import {
  type Block,
  type Choice,
  type ComponentValue,
  type InnerFields,
  type InnerPlace,
  resolveBlocks,
  type Structure,
  type ThreeSides,
} from '../../../../../contract/src/blocks-merge.ts';
import { sameJson } from '../../../../../contract/src/same-json.ts';
import type { Decisions, Show, ThreeWay } from './decisions.ts';
import { differencesInside, type InnerDifference } from './inner-differences.ts';
import { type Inside, takes } from './shapes.ts';
import type { FieldState } from './type-state.ts';
import { nameOf, type Place } from './values-state.ts';

/** Merges the value at a place; conflicts are added to the decisions. @param path of the resource */
export function mergedValue(path: string, three: ThreeWay<unknown>, place: Place, decisions: Decisions): unknown {
  const { inside, show } = place;
  const at = `${path}.${nameOf(place)}`;
  if (inside === undefined) return decisions.value(at, three, show);
  const take = decisions.resolutionOf(at);
  const choices = choicesBelow(at, decisions);
  const rules = { ...inside.shapes.rules(inside.isWithin), choices };
  const { value, conflicts } =
    take === undefined ? resolveBlocks(inside.structure, sidesOf(three), rules) : { value: three[take], conflicts: [] };
  for (const { path: end, kind, place: inner, isWithin, base, mine, theirs } of conflicts)
    decisions.addConflict(
      end === '' ? at : `${at}.${end}`,
      kind === 'removed' ? 'deleted' : 'both_changed',
      { base, target: mine, source: theirs },
      end === '' ? show : (one) => shownInside(one, { place: inner, isWithin }, inside),
    );
  for (const lost of placesLost({ ...three, source: value }, inside))
    if (choices.get(lost.path) !== 'mine')
      decisions.addConflict(`${at}.${lost.path}`, 'no_place', lost.three, (one) => shownInside(one, lost, inside));
  return value;
}

/**
 * Merges the draft value of the target where the source has published its own: what is published of the target's draft becomes what
 * is published then, and the rest of it remains a draft.
 * @param shown the target's published value, and the same after the merge
 */
export function mergedDraft(
  path: string,
  three: ThreeWay<unknown>,
  { inside, shown }: { inside: Inside; shown: { readonly before: unknown; readonly after: unknown } },
  decisions: Decisions,
): unknown {
  const choices = choicesBelow(`${path}.${inside.root}`, decisions);
  const merge = (sides: ThreeSides, chosen: ReadonlyMap<string, Choice> = new Map()): unknown => {
    const rules = { ...inside.shapes.rules(inside.isWithin), choices: chosen };
    const { value, conflicts } = resolveBlocks(inside.structure, sides, rules);
    if (conflicts.length === 0) return value;
    const mine = conflicts.map((conflict) => [conflict.path, 'mine'] as const);
    return resolveBlocks(inside.structure, sides, { ...rules, choices: new Map([...chosen, ...mine]) }).value;
  };
  const { target } = three;
  const drafts = merge(sidesOf(three), new Map([...choices].filter(([, side]) => side === 'mine')));
  if (shown.before === undefined) return drafts;
  const released = merge({ base: shown.before, mine: target, theirs: shown.after });
  return merge({ base: target, mine: released, theirs: drafts });
}

/** The paths relative to the resource at which a value changes. */
export function pathsChanged(place: Place, before: unknown, after: unknown): string[] {
  const { inside } = place;
  if (inside === undefined) return [place.path];
  const found = differencesInside(inside.structure, { base: undefined, target: before, source: after }, inside);
  return [...new Set(found.map((one) => (one.path === '' ? inside.root : `${inside.root}.${one.path}`)))];
}

/** Shows a value of blocks, or of a component, as management shows it. */
export function shownWhole(value: unknown, { structure, isWithin, ...inside }: Inside): unknown {
  return shownAs(value, structure, { isWithin, field: inside.field, inside });
}

/** Shows the value at a place inside. */
export function shownInside(
  value: unknown,
  { place, isWithin }: Pick<InnerDifference, 'place' | 'isWithin'>,
  inside: Inside,
): unknown {
  if (place === null) return shownBlock(value as Block, isWithin, inside);
  const { holds } = inside.shapes.shapeOf(place.type, place.key);
  return shownAs(value, holds, { isWithin, field: inside.shapes.fieldOf(place.type, place.key), inside });
}

type Showing = Pick<Inside, 'shapes' | 'show'>;

function shownAs(
  value: unknown,
  holds: Structure,
  { isWithin, field, inside }: { isWithin: boolean; field: FieldState | undefined; inside: Showing },
): unknown {
  if (holds === 'plain') return inside.show(value, field);
  if (holds === 'blocks') return (value as readonly Block[]).map((block) => shownBlock(block, isWithin, inside));
  return { fields: shownFields(holds.component, (value as ComponentValue).fields, { isWithin, inside }) };
}

function shownBlock({ id, type, fields }: Block, isWithin: boolean, inside: Showing): unknown {
  return { id, type, fields: shownFields(type, fields, { isWithin, inside }) };
}

function shownFields(
  type: string,
  fields: InnerFields,
  { isWithin, inside }: { isWithin: boolean; inside: Showing },
): Record<string, unknown> {
  const shown = Object.entries(fields).map(([key, values]) => {
    const field = inside.shapes.fieldOf(type, key);
    const { holds, byLocale } = inside.shapes.shapeOf(type, key);
    const show: Show<unknown> = (value) => shownAs(value, holds, { isWithin: isWithin || byLocale, field, inside });
    if (isWithin || !byLocale) return [field?.id ?? key, show(values)];
    const some = Object.entries(values as InnerFields);
    return [
      field?.id ?? key,
      Object.fromEntries(some.map(([number, one]) => [inside.shapes.codeOf(number), show(one)])),
    ];
  });
  return Object.fromEntries(shown);
}

/** What a merged value has that the target had not and the merged model has no place for. */
function placesLost(three: ThreeWay<unknown>, { structure, isWithin, field, shapes }: Inside): InnerDifference[] {
  return ofValue(structure, [three.target, three.source], { path: '', isWithin, field });

  type Pair<Value> = readonly [before: Value, after: Value];
  interface At {
    readonly path: string;
    readonly isWithin: boolean;
    readonly field: FieldState | undefined;
  }

  function ofValue(holds: Structure, [before, after]: Pair<unknown>, at: At): InnerDifference[] {
    if (holds === 'plain' || after === undefined || sameJson(before, after)) return [];
    if (typeof holds === 'object')
      return ofFields(
        holds.component,
        [(before as ComponentValue)?.fields ?? {}, (after as ComponentValue).fields],
        at,
      );
    const known = new Map(((before ?? []) as readonly Block[]).map((block) => [block.id, block]));
    return (after as readonly Block[]).flatMap((block) => {
      const was = known.get(block.id);
      const path = at.path === '' ? block.id : `${at.path}.${block.id}`;
      if (sameJson(was, block)) return [];
      if (shapes.merged(block.type) === undefined || !takes(at.field, block.type))
        return [lost({ path, place: null, isWithin: at.isWithin }, [was, block])];
      return ofFields(block.type, [was?.type === block.type ? was.fields : {}, block.fields], { ...at, path });
    });
  }

  function ofFields(type: string, [before, after]: Pair<InnerFields>, at: At): InnerDifference[] {
    return Object.entries(after).flatMap(([key, values]) => {
      const { holds, byLocale } = shapes.shapeOf(type, key);
      const innermost = (locale: string | undefined, pair: Pair<unknown>): InnerDifference[] => {
        const place: InnerPlace = { type, key, locale, isWithin: at.isWithin };
        const name = shapes.nameOf(place);
        const path = at.path === '' ? name : `${at.path}.${name}`;
        const isInside = at.isWithin || locale !== undefined;
        if (shapes.exists(place))
          return ofValue(holds, pair, { path, isWithin: isInside, field: shapes.fieldOf(type, key) });
        return sameJson(...pair) ? [] : [lost({ path, place, isWithin: isInside }, pair)];
      };
      const was = before[key];
      if (at.isWithin || !byLocale) return innermost(undefined, [was, values]);
      const locales = Object.entries(values as InnerFields);
      return locales.flatMap(([locale, value]) =>
        innermost(locale, [(was as InnerFields | undefined)?.[locale], value]),
      );
    });
  }

  function lost(
    at: Pick<InnerDifference, 'path' | 'place' | 'isWithin'>,
    [before, after]: Pair<unknown>,
  ): InnerDifference {
    return { ...at, isMove: false, three: { base: before, target: undefined, source: after } };
  }
}

function sidesOf({ base, target, source }: ThreeWay<unknown>): ThreeSides {
  return { base, mine: target, theirs: source };
}

/** The resolutions of paths inside. */
function choicesBelow(root: string, decisions: Decisions): Map<string, Choice> {
  const found = decisions.resolutionsBelow(root);
  return new Map(found.map(({ path, take }) => [path, take === 'target' ? 'mine' : 'theirs']));
}
