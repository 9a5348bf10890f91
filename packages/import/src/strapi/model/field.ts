/** Plans one attribute: the field that it becomes, and how its values are converted. */

import {
  COMPONENT_LEVELS_MAX,
  type FieldTypeName,
  fieldTraits,
  type Validations,
} from '../../../../contract/src/fields.ts';
import { excerpt } from '../../excerpt.ts';
import type { FieldRules } from '../../field-rules.ts';
import { isRecord } from '../../json-object.ts';
import type { RulesOwner } from '../../kept-validations.ts';
import type { Notes } from '../../notes.ts';
import type { FieldRecord } from '../../records.ts';
import { isLocalizable, type SourceAttribute, type SourceSchema, textIn } from '../archive/schema.ts';
import { converters, convertValue, type ValueConverter } from '../values/values.ts';
import { countValidations, fileValidations, valueValidations } from './validations.ts';

const TYPE_SHOWN = 80;

/**
 * The content of a field: a plain value, files, links to entries, one component, a list of components (of one type, or a zone in
 * which each names its type), or components that are too deep, as JSON.
 */
export type FieldContent = 'value' | 'files' | 'links' | 'component' | 'blocks' | 'nested';

/** The plan for an attribute and its values. */
export interface FieldPlan {
  readonly attribute: SourceAttribute;
  readonly record: FieldRecord;
  readonly content: FieldContent;
  readonly isMany: boolean;
  /** For plain values. */
  readonly convert: ValueConverter;
}

/** The input of a plan. */
export interface FieldQuestion {
  readonly schema: SourceSchema;
  readonly attribute: SourceAttribute;
  /** Its id in Lectern. */
  readonly id: string;
  readonly isSlug: boolean;
  /** The Lectern name of a type or component; undefined if it is not imported. */
  readonly apiIdOf: (uid: string) => string | undefined;
  /** Whether a component can be inside of the type that has the attribute. */
  readonly isInside: (uid: string) => boolean;
  readonly notes: Notes;
  readonly fieldRules: FieldRules;
}

interface Shape extends Pick<FieldPlan, 'content' | 'isMany' | 'convert'> {
  readonly type: FieldTypeName;
  /** The kind of the link targets. */
  readonly item?: 'entry' | 'asset';
  readonly validations: (owner: RulesOwner) => Validations;
  readonly settings?: Pick<FieldRecord, 'component' | 'components'>;
}

/** Makes the plan; null, after adding a note, if the attribute is not imported. */
export function planField(question: FieldQuestion): FieldPlan | null {
  const { schema, attribute } = question;
  const about = fieldName(schema, attribute);
  if (isLeft(schema, attribute, question)) return null;
  const shape = shapeOf(question, about);
  const { content, isMany, convert } = shape;
  return { attribute, content, isMany, convert, record: recordOf(question, shape, about) };
}

/** How notes name a field, such as `field article.title`. */
function fieldName(schema: SourceSchema, { name }: SourceAttribute): string {
  return `field ${schema.name}.${name}`;
}

/** Whether a relation has many targets on this side. */
export function isToMany({ settings }: SourceAttribute): boolean {
  return /Many$|^manyWay$/.test(textIn(settings, 'relation'));
}

/** Whether its values differ by locale. Links and slugs do in every localized type. */
function isLocalized(schema: SourceSchema, { type, settings }: SourceAttribute): boolean {
  return schema.isLocalized && (isLocalizable(settings) || type === 'relation' || type === 'uid');
}

/** Whether an attribute is not imported; if so, a note is added. */
export function isLeft(
  schema: SourceSchema,
  attribute: SourceAttribute,
  { apiIdOf, notes }: Pick<FieldQuestion, 'apiIdOf' | 'notes'>,
): boolean {
  const reason = reasonToLeave(attribute, apiIdOf);
  if (reason !== null) notes.add(reason.kind, fieldName(schema, attribute), reason.message);
  return reason !== null;
}

function reasonToLeave(
  { type, settings }: SourceAttribute,
  apiIdOf: FieldQuestion['apiIdOf'],
): { readonly kind: 'left_out' | 'changed'; readonly message: string } | null {
  if (type === 'password') return { kind: 'left_out', message: 'Passwords are not read.' };
  if (settings.private === true)
    return {
      kind: 'left_out',
      message: 'It is private there, never shown by the API; delivery has no such fields, so it was left out.',
    };
  if (type !== 'relation') return null;
  const other = textIn(settings, 'mappedBy') || textIn(settings, 'morphBy');
  const target = textIn(settings, 'target');
  if (other !== '')
    return {
      kind: 'changed',
      message: `It is the other side of ${target}, ${other}, and is kept there; find it with links_to.`,
    };
  const isKnown = textIn(settings, 'relation').startsWith('morph') || apiIdOf(target) !== undefined;
  return isKnown ? null : { kind: 'left_out', message: `It links to ${target || 'nothing'}, which is not imported.` };
}

const none = (): Validations => ({});

function shapeOf(question: FieldQuestion, about: string): Shape {
  const { attribute, notes } = question;
  const { type, settings } = attribute;
  if (type === 'media') {
    const validations = (owner: RulesOwner) => fileValidations(attribute, owner);
    return linkShape('asset', { content: 'files', isMany: settings.multiple === true, validations });
  }
  if (type === 'relation') {
    const validations = () => linkedTypes([settings.target], question);
    return linkShape('entry', { content: 'links', isMany: isToMany(attribute), validations });
  }
  if (type === 'component' || type === 'dynamiczone') return componentShape(question, about);
  const known = Object.hasOwn(plain, type) ? plain[type] : undefined;
  if (known?.note !== undefined) notes.add('changed', about, known.note);
  if (known === undefined)
    notes.add('changed', about, `Attributes of type "${excerpt(type, TYPE_SHOWN)}" became JSON: there are none here.`);
  const own = question.isSlug ? slug : (known ?? json);
  const validations = (owner: RulesOwner) => valueValidations(attribute, owner);
  return { ...own, content: 'value', isMany: false, validations };
}

