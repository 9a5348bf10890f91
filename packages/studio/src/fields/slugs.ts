/** Slugs that are made from a title while somebody types it, as the server makes them at the first save. */
import { fold } from '../../../contract/src/folded-text.ts';
import { GENERATED_SLUG_CHARACTERS_MAX } from '../../../contract/src/slugs.ts';

/**
 * The slug of a title.
 * @returns null for a title with letters that only the server can transliterate, and for one without letters or digits
 */
export function slugOf(title: string): string | null {
  const plain = fold(title);
  if (/[^a-z\P{L}]/u.test(plain)) return null;
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
