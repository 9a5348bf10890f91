/** Reads `q`: the words to search for, in the language of the requested locale, or in those of all locales. */
import { quoted } from '../../platform/kit/suggestion.ts';
import { readSearchQuery, type SearchQuery } from '../search/search-query.ts';
import type { ShownLocale } from './locale.ts';
import type { QueryReading } from './query-reading.ts';

/** What says, in lists for editors, that the texts of all locales are searched. */
export const SEARCHED_LOCALES = 'q_locale';

/**
 * The search of a list; undefined if it has none. Results are ordered by relevance unless an order is given.
 * @param locale the requested locale; if all are requested, the default one is searched, but in a list whose
 *   `q_locale` says `*`
 */
export function readSearch(reading: QueryReading, locale: ShownLocale | undefined): SearchQuery | undefined {
  const text = reading.value('q');
  const searched = reading.value(SEARCHED_LOCALES);
  if (searched !== undefined && searched !== '*')
    reading.refuse(
      SEARCHED_LOCALES,
      'const',
      `Give ${SEARCHED_LOCALES}=* to search the texts of all locales, or leave it out to search those of locale; it cannot be ${quoted(searched)}.`,
      { listed: ['*'] },
    );
  if (text === undefined) return undefined;
  const { locales } = reading.model;
  const asked = (locale == null ? undefined : locales.byNumber(locale)) ?? locales.default;
  const question = readSearchQuery(
    text,
    searched === '*' ? locales.all : [asked],
    reading.value('order') === undefined,
  );
  if ('problem' in question) return reading.note(question.problem);
  return question;
}
