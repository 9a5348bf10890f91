/** Brings a value on the screen and the focus into its input. */
import type { Draft } from '../../drafts/types.ts';
import { fold } from '../../fields/blocks/folds.ts';
import { type InnerPlace, innerPlaceOf } from '../../fields/blocks/inner-place.ts';
import { rowId } from './entry-form.tsx';

/** Frames in which a field that was far away is made, and its editor perhaps loaded. */
const FRAMES_MOST = 120;
const FOCUSABLE = 'input:not([type="hidden"]), textarea, select, button, [contenteditable="true"], [tabindex="0"]';

/** Where a path of the server leads, with the blocks on the way unfolded. @param known what the entry is made of */
export function placeToJump(path: string, draft: Draft, known: Parameters<typeof innerPlaceOf>[2]): InnerPlace {
  const place = innerPlaceOf(path, draft, known);
  fold(place.around, false);
  return place;
}

/**
 * Opens the section that the field is in, and waits for its tab to be shown. Does nothing where the entry has no such field.
 * @param to components around the value are brought on the screen first, so that they are made
 */
export function jumpTo(entryKey: string, to: Pick<InnerPlace, 'field' | 'around' | 'control'>): void {
  const row = document.getElementById(rowId(entryKey, to.field));
  if (row === null) return;
  row.closest('details')?.setAttribute('open', '');
  focusOnceMade(row, to, FRAMES_MOST);
}

type Wanted = Pick<InnerPlace, 'around' | 'control'>;

function focusOnceMade(row: HTMLElement, to: Wanted, frames: number): void {
  const { place, isLast } = nearest(row, to);
  const isShown = place.checkVisibility();
  const control = place.matches(FOCUSABLE) ? place : place.querySelector<HTMLElement>(FOCUSABLE);
  if (isShown) place.scrollIntoView({ block: 'center' });
  if (isShown && isLast && control !== null) {
    control.focus({ preventScroll: true });
    place.scrollIntoView({ block: 'center' });
  } else if (frames > 0) {
    requestAnimationFrame(() => focusOnceMade(row, to, frames - 1));
  }
}

/** The innermost element on the way that is made already. */
function nearest(row: HTMLElement, { around, control }: Wanted): { place: HTMLElement; isLast: boolean } {
  const made = control === undefined ? null : document.getElementById(control);
  if (made !== null) return { place: made, isLast: true };
  const blocks = around.map((key) => document.getElementById(`block-${key}`)).filter((one) => one !== null);
  // One of several languages may not be shown: then it is the first input of its row.
  const isLast =
    around.length === 0 || (control === undefined && document.getElementById(`block-${around.at(-1)}`) !== null);
  return { place: blocks.at(-1) ?? row, isLast };
}
