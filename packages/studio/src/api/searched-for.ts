/** How lists are searched: in the texts of all locales, as nobody knows in which one the words are. */

/** The parameters of a list that is searched for words; none without words. */
export function searchedFor(words: string): { readonly q?: string; readonly q_locale?: string } {
  return words === '' ? {} : { q: words, q_locale: '*' };
}
