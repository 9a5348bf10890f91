/** How an entry is called on the screen. */
import type { ContentType, Entry } from '../api/types.ts';

/**
 * The display value of an entry in a locale, else in the default one, else in any; else its slug; null where it has no name
 * at all.
 */
export function titleOf(
  entry: Pick<Entry, 'fields' | 'slug'>,
  type: Pick<ContentType, 'display_field'> | undefined,
  locales: readonly string[],
): string | null {
  const values = type?.display_field == null ? undefined : entry.fields[type.display_field];
  if (values !== undefined) {
    const found = [...locales, ...Object.keys(values)].map((locale) => values[locale]).find(isName);
    if (found !== undefined) return String(found);
  }
  return entry.slug;
}

function isName(value: unknown): boolean {
  return (typeof value === 'string' && value.trim() !== '') || typeof value === 'number';
}
