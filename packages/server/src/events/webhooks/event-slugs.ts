/** The header `X-CMS-Slugs`: the slugs of an event's entry by locale code, with the former ones. */
import { NO_LOCALE } from '../../model/fields/field.ts';
import type { Locales } from '../../model/spaces/locale.ts';

/** Longer ones are left out: with the other headers of a delivery they would be more than some receivers take. */
export const SLUGS_CHARACTERS_MAX = 4_000;

/**
 * The value of the header, in ASCII: `{"en-US":{"slug":"tide","former":"tides"}}`, without `former` where the slug is the same as before.
 * @param stored the slugs as the journal has them: JSON, locale number → slug or null, and the former one
 * @returns null where it would be too long
 */
export function slugsHeader(stored: string, locales: Locales): string | null {
  const byNumber = JSON.parse(stored) as Readonly<Record<number, readonly [string | null, string?]>>;
  const shown = locales.all.flatMap(({ number, code }) => {
    const [slug, former] = byNumber[number] ?? byNumber[NO_LOCALE] ?? [];
    return slug === undefined ? [] : [[code, { slug, former }]];
  });
  const text = JSON.stringify(Object.fromEntries(shown)).replace(/[^\x20-\x7e]/g, escaped);
  return text.length <= SLUGS_CHARACTERS_MAX ? text : null;
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
