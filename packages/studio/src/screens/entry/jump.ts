/** Brings a value on the screen and the focus into its input. */
import { controlId } from '../../fields/place-of-value.ts';
import { rowId } from './entry-form.tsx';

/** Frames in which a field that was far away is made, and its editor perhaps loaded. */
const FRAMES_MOST = 120;
const FOCUSABLE = 'input:not([type="hidden"]), textarea, select, button, [contenteditable="true"], [tabindex="0"]';

/** Opens the section that the field is in, and waits for its tab to be shown. Does nothing where the entry has no such field. */
export function jumpTo(entryKey: string, field: string, locale: string): void {
  const row = document.getElementById(rowId(entryKey, field));
  if (row === null) return;
  row.closest('details')?.setAttribute('open', '');
  focusOnceMade(row, controlId(entryKey, field, locale), FRAMES_MOST);
}

function focusOnceMade(row: HTMLElement, id: string, frames: number): void {
  const isShown = row.checkVisibility();
  const control = document.getElementById(id);
  const target = control?.matches(FOCUSABLE) ? control : (control ?? row).querySelector<HTMLElement>(FOCUSABLE);
  if (isShown) row.scrollIntoView({ block: 'center' });
  if (isShown && target !== null && target !== undefined) {
    target.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'center' });
  } else if (frames > 0) {
    requestAnimationFrame(() => focusOnceMade(row, id, frames - 1));
  }
}
