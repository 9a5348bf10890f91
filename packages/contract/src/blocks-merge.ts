/**
 * Merges a value of blocks, or of one component, that two sides have changed since they agreed on it. Blocks are the same ones by
 * id. Inside of a block each place, a field in a locale, is merged for itself: what one side changed stands as it left it, and only
 * what both changed in different ways is to be decided. No block that either side wrote is dropped without a question, and none
 * stands twice. Which side is mine matters only for what stands at a place until it is decided. Pure.
 */
import { mergedOrder } from './blocks-order.ts';
import { isObject } from './is-object.ts';
import { sameJson } from './same-json.ts';

/** Values of the fields of a block by key: numbers, slots or ids of fields, the same on all sides. */
export type InnerFields = Readonly<Record<string, unknown>>;

export interface ComponentValue {
  readonly fields: InnerFields;
}

export interface Block extends ComponentValue {
  /** Unique in its list, without dots. */
  readonly id: string;
  /** The component; as the server stores it, its number, which stays one in a merge. */
  readonly type: string;
}

/** What a value is: one that is taken whole, a list of blocks, or one component of the type that is named. */
export type Structure = 'plain' | 'blocks' | { readonly component: string };

/** What the values of a field are. */
export function structureOf({ type, component }: { readonly type?: unknown; readonly component?: unknown }): Structure {
  if (type === 'blocks') return 'blocks';
  return type === 'component' && typeof component === 'string' ? { component } : 'plain';
}

/** How the values of a field inside of a block are held. */
export interface InnerShape {
  readonly holds: Structure;
  /** Whether the field has a map of values by locale. In a value that belongs to one locale itself no field has one. */
  readonly byLocale: boolean;
}

/** Where a value is inside of a block or component. */
export interface InnerPlace {
  readonly type: string;
  readonly key: string;
  /** Undefined where the field has no map by locale. */
  readonly locale: string | undefined;
  /** Whether the value around it belongs to one locale. */
  readonly isWithin: boolean;
}

export type Side = 'mine' | 'theirs';

/** A value in its three states; undefined where there is none. */
export interface ThreeSides {
  /** What both started from. */
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface BlocksConflict extends ThreeSides {
  /** `<block id>.<key>.<locale>`, joined where blocks are in blocks, and without the id in a component; shorter for a whole block. */
  readonly path: string;
  /** `removed` if one side removed the block or component that the other changed. It stays until that is decided. */
  readonly kind: 'value' | 'removed';
  /** The field inside of a block or component whose value it is; null for a block, and for the whole value. */
  readonly place: InnerPlace | null;
  /** Whether the values belong to one locale, so that no field in them has a map of values by locale. */
  readonly isWithin: boolean;
}

/** What stands at a path: the value of a side, or another one. A block is given with its id; undefined removes it. */
export type Choice = Side | { readonly value: unknown };

export interface BlocksRules {
  /** Whether the whole value belongs to one locale, as its field is localized. By default it does not. */
  readonly isWithin?: boolean;
  /** How a field of a component type is held. A field that no side's type has any more is `plain`. */
  shapeOf(type: string, key: string): InnerShape;
  /**
   * The key under which a value of no locale stands, where each field has its values by place, as the server stores them: then every
   * field has a map, inside of a value of one locale too. Absent where fields without locales have their value itself.
   */
  readonly noLocale?: string;
  /** How a place is named in paths. By default its key, and its locale behind a dot. */
  readonly nameOf?: (place: InnerPlace) => string;
  /** Merges a plain value that both sides changed, such as a rich text; null for one that can only be taken whole. */
  readonly mergeValue?: (sides: ThreeSides, place: InnerPlace) => MergedValue | null;
}

/** A plain value merged by itself, as `mergeRichText` gives it. */
export interface MergedValue {
  readonly value: unknown;
  /** What `value` is written over as long as something in it is to be decided: the base of the conflict. */
  readonly base: unknown;
  /** What is to be decided in it. */
  readonly clashes: readonly unknown[];
}

export interface MergedBlocks<Value = unknown> {
  /** With mine at the places that are to be decided; undefined where nothing is left. */
  readonly value: Value;
  /** In the order of the value. */
  readonly conflicts: readonly BlocksConflict[];
}

/**
 * Merges a value of this structure. Where one side has another form, such as a block without an id or two with the same, the
 * value is taken whole.
 */
export function mergeBlocks(structure: Structure, sides: ThreeSides, rules: BlocksRules): MergedBlocks {
  return resolveBlocks(structure, sides, { ...rules, choices: new Map() });
}

/**
 * Merges again, with choices by path. A choice counts whether or not its place is a conflict, and one for a whole block before
 * those inside of it.
 * @returns with the conflicts for which there is no choice
 */
export function resolveBlocks(
  structure: Structure,
  sides: ThreeSides,
  { choices, ...rules }: BlocksRules & { readonly choices: ReadonlyMap<string, Choice> },
): MergedBlocks {
  return new Merge(rules, choices).whole(structure, sides);
}

/**
 * What a merged value is written over: theirs, but with what was before wherever there is a conflict. Merged again with it, the
 * value stays as it is, and the same is to be decided; where a conflict is left out, mine stands. Blocks that mine removed have
 * to be taken out of the value for that, or their conflicts are forgotten.
 */
export function writtenOver(
  structure: Structure,
  sides: ThreeSides,
  { conflicts, ...rules }: BlocksRules & Pick<MergedBlocks, 'conflicts'>,
): unknown {
  const { base, theirs } = sides;
  const choices = new Map(conflicts.map((conflict) => [conflict.path, { value: conflict.base }]));
  return new Merge(rules, choices).whole(structure, { base, mine: theirs, theirs }).value;
}

type SidesOf<Value> = Readonly<Record<keyof ThreeSides, Value>>;

interface At<Sides> {
  readonly sides: Sides;
  /** As in a conflict. */
  readonly place: InnerPlace | null;
  /** Whether the values belong to one locale. */
  readonly isWithin: boolean;
}

class Merge {
  readonly #rules: BlocksRules;
  readonly #choices: ReadonlyMap<string, Choice>;
  /** The paths below which there is a choice. */
  readonly #openPaths: ReadonlySet<string>;

