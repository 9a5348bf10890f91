/** The value of one field of a row or component: plain, links to files and entries, components, or JSON for those too deep. */
import { BLOCK_ID_CHARACTERS_MAX, BLOCKS_MAX, ITEMS_MAX } from '../../../../contract/src/fields.ts';
import { excerpt } from '../../excerpt.ts';
import { isRecord, ownValue } from '../../json-object.ts';
import type { RowName } from '../archive/links.ts';
import type { RowData } from '../archive/rows.ts';
import { type SourceAttribute, textIn } from '../archive/schema.ts';
import { type FieldPlan, isLeft, isToMany } from '../model/field.ts';
import type { TypePlan } from '../model/model.ts';
import { convertValue } from '../values/values.ts';
import type { DocumentContext } from './context.ts';

const NAME_SHOWN = 80;
/** What a hyphen and the position of a block take in its id. */
const POSITION_CHARACTERS = 4;

/** A row or a component, which contains values. */
export interface Holder {
  readonly row: RowName;
  readonly data: RowData;
  /** How notes name it. */
  readonly about: string;
  /** The locale of its values, for notes; null for none. */
  readonly locale: string | null;
}

interface LinkValue {
  readonly type: 'entry' | 'asset';
  readonly id: string;
}

/** The value of a field in the form that the service accepts; undefined for none. */
export function fieldValue(plan: FieldPlan, holder: Holder, context: DocumentContext): unknown {
  const { attribute, record, content, isMany, convert } = plan;
  const about = placeIn(holder, attribute.name);
  if (content === 'files' || content === 'links') return linksIn({ attribute, isMany, about }, holder.row, context);
  const value = ownValue(holder.data, attribute.name);
  if (value === null || value === undefined) return undefined;
  if (content === 'nested') return nestedValue(attribute, value, about, context);
  if (content === 'component') return componentIn(plan, value, about, context);
  if (content === 'blocks') return blocksIn(plan, value, about, context);
  const { notes, assets, fieldRules } = context;
  return convertValue(
    value,
    { type: record.type, convert },
    { about, notes, fieldRules, assetOf: (image) => assets.keyOfImage(image) },
  );
}

/** One component in the form that the service accepts; undefined for none. */
interface ComponentValue {
  readonly fields: Readonly<Record<string, unknown>>;
}

function componentIn(
  { attribute }: FieldPlan,
  value: unknown,
  about: string,
  context: DocumentContext,
): ComponentValue | undefined {
  // Strapi shows a component as a list of one where the attribute was a list before.
  const [data] = (Array.isArray(value) ? value : [value]).filter(isRecord);
  const type = data && componentType(textIn(attribute.settings, 'component'), about, context);
  return data && type && { fields: fieldsInside(type, data, about, context) };
}

/**
 * A list of components. Strapi gives them new numbers whenever their document is published, so the id of a block follows from its
 * component and its place among those of it: the draft and the published state then have the same blocks, as a second import does.
 */
function blocksIn(plan: FieldPlan, value: unknown, about: string, context: DocumentContext): unknown {
  const { attribute } = plan;
  const all = (Array.isArray(value) ? value : [value]).filter(isRecord);
  if (all.length > BLOCKS_MAX) {
    const message = `It has ${all.length} components; those after the first ${BLOCKS_MAX} were left out.`;
    context.notes.add('left_out', about, message);
  }
  const counts = new Map<string, number>();
  const blocks = all.slice(0, BLOCKS_MAX).flatMap((data) => {
    const uid =
      attribute.type === 'dynamiczone' ? textIn(data, '__component') : textIn(attribute.settings, 'component');
    const type = componentType(uid, about, context);
    if (type === undefined || !takes(plan, type)) return [];
    const { api_id } = type.record;
    const name = blockName(api_id);
    const position = (counts.get(name) ?? 0) + 1;
    counts.set(name, position);
    const place = `${about}, ${uid} ${position}`;
    return [{ id: `${name}-${position}`, type: api_id, fields: fieldsInside(type, data, place, context) }];
  });
  return blocks.length === 0 ? undefined : blocks;
}

function takes({ record }: FieldPlan, { record: { api_id } }: TypePlan): boolean {
  return record.components?.includes(api_id) === true;
}

