/** The values of an asset that merge, each on its own: its texts in each locale; its file and each of its properties as a whole. Pure. */
import type { Locales } from '../../model/spaces/locale.ts';
import { FILE_COLUMNS } from './file-columns.ts';
import { isPropertyName, PROPERTY_NAMES, propertyColumn, propertyValue } from './properties.ts';
import type { AssetRow } from './tables.ts';
import { type AssetTexts, TEXTS } from './text-input.ts';

/** What of a row merges. */
export type MergedColumns = Pick<AssetRow, 'texts' | (typeof PROPERTY_NAMES)[number] | (typeof FILE_COLUMNS)[number]>;

/** A value in one locale, by its number; 0 for values without a locale. */
interface AssetValue {
  readonly slot: string;
  readonly locale: number;
  readonly value: unknown;
}

const NO_FILE = Object.fromEntries(FILE_COLUMNS.map((name) => [name, null]));
const NO_PROPERTIES = Object.fromEntries(PROPERTY_NAMES.map((name) => [name, null]));
const NEW = { ...NO_FILE, texts: '{}', ...NO_PROPERTIES } as unknown as MergedColumns;

export function mergedColumns(row: AssetRow): MergedColumns {
  const names = ['texts', ...PROPERTY_NAMES, ...FILE_COLUMNS] as const;
  return Object.fromEntries(names.map((name) => [name, row[name]])) as unknown as MergedColumns;
}

export function assetValues(columns: MergedColumns, locales: Locales): AssetValue[] {
  const texts = JSON.parse(columns.texts) as AssetTexts;
  const file = Object.fromEntries(FILE_COLUMNS.map((name) => [name, columns[name]]));
  const properties = PROPERTY_NAMES.map((slot) => ({ slot, locale: 0, value: propertyValue(columns, slot) }));
  return [
    ...TEXTS.flatMap((slot) =>
      locales.all.map(({ number: locale }) => ({ slot, locale, value: texts[slot]?.[locale] })),
    ),
    { slot: 'file', locale: 0, value: file },
    ...properties,
  ].filter(({ value }) => value !== undefined);
}

/** The columns with some values changed. @param before undefined for a new asset */
export function withAssetValues(before: MergedColumns = NEW, values: readonly AssetValue[]): MergedColumns {
  const texts: Record<string, Record<string, unknown>> = { ...(JSON.parse(before.texts) as AssetTexts) };
  const columns: Record<string, unknown> = { ...before };
  for (const { slot, locale, value } of values) {
    if (slot === 'file') Object.assign(columns, value);
    else if (isPropertyName(slot)) columns[slot] = propertyColumn(slot, value);
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
