/**
 * Plans one field of a content type: the field it becomes here, and how each of its values is converted. The plan is
 * made once per field, from its settings and all values in the file.
 */

import { type FieldTypeName, fieldTraits, type ItemTypeName, type Validations } from '../../../contract/src/fields.ts';
import type { FieldRules } from '../field-rules.ts';
import type { Notes } from '../notes.ts';
import type { FieldRecord } from '../records.ts';
import { dateType } from './dates.ts';
import type { SourceContentType, SourceControl, SourceField, SourceItem, SourceItems, Sys } from './export-file.ts';
import { entryName } from './item-names.ts';
import { ownValues, type SourceLocales } from './source-values.ts';
import { convertRules } from './validations.ts';
import { converters, listOf, type ValueConverter } from './values.ts';

/** The plan for a field and its values. */
export interface FieldPlan {
  readonly record: FieldRecord;
  readonly convert: ValueConverter;
}

/** The input of a plan. */
export interface FieldQuestion {
  readonly type: SourceContentType;
  readonly field: SourceField;
  /** Its id in Lectern. */
  readonly id: string;
  /** The subject of notes, such as `field blogPost.body`. */
  readonly about: string;
  readonly isSlug: boolean;
  readonly control: SourceControl | undefined;
  /** All entries of the type. */
  readonly entries: readonly SourceItem[];
  readonly locales: SourceLocales;
  readonly notes: Notes;
  readonly fieldRules: FieldRules;
}

/** Makes the plan; losses are noted. */
export function planField(question: FieldQuestion): FieldPlan {
  const { field } = question;
  const shape = shapeOf(question);
  const rules = convertRules(field.validations, { ...question, type: shape.type });
  const help = question.control?.settings?.helpText;
  noteSettings(question);
  return {
    convert: shape.convert,
    record: {
      id: question.id,
      name: field.name?.trim() || question.id,
      type: shape.type,
      required: field.required === true,
      localized: field.localized === true,
      unique: rules.unique && mayBeUnique(shape.type, question),
      ...defaultOf(question, shape),
      ...(typeof help === 'string' && help !== '' ? { help } : {}),
      ...(shape.items === undefined ? {} : { items: itemsOf(shape.items, question) }),
      ...validationsOf(rules.validations),
    },
  };
}

interface Shape {
  readonly type: FieldTypeName;
  readonly items?: ItemTypeName;
  readonly convert: ValueConverter;
}

const plainShapes: Readonly<Record<string, Shape>> = {
  Symbol: { type: 'string', convert: converters.text },
  Text: { type: 'text', convert: converters.text },
  RichText: { type: 'rich_text', convert: converters.richText },
  Integer: { type: 'integer', convert: converters.integer },
  Number: { type: 'number', convert: converters.number },
  Boolean: { type: 'boolean', convert: converters.boolean },
  Object: { type: 'json', convert: converters.json },
  Location: { type: 'location', convert: converters.location },
};

const itemShapes: Readonly<Record<string, ItemTypeName>> = { Symbol: 'string', Integer: 'integer', Number: 'number' };

function shapeOf(question: FieldQuestion): Shape {
  const { field } = question;
  if (question.isSlug) return { type: 'slug', convert: converters.text };
  if (field.type === 'Date') return dateShape(question);
  const link = linkedKind(field);
  if (link !== undefined) return { type: link, convert: converters.link };
  if (field.type === 'Array' && field.items !== undefined) return listShape(field.items, question);
  return (
    (Object.hasOwn(plainShapes, field.type) ? plainShapes[field.type] : undefined) ?? otherShape(field.type, question)
  );
}

function dateShape(question: FieldQuestion): Shape {
  const values = ownValues(question.entries, question.field.id).map((own) => own.value);
  const type = dateType({
    about: question.about,
    values,
    format: question.control?.settings?.format,
    notes: question.notes,
  });
  return { type, convert: converters[type] };
}

function listShape(items: SourceItems, question: FieldQuestion): Shape {
  const link = linkedKind(items);
  if (link !== undefined) return { type: 'array', items: link, convert: listOf(converters.link) };
  const name = items.type ?? '';
  const type = Object.hasOwn(itemShapes, name) ? itemShapes[name] : undefined;
  if (type === undefined) return otherShape(`Array of ${name}`, question);
  return { type: 'array', items: type, convert: listOf(type === 'string' ? converters.text : converters.number) };
}

/** Values of types that do not exist in Lectern are kept as JSON. */
function otherShape(name: string, question: FieldQuestion): Shape {
  const reason = name.includes('ResourceLink')
    ? 'links to content of other spaces do not exist here'
    : 'there is no such type here';
  question.notes.add('changed', question.about, `Field type ${name}: ${reason}; its values were kept as JSON.`);
  return { type: 'json', convert: converters.json };
}

function linkedKind(field: SourceItems): 'entry' | 'asset' | undefined {
  if (field.type !== 'Link') return undefined;
  return field.linkType === 'Entry' ? 'entry' : field.linkType === 'Asset' ? 'asset' : undefined;
}

function itemsOf(type: ItemTypeName, question: FieldQuestion): NonNullable<FieldRecord['items']> {
  const { field, about } = question;
  const rules = convertRules(field.items?.validations, { ...question, about: `${about} (items)`, type });
  return { type, ...validationsOf(rules.validations) };
}

function validationsOf(validations: Validations): { readonly validations?: Validations } {
  return Object.keys(validations).length > 0 ? { validations } : {};
}

/** `unique` is kept only if no two published values contradict it; otherwise their entries would be rejected. */
function mayBeUnique(type: FieldTypeName, question: FieldQuestion): boolean {
  const { field, about, entries, notes } = question;
  // Slugs are always unique within a type and locale.
  if (type === 'slug') return false;
  if (!fieldTraits[type].mayBeUnique) {
    notes.add('left_out', about, `The validation "unique" was left out: a field of type ${type} cannot be unique.`);
    return false;
  }
  const holders = new Map<string, string>();
  for (const { entry, locale, value } of ownValues(entries, field.id)) {
    if (!isPublished(entry.sys)) continue;
    const text = JSON.stringify([locale, value]);
    const other = holders.get(text);
    const name = entryName(entry, question.type, question.locales);
    if (other !== undefined) {
      const reason = `${other} and ${name} have the same value in ${locale}`;
      notes.add('left_out', about, `The validation "unique" was left out: ${reason}.`);
      return false;
    }
    holders.set(text, name);
  }
  return true;
}

function defaultOf(question: FieldQuestion, shape: Shape): { readonly default?: unknown } {
  const { field, about, locales, notes } = question;
  const given = Object.entries(field.defaultValue ?? {}).filter(([, value]) => value !== null && value !== undefined);
  for (const [locale] of given.filter(([code]) => code !== locales.default)) {
    notes.add(
      'left_out',
      about,
      `The default value in ${locale} was left out: here a default is one value, for the default locale.`,
    );
  }
  const own = given.find(([code]) => code === locales.default);
  if (own === undefined) return {};
  const value = shape.convert(own[1], { about: `${about} (default)`, notes, linkKey: (_kind, id) => id });
  return value === undefined ? {} : { default: value };
}

function noteSettings({ field, about, notes }: FieldQuestion): void {
  if (field.disabled === true)
    notes.add('changed', about, 'Editing it is switched off there ("disabled"); here it can be edited.');
  if (field.omitted === true)
    notes.add('changed', about, 'It is left out of responses there ("omitted"); here delivery shows it.');
}

function isPublished(sys: Sys): boolean {
  return sys.publishedVersion !== undefined && sys.archivedAt === undefined && sys.archivedVersion === undefined;
}
