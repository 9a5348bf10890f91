/**
 * Cursors of lists: where a page ended, bound to the list that it belongs to. They are opaque and carry a checksum, so that a
 * cursor that was changed or belongs to another list is refused instead of returning a wrong page. Cursors of other things are
 * written in the same way (`writeOpaque`).
 */
import { hash } from 'node:crypto';
import type { PagePosition, SortValue } from '../kit/page-position.ts';

const CHECK_CHARACTERS = 10;
/** Databases do not accept it in texts. */
const NUL = '\0';
/** Longer than any cursor that is written, even with the most sort attributes and the longest texts. */
export const CURSOR_CHARACTERS_MAX = 16_384;

/**
 * Writes the cursor of the page that follows a position.
 * @param scope everything that decides which items the list has and in which order
 */
export function writeCursor({ part, values, id, since, seen, passed }: PagePosition, scope: string): string {
  return writeOpaque([passed, seen, since, part, id, ...values], scope);
}

/** Reads a cursor; undefined if it is not one of ours or belongs to another list. */
export function readCursor(text: string, scope: string): PagePosition | undefined {
  const [passed, seen, since, part, id, ...values] = readOpaque(text, scope) ?? [];
  if (![passed, seen, part].every(isCount) || typeof id !== 'string' || id.includes(NUL)) return undefined;
  if (!isSortValue(since) || !values.every(isSortValue)) return undefined;
  return { part: Number(part), values, id, since, seen: Number(seen), passed: Number(passed) };
}

/** Values as a text that clients give back as it is. @param scope what it is bound to */
export function writeOpaque(values: readonly unknown[], scope: string): string {
  const content = JSON.stringify(values);
  return Buffer.from(checkOf(content, scope) + content).toString('base64url');
}

/**
 * The values in such a text; undefined if it was changed or belongs elsewhere. The checksum is not secret, so a client can make a text
 * with any values.
 */
export function readOpaque(text: string, scope: string): unknown[] | undefined {
  if (text.length > CURSOR_CHARACTERS_MAX) return undefined;
  const plain = Buffer.from(text, 'base64url').toString();
  const content = plain.slice(CHECK_CHARACTERS);
  if (content === '' || plain.slice(0, CHECK_CHARACTERS) !== checkOf(content, scope)) return undefined;
  try {
    const values: unknown = JSON.parse(content);
    return Array.isArray(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a value is a whole number from 0 on. */
export function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isSortValue(value: unknown): value is SortValue {
  return value === null || typeof value === 'string' || typeof value === 'number';
}

function checkOf(content: string, scope: string): string {
  return hash('sha256', `${content}\n${scope}`, 'base64url').slice(0, CHECK_CHARACTERS);
}
