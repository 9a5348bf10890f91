/**
 * Cursors of lists: where a page ended, bound to the list whose page it was. They are opaque and carry a check,
 * so that one that was changed or belongs to another list is refused instead of giving a wrong page.
 */
import { hash } from 'node:crypto';
import type { PagePosition } from '../../query/query.ts';

const CHECK_CHARACTERS = 10;
const CURSOR_SHAPE = /^(?<passed>[0-9a-z]{1,8})\.(?<check>[A-Za-z0-9_-]{10})\.(?<key>[A-Za-z0-9._-]{1,64})$/;

/**
 * Writes the cursor to the page that follows a position.
 * @param scope everything that decides which items there are and in which order
 */
export function writeCursor({ key, passed }: PagePosition, scope: string): string {
  const count = passed.toString(36);
  return Buffer.from(`${count}.${checkOf(count, key, scope)}.${key}`).toString('base64url');
}

/** Reads a cursor; undefined where it is none of ours or belongs to another list. */
export function readCursor(text: string, scope: string): PagePosition | undefined {
  const parts = CURSOR_SHAPE.exec(Buffer.from(text, 'base64url').toString('latin1'))?.groups;
  if (parts === undefined) return undefined;
  const { passed = '', check, key = '' } = parts;
  return check === checkOf(passed, key, scope) ? { key, passed: Number.parseInt(passed, 36) } : undefined;
}

function checkOf(passed: string, key: string, scope: string): string {
  return hash('sha256', `${passed} ${key}\n${scope}`, 'base64url').slice(0, CHECK_CHARACTERS);
}
