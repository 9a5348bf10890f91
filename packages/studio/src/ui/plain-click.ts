/** Tells clicks that stay on the page from those that the browser answers itself. */
import type { MouseEvent } from 'react';

/** Whether a click on a link just follows it. With a key or another button, it opens another tab or window, or saves. */
export function isPlainClick(event: MouseEvent): boolean {
  const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
  return button === 0 && !(ctrlKey || metaKey || shiftKey || altKey);
}
