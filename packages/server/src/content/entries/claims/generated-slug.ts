/** Slugs generated from the display value: lowercase, transliterated, numbered if taken. */
import anyAscii from 'any-ascii';
import { plainLetters } from '../../../../../contract/src/folded-text.ts';
import { GENERATED_SLUG_CHARACTERS_MAX } from '../../../../../contract/src/slugs.ts';
import type { TypedWork } from '../entry.ts';
import { slugLocales } from './shown-slug.ts';
import { insertFreeSlug, selectSlugHolder } from './slug-store.ts';

/** Emoji, and what only changes how they look. They would become words: `globe-with-meridians`. */
const EMOJI = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\p{Emoji_Modifier}|\u200d|\u20e3|\ufe0f/gu;

/** The slug for a text; '' if it contains no usable characters. Emoji are left out, unless there is nothing else. */
export function slugFrom(text: string): string {
  return asciiSlug(text.replaceAll(EMOJI, ' ')) || asciiSlug(text);
}

function asciiSlug(text: string): string {
  return anyAscii(plainLetters(text.normalize('NFC')))
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, GENERATED_SLUG_CHARACTERS_MAX)
    .replaceAll(/^-+|-+$/g, '');
}

/**
 * Takes a free slug for an entry, generated from the text. It is reserved at once, so that concurrent writes get different numbers,
 * and none fails because of a slug that it did not choose.
 * @param holder row id of the entry, and where the slug applies: number of a locale, or `NO_LOCALE`
 */
export async function takeSlug(
  work: TypedWork,
  text: string,
  holder: { entry: number; locale: number },
): Promise<string | null> {
  const base = slugFrom(text);
  if (base === '') return null;
  const place = { environment: work.environment.number, contentType: work.type.number };
  // If slugs apply in a single place, try the text's own slug directly: it is usually free.
  let slug = slugLocales(work.type, work.model).length === 1 ? base : await freeSlug(work, base);
  for (;;) {
    const [taken] = await insertFreeSlug(work.writer, { ...place, ...holder, slug });
    if (taken !== undefined) return slug;
    slug = await freeSlug(work, base);
  }
}

/** A slug for a text that is free now; whoever is first may take it. Null if the text contains no usable characters. */
export async function freeSlugFor(work: TypedWork, text: string): Promise<string | null> {
  const base = slugFrom(text);
  return base === '' ? null : freeSlug(work, base);
}

/**
 * Finds a slug that no entry of the type has: the base, or the base with a number from 2 appended. The search doubles and then
 * halves the number, so the thousandth entry with a name needs ten queries, not a thousand.
 */
async function freeSlug(work: TypedWork, base: string): Promise<string> {
  if (!(await isHeld(work, base))) return base;
  let taken = 1;
  let free = 2;
  while (await isHeld(work, `${base}-${free}`)) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isHeld(work, `${base}-${middle}`)) taken = middle;
    else free = middle;
  }
  return `${base}-${free}`;
}

/** Whether an entry of the type has the slug in any locale. */
async function isHeld({ writer, environment, type, model }: TypedWork, slug: string): Promise<boolean> {
  for (const locale of slugLocales(type, model)) {
    const [holder] = await selectSlugHolder(writer, {
      environment: environment.number,
      contentType: type.number,
      locale,
      slug,
    });
    if (holder !== undefined) return true;
  }
  return false;
}
