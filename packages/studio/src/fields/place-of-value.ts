/** Where the values of a field are: in each locale, or in the default one alone. */
import type { Field, Locale } from '../api/types.ts';

/** The locales, of those given, in which the field has values of its own. The default one is first in `all`. */
export function localesOf(
  field: Pick<Field, 'localized'>,
  shown: readonly Locale[],
  all: readonly Locale[],
): readonly Locale[] {
  return field.localized ? shown : all.slice(0, 1);
}

/** The locales whose values are shown, one after the other, where a locale has none. */
export function fallbacksOf(locale: Locale, all: readonly Locale[]): readonly Locale[] {
  const chain: Locale[] = [];
  let next = all.find(({ code }) => code === locale.fallback);
  // Chains do not loop; the bound is for a list that is being changed.
  while (next !== undefined && chain.length < all.length) {
    chain.push(next);
    const { fallback } = next;
    next = all.find(({ code }) => code === fallback);
  }
  return chain;
}

/** Id of the control that edits the value, unique on the page for the entry with this key. */
export function controlId(entryKey: string, field: string, locale: string): string {
  return `${entryKey}-${field}-${locale}`;
}
