/**
 * Keeps what a person presses under the pointer until they release it. Pressing something takes the focus from a field, which
 * may then grow, by its error or by the item that was typed; and a response may arrive at any time. If the target moved before
 * the release, the browser would not count a click, and would select text that moved past the pointer.
 */

/** The browser does not report the release over an open list of the system; and selecting text for long must not hold changes up. */
const PRESS_MAX_MS = 5_000;

const waiting = new Set<() => void>();
let isPressed = false;
let limit: ReturnType<typeof setTimeout> | undefined;

document.addEventListener(
  'pointerdown',
  () => {
    isPressed = true;
    clearTimeout(limit);
    limit = setTimeout(endPress, PRESS_MAX_MS);
  },
  true,
);
for (const end of ['pointerup', 'pointercancel', 'keydown']) document.addEventListener(end, endPress, true);

/** Makes a change to what is shown: at once, or after the pointer was released and its click was handled. */
export function oncePressIsOver(change: () => void): void {
  if (isPressed) waiting.add(change);
  else change();
}

function endPress(): void {
  if (!isPressed) return;
  isPressed = false;
  clearTimeout(limit);
  if (waiting.size > 0) setTimeout(makeChanges);
}

function makeChanges(): void {
  const changes = [...waiting];
  waiting.clear();
  for (const change of changes) oncePressIsOver(change);
}