  constructor(rules: BlocksRules, choices: ReadonlyMap<string, Choice>) {
    this.#rules = rules;
    this.#choices = choices;
    this.#openPaths = new Set([...choices.keys()].flatMap(pathsAbove));
  }

  whole(structure: Structure, sides: ThreeSides): MergedBlocks {
    return this.#value('', structure, { sides, place: null, isWithin: this.#rules.isWithin === true });
  }

  #value(path: string, structure: Structure, at: At<ThreeSides>): MergedBlocks {
    const { sides } = at;
    if (typeof structure === 'object' && isEach(sides, isComponent))
      return this.#component(path, { ...at, sides }, () => structure.component);
    if (structure === 'blocks' && isEach(sides, isBlocks))
      return this.#settled(path, sides, { isOpen: this.#openPaths.has(path) }) ?? this.#list(path, { ...at, sides });
    return this.#settled(path, sides) ?? this.#plain(path, at);
  }

  #list(path: string, { sides, isWithin }: At<SidesOf<readonly Block[] | undefined>>): MergedBlocks {
    const [base, mine, theirs] = [byId(sides.base), byId(sides.mine), byId(sides.theirs)];
    const merged = new Map<string, MergedBlocks>();
    for (const id of new Set([...base.keys(), ...mine.keys(), ...theirs.keys()])) {
      const three = { base: base.get(id), mine: mine.get(id), theirs: theirs.get(id) };
      const block = this.#component(joined(path, id), { sides: three, place: null, isWithin }, ({ type }) => type);
      if (block.value !== undefined) merged.set(id, block);
    }
    const ids = { base: [...base.keys()], mine: [...mine.keys()], theirs: [...theirs.keys()] };
    const order = mergedOrder(ids, new Set(merged.keys())).flatMap((id) => merged.get(id) ?? []);
    const isGone = order.length === 0 && (sides.mine === undefined || sides.theirs === undefined);
    return {
      value: isGone ? undefined : order.map(({ value }) => value),
      conflicts: order.flatMap(({ conflicts }) => conflicts),
    };
  }

  /** A block or component; without a value where it has gone. */
  #component<Value extends ComponentValue>(
    path: string,
    at: At<SidesOf<Value | undefined>>,
    typeOf: (value: Value) => string,
  ): MergedBlocks {
    const { sides, place, isWithin } = at;
    const { base, mine, theirs } = sides;
    if (mine === undefined || theirs === undefined)
      return (
        this.#settled(path, sides) ?? {
          value: mine ?? theirs,
          conflicts: [{ path, kind: 'removed', place, isWithin, base, mine, theirs }],
        }
      );
    const type = typeOf(mine);
    const isSameType = type === typeOf(theirs);
    const settled = this.#settled(path, sides, { isOpen: isSameType && this.#openPaths.has(path) });
    if (settled !== null) return settled;
    if (!isSameType) return undecided(path, at);
    const was = base === undefined || typeOf(base) !== type ? {} : base.fields;
    const fields = { base: was, mine: mine.fields, theirs: theirs.fields };
    const { value, conflicts } = this.#fields(path, type, { sides: fields, isWithin });
    return { value: { ...mine, fields: value }, conflicts };
  }

  #fields(
    path: string,
    type: string,
    { sides, isWithin }: Omit<At<SidesOf<InnerFields>>, 'place'>,
  ): MergedBlocks<InnerFields> {
    const { shapeOf, nameOf = nameByDefault, noLocale } = this.#rules;
    return mergedMap(sides, (key, values) => {
      const { holds, byLocale } = shapeOf(type, key);
      const at = (locale: string | undefined, three: ThreeSides) => {
        const place = { type, key, locale, isWithin };
        const isInside = isWithin || (locale !== undefined && locale !== noLocale);
        return this.#value(joined(path, nameOf(place)), holds, { sides: three, place, isWithin: isInside });
      };
      const isByPlace = noLocale !== undefined || (byLocale && !isWithin);
      if (!isByPlace || !isEach(values, isMap)) return at(undefined, values);
      const { base = {}, mine = {}, theirs = {} } = values;
      const { value, conflicts } = mergedMap({ base, mine, theirs }, at);
      return { value: orNothing(value), conflicts };
    });
  }

  #plain(path: string, at: At<ThreeSides>): MergedBlocks {
    const { sides, place, isWithin } = at;
    const merged = place === null ? null : (this.#rules.mergeValue?.(sides, place) ?? null);
    if (merged === null) return undecided(path, at);
    const { value, base, clashes } = merged;
    const { conflicts } = undecided(path, { sides: { ...sides, base }, place, isWithin });
    return { value, conflicts: clashes.length === 0 ? [] : conflicts };
  }

  /** What is chosen for a path, or was changed by one side alone, or by both in the same way; null where it is to be merged. */
  #settled(path: string, sides: ThreeSides, { isOpen = false } = {}): MergedBlocks | null {
    const { base, mine, theirs } = sides;
    const choice = this.#choices.get(path);
    if (choice !== undefined)
      return { value: typeof choice === 'string' ? sides[choice] : choice.value, conflicts: [] };
    if (isOpen) return null;
    if (sameJson(theirs, base) || sameJson(theirs, mine)) return { value: mine, conflicts: [] };
    return sameJson(mine, base) ? { value: theirs, conflicts: [] } : null;
  }
}

