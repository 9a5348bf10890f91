/**
 * A block as an entry of its own, and an entry as a block: which content types and components can take the values of the other, and
 * what the values become there. Into an entry all of a block goes or nothing; into a block goes what has a place, and the rest is told. Pure.
 */
import { isObject } from '../../../../contract/src/is-object.ts';
import { sameJson } from '../../../../contract/src/same-json.ts';
import type { ContentType, Entry, Field, Locale } from '../../api/types.ts';
import { typesFor } from '../links/allowed.ts';
import { type LinkValue, linkOf } from '../links/link-value.ts';
import { fallbacksOf } from '../place-of-value.ts';
import { defaultsOf, newBlockId } from './block-value.ts';
import { type Block, type InnerFields, isStructured } from './blocks-in.ts';

/** Where blocks stand. */
export interface Standing {
  /** The locale that they belong to; null where they belong to none. */
  readonly within: string | null;
  /** Of the space, the default one first. */
  readonly locales: readonly Locale[];
}

type ByLocale = Readonly<Record<string, unknown>>;

/** Values of an entry by field and locale, as management takes them. Null is no value, and no default either. */
export type EntryFields = Readonly<Record<string, ByLocale | null>>;

/** What a block can be turned into: an entry of a type, and a block of a component that links to it. */
export interface Pair {
  readonly type: ContentType;
  readonly component: ContentType;
  /** The field of the component that the link stands in. */
  readonly field: Field;
}

/** A field of a block that a content type cannot take as it is. */
export interface Lack {
  readonly field: Field;
  /** The type has no such field, one of another type, or one that cannot have a value in each locale. */
  readonly why: 'missing' | 'type' | 'locales';
}

/** A block that takes the values of an entry. */
export interface Taking {
  readonly component: ContentType;
  readonly fields: InnerFields;
  readonly left: readonly Left[];
}

/** What of an entry has no place in a block. */
export interface Left {
  readonly field: Field;
  /** The codes of the locales whose values are left out; null where the field is left out as a whole. */
  readonly locales: readonly string[] | null;
}

interface Known {
  /** Those that the list of the block takes. */
  readonly components: readonly ContentType[];
  readonly types: readonly ContentType[];
  readonly standing: Standing;
}

/** What a block can be turned into, what fits it best first. @param component of the block */
export function pairsFor(block: Block, component: ContentType, known: Known): readonly Pair[] {
  const { components, types, standing } = known;
  const rank = (type: ContentType) => [
    component.fields.filter((field) => lackOf(block, field, type, standing) !== null).length,
    type.fields.filter(({ id }) => component.fields.every((field) => field.id !== id)).length,
  ];
  return typesTaking(block, component, known)
    .toSorted((one, other) => compared(rank(one), rank(other)))
    .flatMap((type) =>
      components.flatMap((linking) => {
        const field = linking.api_id === component.api_id ? undefined : linkFieldOf(linking, type, types);
        return field === undefined ? [] : [{ type, component: linking, field }];
      }),
    );
}

/** The content types whose entries can take all of a block. */
export function typesTaking(
  block: Block,
  component: ContentType,
  { types, standing }: Pick<Known, 'types' | 'standing'>,
): readonly ContentType[] {
  return types.filter((type) => type.kind === 'entry' && lacks(block, component, type, standing).length === 0);
}

/** The content type that can take most of a block, and what it lacks; null where none can take anything. */
export function nearestType(
  block: Block,
  component: ContentType,
  { types, standing }: Pick<Known, 'types' | 'standing'>,
): { readonly type: ContentType; readonly lacks: readonly Lack[] } | null {
  const most = neededFields(block, component, standing).length;
  const found = types
    .filter(({ kind }) => kind === 'entry')
    .map((type) => ({ type, lacks: lacks(block, component, type, standing) }))
    .filter((one) => one.lacks.length < most)
    .toSorted((one, other) => one.lacks.length - other.lacks.length);
  return found[0] ?? null;
}

/** The fields that an entry has to have a place for: those that a block fills, or all where it is empty. */
export function neededFields(block: Block, component: ContentType, standing: Standing): readonly Field[] {
  const filled = filledFields(block, component, standing);
  return filled.length === 0 ? component.fields : filled;
}

