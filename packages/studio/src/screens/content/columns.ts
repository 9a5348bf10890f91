/** The columns of the content list: those that every entry has, and the fields of the type that is shown. */
import { fieldTraits } from '../../../../contract/src/fields.ts';
import type { ContentType, Field } from '../../api/types.ts';
import type { SearchParams } from '../../frame/search-params.ts';

/** A column by its name: of an entry's own, or `fields.<id>`. */
export type ColumnName = 'status' | 'type' | 'updated' | 'author' | 'published' | 'slug' | `fields.${string}`;

const OWN_COLUMNS: readonly ColumnName[] = ['status', 'type', 'updated', 'author', 'published', 'slug'];
const FIRST_COLUMNS: readonly ColumnName[] = ['status', 'updated', 'author'];
const KEPT = 'lectern.columns.';

/** What the API calls a column where a list is ordered by it; null where it is no order. */
export function orderOf(column: ColumnName, type: ContentType | undefined): string | null {
  if (column === 'updated') return 'updated_at';
  if (column === 'published') return 'published_at';
  if (column === 'slug') return 'slug';
  const field = fieldOf(column, type);
  return field !== undefined && isOrder(field) ? field.id : null;
}

/** Links are ordered by the keys of what they lead to, which tells people nothing. */
function isOrder({ type }: Field): boolean {
  return fieldTraits[type].mayBeOrdered && type !== 'entry' && type !== 'asset';
}

/** The columns that may be chosen. */
export function possibleColumns(type: ContentType | undefined): readonly ColumnName[] {
  if (type === undefined) return OWN_COLUMNS;
  const shown = [type.display_field, type.slug_field];
  const fields = type.fields.filter(({ id }) => !shown.includes(id)).map(({ id }) => `fields.${id}` as const);
  return [...OWN_COLUMNS.filter((column) => column !== 'type'), ...fields];
}

/** The columns of an address, else those that the person chose last for this type, else a few that are always of use. */
export function columnsOf(search: SearchParams, type: ContentType | undefined): readonly ColumnName[] {
  const named = search.columns ?? localStorage.getItem(KEPT + (type?.api_id ?? '')) ?? '';
  const possible = possibleColumns(type);
  const chosen = named.split(',').filter((name): name is ColumnName => possible.some((column) => column === name));
  return chosen.length > 0 ? chosen : FIRST_COLUMNS;
}

/** How wide a column is. */
export interface ColumnWidth {
  /** Pixels. */
  readonly least: number;
  /** Whether it takes a share of what is left: what is in it may be of any length. */
  readonly grows: boolean;
}

/** Pixels of what is as long as its kind: a word for a state, a day, a name, a number. */
const WIDTHS: Readonly<Partial<Record<ColumnName | Field['type'], number>>> = {
  status: 124,
  updated: 124,
  published: 124,
  author: 148,
  type: 148,
  number: 112,
  integer: 112,
  boolean: 88,
  date: 124,
  datetime: 148,
};
const LEAST_WIDTH = 136;

/** The width of a column by what stands in it. */
export function widthOf(column: ColumnName, type: ContentType | undefined): ColumnWidth {
  const least = WIDTHS[fieldOf(column, type)?.type ?? column];
  return least === undefined ? { least: LEAST_WIDTH, grows: true } : { least, grows: false };
}

/** Whether a column holds numbers, which stand below one another digit by digit. */
export function isNumeric(column: ColumnName, type: ContentType | undefined): boolean {
  const kind = fieldOf(column, type)?.type;
  return kind === 'number' || kind === 'integer';
}

/** The field whose value stands below the title in a list of one type, where the type has no slug: its first short text. */
export function secondFieldOf({ fields, slug_field: slug, display_field: title }: ContentType): Field | undefined {
  return slug === null ? fields.find(({ id, type }) => type === 'string' && id !== title) : undefined;
}

/** Keeps a choice of columns for the next visit. */
export function keepColumns(type: ContentType | undefined, columns: readonly ColumnName[]): void {
  localStorage.setItem(KEPT + (type?.api_id ?? ''), columns.join(','));
}

/** The field behind a column, where it is one of the type's. */
export function fieldOf(column: ColumnName, type: ContentType | undefined): Field | undefined {
  return type?.fields.find(({ id }) => column === `fields.${id}`);
}
