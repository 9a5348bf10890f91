/** The rows of one document, by state and locale, and what they say of the document as a whole: its name and its times. */
import { excerpt } from '../../excerpt.ts';
import type { Row, RowData } from '../archive/rows.ts';
import { textIn } from '../archive/schema.ts';
import type { TypePlan } from '../model/model.ts';
import { timeOf } from '../values/values.ts';
import type { DocumentContext } from './context.ts';
import { localeOf } from './locales.ts';

const TITLE_SHOWN = 60;

export type StateName = 'draft' | 'published';

/** A document of one type. */
export interface Document {
  readonly key: string;
  readonly plan: TypePlan;
  readonly rows: readonly Row[];
}

/** A row with its content. */
export interface LoadedRow {
  readonly row: Row;
  readonly data: RowData;
}

/** The rows of one state in the order of the locales. */
export type RowsByLocale = ReadonlyMap<string, LoadedRow>;

/** A document with its rows in the imported locales. If a locale has only a published row, it is used as the draft too. */
export interface LoadedDocument {
  readonly plan: TypePlan;
  readonly key: string;
  readonly title: string;
  /** How notes name it, such as `article abc "Tides" (entities_00001.jsonl line 38)`. */
  readonly about: string;
  readonly states: Readonly<Record<StateName, RowsByLocale>>;
}

/** The times that the file contains. */
export type Times = Readonly<
  Record<'created_at' | 'updated_at' | 'published_at' | 'first_published_at', string | undefined>
>;

/** Reads the rows of a document. Rows that are not imported are noted. */
export function loadDocument({ key, plan, rows }: Document, context: DocumentContext): LoadedDocument {
  const loaded = rows.map((row) => ({ row, data: context.file.rows.read(row) }));
  const title = titleOf(plan, loaded);
  const place = loaded[0] === undefined ? '' : ` (${loaded[0].row.where})`;
  const about = `${plan.schema.name} ${key}${title === '' ? '' : ` "${title}"`}${place}`;
  return { plan, key, title, about, states: statesOf(plan, loaded, about, context) };
}

function titleOf({ title }: TypePlan, [first]: readonly LoadedRow[]): string {
  const text = title === undefined || first === undefined ? '' : textIn(first.data, title);
  return excerpt(text.trim().replaceAll(/\s+/g, ' '), TITLE_SHOWN);
}

/** In a type without drafts, one row serves as both states. */
function statesOf(
  { schema }: TypePlan,
  rows: readonly LoadedRow[],
  about: string,
  { locales, notes }: DocumentContext,
): LoadedDocument['states'] {
  const [drafts, published] = [new Map<string, LoadedRow>(), new Map<string, LoadedRow>()];
  for (const one of rows) {
    const own = localeOf(one.row.locale, locales);
    const locale = schema.isLocalized ? own : locales.default;
    const state = one.row.isPublished || !schema.hasDrafts ? published : drafts;
    const name = excerpt(one.row.locale ?? '', TITLE_SHOWN);
    if (own === null || locale === null)
      notes.add('left_out', about, `Its values in ${name} were left out: the space has no such locale.`);
    else if (state.has(locale))
      notes.add('left_out', about, `A second row of one locale and state was left out (${one.row.where}).`);
    else state.set(locale, one);
  }
  for (const [locale, one] of published) if (!drafts.has(locale)) drafts.set(locale, one);
  const inOrder = (all: RowsByLocale) =>
    new Map(locales.codes.flatMap((code) => [...all].filter(([locale]) => locale === code)));
  return { draft: inOrder(drafts), published: inOrder(published) };
}

/** The times of a document across its locales: the first creation, the last change, the first and the last publication. */
export function timesOf({ states: { draft, published } }: LoadedDocument): Times {
  const all = (rows: RowsByLocale, name: string) =>
    [...rows.values()].flatMap(({ data }) => timeOf(data[name]) ?? []).sort();
  const publications = all(published, 'publishedAt');
  return {
    created_at: [...all(draft, 'createdAt'), ...all(published, 'createdAt')].sort()[0],
    updated_at: all(draft, 'updatedAt').at(-1),
    published_at: publications.at(-1),
    first_published_at: publications[0],
  };
}
