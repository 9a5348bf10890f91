/** Slugs made from the display value: lower case, transliterated, numbered where taken. */
import anyAscii from 'any-ascii';
import type { TypedWork } from '../entry.ts';
import { selectSlugsBetween } from './store.ts';

const SLUG_LENGTH_MAX = 200;
/** Room for `-` and a number behind a slug that is taken. */
const BASE_LENGTH_MAX = SLUG_LENGTH_MAX - 12;

/** The slug that a text suggests; '' where nothing of it can stand in one. */
export function slugFrom(text: string): string {
  return anyAscii(text.normalize('NFC'))
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, BASE_LENGTH_MAX)
    .replaceAll(/^-+|-+$/g, '');
}

/** A slug from the text that no entry of the type holds: itself, or with the smallest free number from 2 behind it. */
export async function freeSlug(work: TypedWork, text: string): Promise<string | null> {
  const base = slugFrom(text);
  if (base === '') return null;
  const place = { environment: work.environment.number, contentType: work.type.number };
  // '.' is the character after '-': the range holds the slug itself and all that begin with it and a hyphen.
  const rows = await selectSlugsBetween(work.writer, { ...place, from: base, to: `${base}.` });
  const held = new Set(rows.map(({ slug }) => slug));
  if (!held.has(base)) return base;
  let number = 2;
  while (held.has(`${base}-${number}`)) number += 1;
  return `${base}-${number}`;
}