/** The values of an entry that a block is turned into. */
export function entryFields(
  block: Block,
  component: Pick<ContentType, 'fields'>,
  type: Pick<ContentType, 'fields'>,
  standing: Standing,
): EntryFields {
  const placed = component.fields.flatMap((field): [string, ByLocale | null][] => {
    const target = fieldIn(type, field.id);
    const value = block.fields[field.id];
    if (target === undefined) return [];
    // What is empty in the block is not filled by the default of the content type.
    if (value === undefined) return target.default == null ? [] : [[field.id, null]];
    const values = inEntry(value, field, target, standing);
    return values === null ? [] : [[field.id, values]];
  });
  return Object.fromEntries(placed);
}

/** The field that names entries of a type, where nothing fills it; null where something does, or no text can. */
export function nameToGive(type: Pick<ContentType, 'fields' | 'display_field'>, values: EntryFields): Field | null {
  const field = type.fields.find(({ id }) => id === type.display_field);
  if (field === undefined || (field.type !== 'string' && field.type !== 'text')) return null;
  return Object.values(values[field.id] ?? {}).some(isSaid) ? null : field;
}

/** The values with a name: in the locale of the block where it has one, else in the default one. @param name '' for none */
export function withName(values: EntryFields, field: Field, name: string, { within, locales }: Standing): EntryFields {
  if (name === '') return values;
  const locale = (field.localized ? within : null) ?? locales[0]?.code ?? '';
  return { ...values, [field.id]: { [locale]: name } };
}

/** The block that takes the place of one that was turned into an entry. @param id of the entry */
export function linkingBlock({ component, field }: Pair, id: string, { within, locales }: Standing): Block {
  const link: LinkValue = { type: 'entry', id };
  const isMap = field.localized && within === null;
  const value = isMap ? Object.fromEntries(sharing(locales).map((code) => [code, link])) : link;
  return newBlock(component, { [field.id]: value }, { within, locales });
}

/** A new block of a component: what its other fields begin with stands there too. */
export function newBlock(component: ContentType, fields: InnerFields, { within, locales }: Standing): Block {
  const defaults = defaultsOf(component, { within: within !== null, defaultLocale: locales[0]?.code ?? '' });
  return { id: newBlockId(), type: component.api_id, fields: { ...defaults, ...fields } };
}

/** The link that is all that a block says; null for any other block. */
export function onlyLink(block: Block, component: Pick<ContentType, 'fields'>, standing: Standing): LinkValue | null {
  const [field, ...others] = filledFields(block, component, standing);
  if (field?.type !== 'entry' || others.length > 0) return null;
  const value = block.fields[field.id];
  const isMap = field.localized && standing.within === null && isObject(value);
  const [first, ...more] = (isMap ? Object.values(value) : [value]).map(linkOf);
  return first != null && more.every((link) => link?.id === first.id) ? first : null;
}

/**
 * The blocks that can take values of an entry, those that leave out least first.
 * @param type of the entry
 * @param linking `api_id` of the component that links to it
 */
export function takingsFor(
  { fields: values }: Pick<Entry, 'fields'>,
  type: Pick<ContentType, 'fields'>,
  { components, standing, linking }: Pick<Known, 'components' | 'standing'> & { readonly linking: string },
): readonly Taking[] {
  const filled = type.fields.filter(({ id }) => Object.keys(values[id] ?? {}).length > 0);
  const rank = ({ left }: Taking) => [left.filter(({ locales }) => locales === null).length, left.length];
  return components
    .filter(({ api_id }) => api_id !== linking)
    .map((component) => {
      const placed = filled.map((field) => {
        const target = fieldIn(component, field.id);
        return { field, found: target === undefined ? null : inBlock(values[field.id] ?? {}, field, target, standing) };
      });
      const taken = placed.flatMap(({ field, found }) =>
        found?.value === undefined ? [] : [[field.id, found.value] as const],
      );
      const left = placed.flatMap(({ field, found }): Left[] => {
        if (found === null) return [{ field, locales: null }];
        return found.left.length === 0 ? [] : [{ field, locales: found.left }];
      });
      return { component, fields: Object.fromEntries(taken), left };
    })
    .filter(({ fields }) => Object.keys(fields).length > 0)
    .toSorted((one, other) => compared(rank(one), rank(other)));
}

/** The fields that a block fills with something else than what it began with. */
function filledFields(
  block: Block,
  component: Pick<ContentType, 'fields'>,
  { within, locales }: Standing,
): readonly Field[] {
  const defaults = defaultsOf(component, { within: within !== null, defaultLocale: locales[0]?.code ?? '' });
  return component.fields.filter(({ id }) => {
    const value = block.fields[id];
    return value !== undefined && value !== null && !sameJson(value, defaults[id]);
  });
}