/** The part of a component's name that ids of blocks begin with. */
function blockName(apiId: string): string {
  const last = apiId.split('.').at(-1) ?? '';
  return last.replaceAll(/[^A-Za-z0-9_-]/g, '').slice(0, BLOCK_ID_CHARACTERS_MAX - POSITION_CHARACTERS) || 'block';
}

function componentType(uid: string, about: string, { model, notes }: DocumentContext): TypePlan | undefined {
  const type = model.get(uid);
  if (type?.schema.isComponent === true) return type;
  const message = `A component "${excerpt(uid, NAME_SHOWN)}" was left out: its schema is not in the file.`;
  notes.add('left_out', about, message);
  return undefined;
}

function fieldsInside(
  { schema, fields }: TypePlan,
  data: RowData,
  about: string,
  context: DocumentContext,
): ComponentValue['fields'] {
  const holder = { row: { uid: schema.uid, id: String(data.id) }, data, about, locale: null };
  const pairs = fields.flatMap((field) => {
    const value = fieldValue(field, holder, context);
    return value === undefined ? [] : [[field.record.id, value] as const];
  });
  return Object.fromEntries(pairs);
}

/** How notes name a field of a holder. */
export function placeIn({ about, locale }: Pick<Holder, 'about' | 'locale'>, field: string): string {
  return locale === null ? `${about}, ${field}` : `${about}, ${field} (${locale})`;
}

interface LinkField {
  readonly attribute: SourceAttribute;
  readonly isMany: boolean;
  readonly about: string;
}

/**
 * The links of a field, without duplicate targets: drafts, published states and locales are separate rows in the file, but one
 * entry here.
 */
function linksIn(
  { attribute, isMany, about }: LinkField,
  row: RowName,
  { file, keys, assets, notes }: DocumentContext,
): LinkValue | readonly LinkValue[] | undefined {
  const found = new Map<string, LinkValue>();
  const type = attribute.type === 'media' ? 'asset' : 'entry';
  for (const target of file.links.targets(row, attribute.name)) {
    const id = type === 'asset' ? assets.keyOfRow(target) : keys.keyOfRow(target);
    if (id !== undefined) found.set(id, { type, id });
    else notes.add('missing_link', about, `${target.uid} ${target.id} is not in the file, or not imported.`);
  }
  const links = [...found.values()];
  const most = isMany ? ITEMS_MAX : 1;
  if (links.length > most)
    notes.add('left_out', about, `It has ${links.length} links; those after the first ${most} were left out.`);
  return isMany && links.length > 0 ? links.slice(0, most) : links[0];
}

/** A component, or a list of components, inside another component, as JSON. */
function nestedValue(attribute: SourceAttribute, value: unknown, about: string, context: DocumentContext): unknown {
  if (Array.isArray(value)) return value.map((one) => nestedValue(attribute, one, about, context));
  if (!isRecord(value)) return value;
  const uid = textIn(value, '__component') || textIn(attribute.settings, 'component');
  const schema = context.file.schemas.get(uid);
  const unknown = `A component "${excerpt(uid, NAME_SHOWN)}" was left out: its schema is not in the file.`;
  if (schema === undefined) context.notes.add('left_out', about, unknown);
  const question = { apiIdOf: (type: string) => context.model.get(type)?.record.api_id, notes: context.notes };
  const own = schema?.attributes.filter((inner) => !isLeft(schema, inner, question)) ?? [];
  const row = { uid, id: String(value.id) };
  const pairs = own.flatMap((inner) => {
    const one = nestedAttribute(inner, { row, data: value, about, locale: null }, context);
    return one === undefined ? [] : [[inner.name, one] as const];
  });
  return Object.fromEntries(attribute.type === 'dynamiczone' ? [['__component', uid], ...pairs] : pairs);
}

function nestedAttribute(attribute: SourceAttribute, { row, data, about }: Holder, context: DocumentContext): unknown {
  const { type, name, settings } = attribute;
  if (type === 'media') return linksIn({ attribute, isMany: settings.multiple === true, about }, row, context);
  if (type === 'relation') return linksIn({ attribute, isMany: isToMany(attribute), about }, row, context);
  const value = ownValue(data, name);
  return type === 'component' || type === 'dynamiczone' ? nestedValue(attribute, value, about, context) : value;
}
