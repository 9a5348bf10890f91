/** What each field type is in TypeScript. A field is typed as narrowly as what is published allows, and no more. */
import { componentsOf, type FieldTypeName, fieldTraits, limitsOnValues } from '../../../contract/src/fields.ts';
import type { DeliveredField } from './delivered-model.ts';

/** How a field stands in a model. */
export interface FieldText {
  /** Whether it leads to entries, assets or components. */
  readonly isLink: boolean;
  readonly type: string;
  /** Why the type is wider than the field's validations. */
  readonly reason: string | null;
}

/** What the types of fields refer to. */
export interface ModelNames {
  /** `api_id`s of the content types that have entries. */
  readonly entryTypes: readonly string[];
}

type Typing = (field: DeliveredField, names: ModelNames) => FieldText;

const typings: Readonly<Record<FieldTypeName, Typing>> = {
  string: (field) => oneOf(field, 'string'),
  text: (field) => oneOf(field, 'string'),
  slug: (field) => oneOf(field, 'string'),
  integer: (field) => oneOf(field, 'number'),
  number: (field) => oneOf(field, 'number'),
  boolean: () => value('boolean'),
  date: () => value('string'),
  datetime: () => value('string'),
  json: () => value('Json'),
  location: () => value('Location'),
  rich_text: (field, names) => link('WithLinks', field, names),
  entry: (field, names) => link('ToEntry', field, names),
  asset: () => ({ isLink: true, type: 'ToAsset', reason: null }),
  array: listOf,
  component: (field) => ({ isLink: true, type: `OfComponent<${union(componentsOf(field))}>`, reason: null }),
  blocks: (field) => ({ isLink: true, type: `OfBlocks<${union(componentsOf(field))}>`, reason: null }),
};

/** The type of a field, and why it is not narrower. */
export function fieldText(field: DeliveredField, names: ModelNames): FieldText {
  return typings[field.type](field, names);
}

/** Whether lists can be ordered by the field. */
export function isOrdered({ type }: DeliveredField): boolean {
  return fieldTraits[type].mayBeOrdered;
}

/** Texts as a union of literals. */
export function union(values: readonly (string | number)[]): string {
  if (values.length === 0) return 'never';
  return values.map((one) => (typeof one === 'string' ? quoted(one) : String(one))).join(' | ');
}

/** A text as a literal in single quotes. */
export function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function value(type: string): FieldText {
  return { isLink: false, type, reason: null };
}

/** Text or numbers: those of the validation `in` where no other is published. */
function oneOf(field: DeliveredField, base: string): FieldText {
  const { evidence } = field;
  const listed = limitsOnValues(field).in;
  if (listed === undefined || listed.length === 0) return value(base);
  if (evidence?.outside_in === 0) return value(union([...new Set(listed)]));
  return {
    ...value(base),
    reason: evidence ? counted(evidence.outside_in, 'has', 'have', 'a value that is not listed') : null,
  };
}

/** Links to the types of the validation `content_types` where none to another one is published. */
function link(kind: string, field: DeliveredField, { entryTypes }: ModelNames): FieldText {
  const { evidence } = field;
  const listed = limitsOnValues(field).content_types?.filter((type) => entryTypes.includes(type));
  const narrow = { isLink: true, type: `${kind}<${union(listed ?? [])}>`, reason: null };
  if (listed !== undefined && evidence?.outside_types === 0) return narrow;
  const reason = listed && evidence ? counted(evidence.outside_types, 'links', 'link', 'to other types') : null;
  return { isLink: true, type: `${kind}<AnyType>`, reason };
}

function listOf(field: DeliveredField, names: ModelNames): FieldText {
  const items = field.items?.type ?? 'string';
  if (items === 'asset') return { isLink: true, type: 'ToAssets', reason: null };
  if (items === 'entry') return link('ToEntries', field, names);
  const { type, reason } = typings[items](field, names);
  return { isLink: false, type: type.includes(' | ') ? `(${type})[]` : `${type}[]`, reason };
}

/** `3 published entries have none` */
export function counted(entries: number, one: string, many: string, what: string): string {
  return entries === 1 ? `1 published entry ${one} ${what}` : `${entries} published entries ${many} ${what}`;
}
