/** The values of an asset that merge, each on its own: its texts in each locale; file, focal point and tags as wholes. Pure. */
import type { Locales } from '../../model/spaces/locale.ts';
import { FILE_COLUMNS } from './file-columns.ts';
import type { AssetRow } from './tables.ts';
import { type AssetTexts, TEXTS } from './text-input.ts';

/** What of a row merges. */
export type MergedColumns = Pick<AssetRow, 'texts' | 'focal_point' | 'tags' | (typeof FILE_COLUMNS)[number]>;

/** A value, of a locale by its number; 0 for what is the same in all. */
interface AssetValue {
  readonly slot: string;
  readonly locale: number;
  readonly value: unknown;
}

const NO_FILE = Object.fromEntries(FILE_COLUMNS.map((name) => [name, null]));
const NEW = { ...NO_FILE, texts: '{}', focal_point: null, tags: null } as unknown as MergedColumns;

export function mergedColumns(row: AssetRow): MergedColumns {
  const names = ['texts', 'focal_point', 'tags', ...FILE_COLUMNS] as const;
  return Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as MergedColumns;
}

export function assetValues(columns: MergedColumns, locales: Locales): AssetValue[] {
  const texts = JSON.parse(columns.texts) as AssetTexts;
  const file = Object.fromEntries(FILE_COLUMNS.map((name) => [name, columns[name]]));
  const wholes = { file, focal_point: readOf(columns.focal_point), tags: readOf(columns.tags) };
  return [
    ...TEXTS.flatMap((slot) =>
      locales.all.map(({ number: locale }) => ({ slot, locale, value: texts[slot]?.[locale] })),
    ),
    ...Object.entries(wholes).map(([slot, value]) => ({ slot, locale: 0, value })),
  ].filter(({ value }) => value !== undefined);
}

/** The columns with some values changed. @param before undefined for a new asset */
export function withAssetValues(before: MergedColumns = NEW, values: readonly AssetValue[]): MergedColumns {
  const texts: Record<string, Record<string, unknown>> = { ...(JSON.parse(before.texts) as AssetTexts) };
  const columns: Record<string, unknown> = { ...before };
  for (const { slot, locale, value } of values) {
    if (slot === 'file') Object.assign(columns, value);
    else if (slot === 'focal_point' || slot === 'tags')
      columns[slot] = value === undefined ? null : JSON.stringify(value);
    else texts[slot] = { ...texts[slot], [locale]: value };
  }
  const isLeft = (name: string) => Object.values(texts[name] ?? {}).some((text) => text !== undefined);
  const left = Object.fromEntries(TEXTS.filter(isLeft).map((name) => [name, texts[name]]));
  return { ...(columns as unknown as MergedColumns), texts: JSON.stringify(left) };
}

export function shownAssetValue(slot: string, value: unknown): unknown {
  if (slot !== 'file') return value;
  const { file_name, mime_type, size, width, height } = value as AssetRow;
  return { file_name, mime_type, size, width, height };
}

function readOf(json: string | null): unknown {
  return json === null ? undefined : JSON.parse(json);
}
