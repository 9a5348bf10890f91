/** Puts what a person has accepted into the draft, as one step that can be undone: by Ctrl+Z at a single field, and by the toast. */

import { sameJson } from '../../../../../contract/src/same-json.ts';
import { controlId } from '../../../fields/place-of-value.ts';
import type { Target } from './tasks.ts';

export interface Accepted extends Target {
  readonly written: unknown;
  /** The value of the whole field with it. */
  readonly after: unknown;
}

/**
 * Puts them in.
 * @returns what undoes all of it; it tells whether it did, as nobody's later words are taken away
 */
export function putIn(accepted: readonly Accepted[]): () => boolean {
  const before = accepted.map(valueNow);
  for (const one of accepted) {
    const isTyped = accepted.length === 1 && typeIn(one);
    if (!isTyped) set(one, one.after);
  }
  const now = accepted.map(valueNow);
  return () => {
    const isSame = accepted.map((one, n) => sameJson(valueNow(one), now[n]));
    for (const [n, one] of accepted.entries()) if (isSame[n]) set(one, before[n]);
    return !isSame.includes(false);
  };
}

/** Writes as if it was typed, so that the input's own undo knows it. @returns whether the draft has it so */
function typeIn(one: Accepted): boolean {
  const { level, field, locale, part, written, after } = one;
  if (part !== null) return part.replace(String(written));
  const input = document.getElementById(controlId(level.key, field.id, locale));
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return false;
  input.focus({ preventScroll: true });
  input.select();
  // The one way that browsers have, and none of them will give up: editors everywhere rely on it.
  document.execCommand('insertText', false, String(after));
  return sameJson(valueNow(one), after);
}

function valueNow({ level, field, locale }: Target): unknown {
  return level.values.value(field.id, locale);
}

function set({ level, field, locale }: Target, value: unknown): void {
  level.values.set(field.id, locale, value);
}
