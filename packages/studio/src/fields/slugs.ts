/** Slugs that are made from a title while somebody types it, as the server makes them at the first save. */
import { GENERATED_SLUG_CHARACTERS_MAX } from '../../../contract/src/slugs.ts';

/** Letters that do not come apart into a plain one and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/**
 * The slug of a title.
 * @returns null for a title with letters that only the server can transliterate, and for one without letters or digits
 */
export function slugOf(title: string): string | null {
  const plain = title
    .toLowerCase()
    .replaceAll(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '');
  if (/[^\p{Script=Latin}\P{L}]/u.test(plain)) return null;
  const slug = plain
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, GENERATED_SLUG_CHARACTERS_MAX)
    .replaceAll(/^-+|-+$/g, '');
  return slug === '' ? null : slug;
}

/** Whether a slug is the one made from the title, perhaps with the number that set it apart from another. */
export function isMadeFrom(slug: string, title: string): boolean {
  const made = slugOf(title);
  if (made === null) return false;
  return slug === made || (slug.startsWith(`${made}-`) && /^\d+$/.test(slug.slice(made.length + 1)));
}