function undecided(path: string, { sides, place, isWithin }: At<ThreeSides>): MergedBlocks {
  const { base, mine, theirs } = sides;
  return { value: mine, conflicts: [{ path, kind: 'value', place, isWithin, base, mine, theirs }] };
}

/** Merges each key, in an order that is the same whichever side is mine. */
function mergedMap(
  { base, mine, theirs }: SidesOf<InnerFields>,
  merge: (key: string, values: ThreeSides) => MergedBlocks,
): MergedBlocks<InnerFields> {
  const merged = keysOf(base, mine, theirs).map((key) => {
    const values = { base: own(base, key), mine: own(mine, key), theirs: own(theirs, key) };
    return { key, ...merge(key, values) };
  });
  return {
    value: mapOf(merged.map(({ key, value }) => [key, value])),
    conflicts: merged.flatMap(({ conflicts }) => conflicts),
  };
}

function isEach<Value>(
  sides: ThreeSides,
  isOne: (value: unknown) => value is Value | undefined,
): sides is SidesOf<Value | undefined> {
  return isOne(sides.base) && isOne(sides.mine) && isOne(sides.theirs);
}

/** Whether it is a list of blocks that are told apart by their ids, or nothing. */
export function isBlocks(value: unknown): value is readonly Block[] | undefined {
  if (value === undefined) return true;
  return Array.isArray(value) && value.every(isBlock) && byId(value).size === value.length;
}

function isBlock(value: unknown): value is Block {
  if (!isComponent(value) || value === undefined) return false;
  const { id, type } = value as Partial<Block>;
  return (
    typeof id === 'string' && id !== '' && !id.includes('.') && (typeof type === 'string' || typeof type === 'number')
  );
}

/** Whether it has the form of a component, or is nothing. */
export function isComponent(value: unknown): value is ComponentValue | undefined {
  if (value === undefined) return true;
  const fields = isMap(value) ? own(value ?? {}, 'fields') : undefined;
  return fields !== undefined && isMap(fields);
}

/** Whether it has the form of values by key, or is nothing. */
export function isMap(value: unknown): value is InnerFields | undefined {
  return value === undefined || isObject(value);
}

/** Blocks in their order, by id. */
export function byId(blocks: readonly Block[] | undefined): ReadonlyMap<string, Block> {
  return new Map((blocks ?? []).map((block) => [block.id, block]));
}

/** All keys of those, in an order that is the same whichever comes first. */
export function keysOf(...maps: readonly InnerFields[]): readonly string[] {
  return [...new Set(maps.flatMap((map) => Object.keys(map)))].toSorted();
}

/** A field may have the name of something that every object has, such as `constructor`. */
export function own(map: InnerFields, key: string): unknown {
  return Object.hasOwn(map, key) ? map[key] : undefined;
}

function mapOf(pairs: readonly (readonly [string, unknown])[]): InnerFields {
  return Object.fromEntries(pairs.filter(([, value]) => value !== undefined));
}

function orNothing(map: InnerFields): InnerFields | undefined {
  return Object.keys(map).length === 0 ? undefined : map;
}

/** How a place is named in paths where the rules do not say. */
export function nameByDefault({ key, locale }: InnerPlace): string {
  return locale === undefined ? key : joined(key, locale);
}

/** A path with one name more. */
export function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function pathsAbove(path: string): readonly string[] {
  const names = path.split('.');
  return names.map((_, length) => names.slice(0, length).join('.'));
}