function lacks(block: Block, component: ContentType, type: ContentType, standing: Standing): readonly Lack[] {
  return neededFields(block, component, standing).flatMap((field) => lackOf(block, field, type, standing) ?? []);
}

function lackOf(block: Block, field: Field, type: ContentType, standing: Standing): Lack | null {
  const target = fieldIn(type, field.id);
  if (target === undefined) return { field, why: 'missing' };
  if (!isOfSameType(field, target)) return { field, why: 'type' };
  return inEntry(block.fields[field.id] ?? null, field, target, standing) === null ? { field, why: 'locales' } : null;
}

/** The field of a component for a link to an entry of the type, where nothing else has to be filled in; one that names the type before others. */
function linkFieldOf({ fields }: ContentType, type: ContentType, types: readonly ContentType[]): Field | undefined {
  const takesType = (field: Field) => field.type === 'entry' && typesFor(field, types).includes(type);
  const found = fields
    .filter(takesType)
    .toSorted((one, other) => typesFor(one, types).length - typesFor(other, types).length)[0];
  const isToFill = (field: Field) => field.required && field.default == null && field !== found;
  return fields.some(isToFill) ? undefined : found;
}

/** The values by locale that a field of an entry gets from a block; null where they would lose something. */
function inEntry(value: unknown, field: Field, target: Field, { within, locales }: Standing) {
  const standard = locales[0]?.code ?? '';
  if (!isOfSameType(field, target) || !isOfSameForm(field, target, within)) return null;
  if (field.localized && within === null) {
    const byLocale = isObject(value) ? (value as ByLocale) : {};
    return target.localized || Object.keys(byLocale).every((code) => code === standard) ? byLocale : null;
  }
  if (!target.localized) return { [standard]: value };
  return Object.fromEntries((within === null ? sharing(locales) : [within]).map((code) => [code, value]));
}

interface InBlock {
  /** Undefined where readers see none there. */
  readonly value: unknown;
  /** The locales whose values are left out. */
  readonly left: readonly string[];
}

/** The value that a field of a block gets from an entry; null where it cannot take it. */
function inBlock(values: ByLocale, field: Field, target: Field, standing: Standing): InBlock | null {
  const { within, locales } = standing;
  const standard = locales[0]?.code ?? '';
  if (!isOfSameType(field, target) || !isOfSameForm(target, field, within)) return null;
  if (!field.localized) {
    const value = values[standard];
    if (!target.localized || within !== null) return { value, left: [] };
    return { value: Object.fromEntries(sharing(locales).map((code) => [code, value])), left: [] };
  }
  if (target.localized && within === null) return { value: values, left: [] };
  const wanted = locales.find(({ code }) => code === (within ?? standard));
  const seen = wanted === undefined ? [] : [wanted, ...fallbacksOf(wanted, locales)];
  const taken = seen.find(({ code }) => values[code] !== undefined)?.code;
  const left = Object.keys(values).filter((code) => code !== taken && !sameJson(values[code], values[taken ?? '']));
  return { value: taken === undefined ? undefined : values[taken], left };
}

/** The locales in which a value of all locales has to stand where each has its own: the default one, and those that do not fall back on it. */
function sharing(locales: readonly Locale[]): readonly string[] {
  const standard = locales[0];
  return locales
    .filter((locale) => standard === undefined || !fallbacksOf(locale, locales).includes(standard))
    .map(({ code }) => code);
}

function isOfSameType(field: Field, target: Field): boolean {
  if (field.type !== target.type || field.items?.type !== target.items?.type) return false;
  if (field.component !== target.component) return false;
  return (field.components ?? []).every((one) => target.components?.includes(one));
}

/** Whether the inside of components is held alike: it is localized only where the value around it belongs to no locale. @param inner of the block */
function isOfSameForm(inner: Field, outer: Field, within: string | null): boolean {
  return !isStructured(inner) || (within === null ? inner.localized === outer.localized : outer.localized);
}

function isSaid(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function fieldIn({ fields }: Pick<ContentType, 'fields'>, id: string): Field | undefined {
  return fields.find((field) => field.id === id);
}

/** The order of two ranks: by their first numbers that differ. */
function compared(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((number, index) => number !== other[index]);
  return at === -1 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
