/** How an entry is called on the screen. */
import type { ContentType, Entry } from '../api/types.ts';
import { type ShownText, shownText } from './text-in-locales.ts';

type Titled = Pick<Entry, 'fields' | 'slug'>;
type Titling = Pick<ContentType, 'display_field'> | undefined;

/**
 * The display value of an entry in a locale, else in the default one, else in any; else its slug; null where it has no name
 * at all.
 */
export function titleOf(entry: Titled, type: Titling, locales: readonly string[]): string | null {
  const values = valuesOf(entry, type);
  for (const locale of locales) {
    const found = shownText({ [locale]: values[locale] }, locale);
    if (found !== null) return found.text;
  }
  return titleIn(entry, type, { locale: locales[0] ?? '' })?.text ?? null;
}

/**
 * The title of an entry, and the locale that it is in where that is another; null where it has no name at all.
 * @param words a search that found the entry: a title in which more of them stand is shown
 */
export function titleIn(
  entry: Titled,
  type: Titling,
  { locale, words }: { readonly locale: string; readonly words?: string | undefined },
): ShownText | null {
  const found = shownText(valuesOf(entry, type), locale, words);
  return found ?? (entry.slug === null ? null : { text: entry.slug, other: null });
}

function valuesOf(entry: Titled, type: Titling): Readonly<Record<string, unknown>> {
  return (type?.display_field == null ? undefined : entry.fields[type.display_field]) ?? {};
}
