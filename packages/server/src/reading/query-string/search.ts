/** Reads `q`: the words to search for, in the language of the requested locale. */
import { readSearchQuery, type SearchQuery } from '../search/search-query.ts';
import type { ShownLocale } from './locale.ts';
import type { QueryReading } from './query-reading.ts';

/**
 * The search of a list; undefined if it has none. Results are ordered by relevance unless an order is given.
 * @param locale the requested locale; if all are requested, the default one is searched
 */
export function readSearch(reading: QueryReading, locale: ShownLocale | undefined): SearchQuery | undefined {
  const text = reading.value('q');
  if (text === undefined) return undefined;
  const { locales } = reading.model;
  const { code } = (locale == null ? undefined : locales.byNumber(locale)) ?? locales.default;
  const question = readSearchQuery(text, code, reading.value('order') === undefined);
  if ('problem' in question) return reading.note(question.problem);
  return question;
}
