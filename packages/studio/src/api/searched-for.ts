/** What a list is asked for where words are searched: the texts of all locales, as nobody knows in which one they are. */
export function searchedFor(words: string): { readonly q?: string; readonly q_locale?: string } {
  return words === '' ? {} : { q: words, q_locale: '*' };
}
