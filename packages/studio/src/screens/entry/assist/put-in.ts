/** Puts what a person has accepted into the draft, as one step that can be undone: by Ctrl+Z at a single field, and by the toast. */

import { sameJson } from '../../../../../contract/src/same-json.ts';
import type { Draft } from '../../../drafts/types.ts';
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
export function putIn(draft: Draft, accepted: readonly Accepted[]): () => boolean {
  const before = accepted.map(({ field, locale }) => draft.value(field.id, locale));
  for (const one of accepted) {
    const isTyped = accepted.length === 1 && typeIn(draft, one);
    if (!isTyped) draft.set(one.field.id, one.locale, one.after);
  }
  const now = accepted.map(({ field, locale }) => draft.value(field.id, locale));
  return () => {
    const isSame = accepted.map(({ field, locale }, n) => sameJson(draft.value(field.id, locale), now[n]));
    for (const [n, { field, locale }] of accepted.entries()) if (isSame[n]) draft.set(field.id, locale, before[n]);
    return !isSame.includes(false);
  };
}

/** Writes as if it was typed, so that the input's own undo knows it. @returns whether the draft has it so */
function typeIn(draft: Draft, { field, locale, part, written, after }: Accepted): boolean {
  if (part !== null) return part.replace(String(written));
  const input = document.getElementById(controlId(draft.address.key, field.id, locale));
  if (!(input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement)) return false;
  input.focus({ preventScroll: true });
  input.select();
  // The one way that browsers have, and none of them will give up: editors everywhere rely on it.
  document.execCommand('insertText', false, String(after));
  return sameJson(draft.value(field.id, locale), after);
}