function componentShape(question: FieldQuestion, about: string): Shape {
  const { attribute, notes, isInside, apiIdOf } = question;
  const names = componentsIn(attribute);
  const components = names.filter(isInside).flatMap((uid) => apiIdOf(uid) ?? []);
  const [component] = components;
  if (component === undefined || components.length < names.length) {
    const message = `What is inside of more than ${COMPONENT_LEVELS_MAX} components, or not in the file, became JSON; links in it are {type, id}, and not followed here.`;
    notes.add('changed', about, message);
    return { ...json, content: 'nested', isMany: false, validations: none };
  }
  const shared = { convert: converters.asItIs, validations: none };
  if (attribute.type === 'component' && attribute.settings.repeatable !== true)
    return { ...shared, type: 'component', content: 'component', isMany: false, settings: { component } };
  return { ...shared, type: 'blocks', content: 'blocks', isMany: true, settings: { components } };
}

/** The uids of the components that values of an attribute may have. */
export function componentsIn({ type, settings }: SourceAttribute): readonly string[] {
  if (type === 'component') return [textIn(settings, 'component')];
  return type === 'dynamiczone' && Array.isArray(settings.components) ? settings.components.map(String) : [];
}

function linkShape(item: 'entry' | 'asset', rest: Pick<Shape, 'content' | 'isMany' | 'validations'>): Shape {
  return { type: rest.isMany ? 'array' : item, item, convert: converters.asItIs, ...rest };
}

function linkedTypes(uids: readonly unknown[], { apiIdOf }: FieldQuestion): Validations {
  const types = uids.flatMap((uid) => apiIdOf(String(uid)) ?? []);
  return types.length === 0 ? {} : { content_types: types };
}

interface PlainShape {
  readonly type: FieldTypeName;
  readonly convert: ValueConverter;
  readonly note?: string;
}

const slug: PlainShape = { type: 'slug', convert: converters.asItIs };
const json: PlainShape = { type: 'json', convert: converters.asItIs };
const plain: Readonly<Record<string, PlainShape>> = {
  string: { type: 'string', convert: converters.string },
  uid: { type: 'string', convert: converters.string },
  email: { type: 'string', convert: converters.string },
  enumeration: { type: 'string', convert: converters.string },
  text: { type: 'text', convert: converters.text },
  richtext: { type: 'text', convert: converters.text, note: 'It holds Markdown, which stays text as it is written.' },
  blocks: { type: 'rich_text', convert: converters.blocks },
  integer: { type: 'integer', convert: converters.integer },
  biginteger: {
    type: 'string',
    convert: converters.string,
    note: 'Its whole numbers may be larger than JSON can carry, so they are text, as in the API of Strapi.',
  },
  decimal: { type: 'number', convert: converters.number },
  float: { type: 'number', convert: converters.number },
  boolean: { type: 'boolean', convert: converters.asItIs },
  date: { type: 'date', convert: converters.date },
  datetime: { type: 'datetime', convert: converters.datetime },
  timestamp: { type: 'datetime', convert: converters.datetime },
  time: { type: 'string', convert: converters.string, note: 'There are no times of day here; they are text.' },
  json,
};

function recordOf(question: FieldQuestion, shape: Shape, about: string): FieldRecord {
  const { schema, attribute, id, notes, fieldRules } = question;
  const owner = { about, type: shape.item ?? shape.type, notes, fieldRules };
  const ofItems = shape.validations(owner);
  const list = shape.type === 'blocks' ? shape.type : 'array';
  const ofList = shape.isMany ? countValidations(attribute, { ...owner, type: list }) : {};
  return {
    id,
    name: attribute.name,
    type: shape.type,
    required: attribute.settings.required === true,
    localized: isLocalized(schema, attribute),
    unique: isUnique(question, shape, about),
    ...defaultOf(question, shape, about),
    ...shape.settings,
    ...(shape.isMany && shape.item !== undefined ? { items: { type: shape.item, ...named(ofItems) } } : {}),
    ...named(shape.isMany ? ofList : ofItems),
  };
}

function named(validations: Validations): { readonly validations?: Validations } {
  return Object.keys(validations).length > 0 ? { validations } : {};
}

function isUnique({ schema, attribute, isSlug, notes }: FieldQuestion, { type }: Shape, about: string): boolean {
  // Slugs are always unique within a type and locale.
  if (attribute.settings.unique !== true || isSlug) return false;
  if (!schema.isComponent && fieldTraits[type].mayBeUnique) return true;
  const reason = schema.isComponent
    ? 'inside of a component nothing is unique'
    : `a field of type ${type} cannot be unique`;
  notes.add('left_out', about, `The validation "unique" was left out: ${reason}.`);
  return false;
}

function defaultOf(
  { attribute, notes, fieldRules }: FieldQuestion,
  { type, content, convert }: Shape,
  about: string,
): { readonly default?: unknown } {
  const value = attribute.settings.default;
  if (value === undefined || value === null || content !== 'value' || isRecord(value)) return {};
  const context = { about: `${about} (default)`, notes, fieldRules, assetOf: () => null };
  const converted = convertValue(value, { type, convert }, context);
  return converted === undefined ? {} : { default: converted };
}
