/** Reads `q`: what is searched for, in the language of the requested locale. */
import { readSearchQuery, type SearchQuery } from '../search/search-query.ts';
import type { ShownLocale } from './locale.ts';
import type { QueryReading } from './query-reading.ts';

/**
 * The search of a list; undefined where it has none. It is by relevance unless an order is given.
 * @param locale the requested locale; all of them are searched by the default one
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
