/**
 * Iterates over the visible values of a document: its own values (without fallback) of visible fields, in the locales of the space,
 * and those of the components inside of them. Skips hidden values.
 *
 * Inside of a value of a localized field, which belongs to one locale, nothing is localized once more: each field has one value.
 * Inside of a value of any other field, localized fields have a value for each locale, as those of the document.
 */
import { componentsOf } from '../../../../../contract/src/fields.ts';
import type { Locale, Locales } from '../../spaces/locale.ts';
import type { Block, Component, Components, Document, Field } from '../field.ts';
import { ownValue, shownValue } from '../own-value.ts';
import { fieldType } from '../registry.ts';

/** Most values have nothing inside: none of them makes a list of its own. */
const NO_BLOCKS: readonly Block[] = [];
const NO_LEVELS: readonly InnerLevel[] = [];

/** What documents are read with. */
export interface DocumentModel {
  readonly locales: Locales;
  readonly components: Components;
}

/** A document with what is needed to read it. */
export interface DocumentView extends DocumentModel {
  readonly document: Document;
  /** The visible fields of its content type. */
  readonly fields: readonly Field[];
}

export interface OwnValue {
  readonly field: Field;
  /** The locale of the value; the default one if neither the field nor one around it is localized. */
  readonly locale: Locale;
  readonly value: unknown;
  /** Such as `fields.title.en-US`, or `fields.blocks.b3k9.title.en-US` inside of a block. */
  readonly path: string;
}

/** The fields of a document, or those of one component in it. */
export interface Level {
  readonly document: Document;
  /** As they are read at this place. */
  readonly fields: readonly Field[];
  /** The path that those of the values begin with. */
  readonly root: string;
  /** The locale of the value around it; null if there is none, or it is of no locale. */
  readonly within: Locale | null;
  /** Null for the document itself. */
  readonly component: Component | null;
}

/** The fields of a component in a value. */
export interface InnerLevel extends Level {
  readonly component: Component;
}

/** The fields of the document itself. */
export function topLevel({ document, fields }: Pick<DocumentView, 'document' | 'fields'>): Level {
  return { document, fields, root: 'fields', within: null, component: null };
}

/** The values of the document itself, in the order of the fields and of the locales. */
export function ownValues(view: DocumentView): Generator<OwnValue> {
  return valuesAt(topLevel(view), view);
}

/** Every value in the document, those of components after the value that contains them. */
export function allValues(view: DocumentView): Generator<OwnValue> {
  return valuesWithin(topLevel(view), view);
}

/** The values of one level, without those of the components in them. */
export function* valuesAt(level: Level, model: DocumentModel): Generator<OwnValue> {
  for (const own of storedAt(level, model.locales)) if (isSeen(own.value, own.field, model.components)) yield own;
}

/** The same with those of which readers see nothing. */
export function* storedAt(level: Level, locales: Locales): Generator<OwnValue> {
  for (const field of level.fields) {
    for (const locale of localesAt(level, field, locales)) {
      const value = ownValue(level.document[field.number], field, locale.number);
      if (value !== undefined) yield { field, locale, value, path: pathAt(level, field, locale) };
    }
  }
}

/**
 * Whether readers see anything of a stored value. One in which every block is hidden counts as none wherever values are read: it falls
 * back to another locale, `required` asks for one, and `[exists]` is false. Writes and merges keep it.
 */
export function isSeen(value: unknown, field: Field, components: Components): boolean {
  const blocks = blocksIn(value, field);
  return blocks.length === 0 || visibleBlocks(blocks, field, components).length > 0;
}

/** The value of a field of a level that readers see in a locale: its own, or if the level belongs to no locale, one by fallback. */
export function seenValue(
  { document, within }: Pick<Level, 'document' | 'within'>,
  field: Field,
  locale: Pick<Locale, 'number'>,
  { locales, components }: DocumentModel,
): unknown {
  const values = document[field.number];
  const sees = (value: unknown) => isSeen(value, field, components);
  if (within === null) return shownValue(values, field, locale.number, locales, sees);
  const own = ownValue(values, field, within.number);
  return sees(own) ? own : undefined;
}

function* valuesWithin(level: Level, model: DocumentModel): Generator<OwnValue> {
  for (const own of valuesAt(level, model)) {
    yield own;
    for (const inner of levelsIn(level, own, model.components)) yield* valuesWithin(inner, model);
  }
}

/** The components in a value of the level that its field shows, in order. */
export function levelsIn(
  level: Pick<Level, 'root' | 'within'>,
  own: Pick<OwnValue, 'field' | 'locale' | 'value'>,
  components: Components,
): readonly InnerLevel[] {
  const blocks = blocksIn(own.value, own.field);
  return blocks.length === 0 ? NO_LEVELS : blocks.flatMap((block) => levelOf(block, level, own, components) ?? []);
}

/** All components in a stored value, in order, hidden ones too. */
export function blocksIn(value: unknown, field: Pick<Field, 'type'>): readonly Block[] {
  return fieldType(field.type).blocks?.of(value) ?? NO_BLOCKS;
}

/** Whether values of the field have components in them. */
export function holdsBlocks({ type }: Pick<Field, 'type'>): boolean {
  return fieldType(type).blocks !== null;
}

/** A field as far as it is needed to find the components in its values. */
export type FieldWithBlocks = Pick<Field, 'number' | 'type'>;

/** All fields of components, shown and hidden ones. */
export interface FieldsWithin {
  componentByNumber(
    number: number,
  ): { readonly fields: readonly FieldWithBlocks[]; readonly hiddenFields: readonly FieldWithBlocks[] } | undefined;
}

/** All components in a stored document, those in others too, also where they are hidden. @param fields all, hidden ones too */
export function* blocksWithin(
  document: Document,
  fields: readonly FieldWithBlocks[],
  components: FieldsWithin,
): Generator<Block> {
  for (const field of fields)
    for (const value of Object.values(document[field.number] ?? {}))
      for (const block of blocksIn(value, field)) {
        yield block;
        const component = components.componentByNumber(block.type);
        if (component === undefined) continue;
        yield* blocksWithin(block.fields, [...component.fields, ...component.hiddenFields], components);
      }
}

/** A component in a value of the level; undefined if it is hidden: its field took it before, but does no longer. */
export function levelOf(
  block: Block,
  { root, within: around }: Pick<Level, 'root' | 'within'>,
  { field, locale }: Pick<OwnValue, 'field' | 'locale'>,
  components: Components,
): InnerLevel | undefined {
  const component = visibleComponent(block, field, components);
  if (component === undefined) return undefined;
  const within = around ?? (field.localized ? locale : null);
  const list = insidePath(field, locale, root);
  return {
    document: block.fields,
    fields: fieldsInside(component, field, within !== null),
    root: block.id === undefined ? list : `${list}.${block.id}`,
    within,
    component,
  };
}

/** The document itself and every component in it that is shown. */
export function* allLevels(level: Level, model: DocumentModel): Generator<Level> {
  yield level;
  const fields = level.fields.filter(holdsBlocks);
  for (const own of valuesAt({ ...level, fields }, model))
    for (const inner of levelsIn(level, own, model.components)) yield* allLevels(inner, model);
}

/** The locales in which a field of the level can have a value. */
export function localesAt({ within }: Level, field: Pick<Field, 'localized'>, locales: Locales): readonly Locale[] {
  return within === null ? fieldLocales(field, locales) : [within];
}

/** The path of a value of the level. */
export function pathAt(
  { root, within }: Pick<Level, 'root' | 'within'>,
  field: Pick<Field, 'id'>,
  locale: Pick<Locale, 'code'>,
): string {
  return within === null ? valuePath(field, locale, root) : `${root}.${field.id}`;
}

/**
 * The path of a value in differences, of versions and of environments. A value with components inside has the one that theirs begin
 * with: behind a locale that is no choice, it could be that of a block, whose id may be the code of the locale.
 */
export function comparedPath(
  level: Pick<Level, 'root' | 'within'>,
  field: Field,
  locale: Pick<Locale, 'code'>,
): string {
  return holdsBlocks(field) ? insidePath(field, locale, level.root) : pathAt(level, field, locale);
}

/** What the paths of the components in a value begin with: a path names a locale once, where the values are localized. */
export function insidePath(field: Pick<Field, 'id' | 'localized'>, locale: Pick<Locale, 'code'>, root: string): string {
  return field.localized ? valuePath(field, locale, root) : `${root}.${field.id}`;
}

/** The component of a block, if the field takes it. Blocks of others are hidden, like the values of removed fields. */
export function visibleComponent(
  { type }: Pick<Block, 'type'>,
  field: Pick<Field, 'component' | 'components'>,
  components: Components,
): Component | undefined {
  const component = components.componentByNumber(type);
  return component !== undefined && componentsOf(field).includes(component.apiId) ? component : undefined;
}

/** The blocks that the field shows. */
export function visibleBlocks(
  blocks: readonly Block[],
  field: Pick<Field, 'component' | 'components'>,
  components: Components,
): Block[] {
  return blocks.filter((block) => visibleComponent(block, field, components) !== undefined);
}

/** A value without the blocks that are hidden. */
export function withoutHidden(value: unknown, field: Field, components: Components): unknown {
  const held = fieldType(field.type).blocks;
  return held === null ? value : held.from(visibleBlocks(held.of(value), field, components));
}

/** By component, then by how the fields are read. */
const readInside = new WeakMap<Component, Map<string, readonly Field[]>>();

/**
 * The fields of a component as they are read inside of a field.
 * @param outer the field, as it is read at its own place
 * @param isWithin whether the place belongs to one locale
 */
export function fieldsInside(component: Component, { home }: Pick<Field, 'home'>, isWithin: boolean): readonly Field[] {
  if (!isWithin && home === null) return component.fields;
  const known = readInside.get(component) ?? new Map<string, readonly Field[]>();
  readInside.set(component, known);
  const name = `${isWithin} ${home}`;
  const fields =
    known.get(name) ??
    component.fields.map((field) => ({
      ...field,
      localized: field.localized && !isWithin,
      home: field.home ?? home,
    }));
  known.set(name, fields);
  return fields;
}

/** The locales in which the field can have a value: only the default locale if it is not localized. */
function fieldLocales(field: Pick<Field, 'localized'>, locales: Locales): readonly Locale[] {
  return field.localized ? locales.all : [locales.default];
}

/** The path of a value in a request. */
export function valuePath(field: Pick<Field, 'id'>, locale: Pick<Locale, 'code'>, root = 'fields'): string {
  return `${root}.${field.id}.${locale.code}`;
}
