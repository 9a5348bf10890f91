/**
 * What a person presses stays under the pointer until they let go. Who presses something leaves the field before, which may
 * grow by what there is to say about it, or by the item that was typed; and the server answers at any time. What moves away in
 * between is not clicked, and a text that moves is selected.
 */

/** A list of the system that opens keeps it to itself that the pointer is let go; who goes on selecting a text waits no longer. */
const PRESS_MAX_MS = 5_000;

const waiting = new Set<() => void>();
let isPressed = false;
let limit: ReturnType<typeof setTimeout> | undefined;

document.addEventListener(
  'pointerdown',
  () => {
    isPressed = true;
    clearTimeout(limit);
    limit = setTimeout(letGo, PRESS_MAX_MS);
  },
  true,
);
for (const end of ['pointerup', 'pointercancel', 'keydown']) document.addEventListener(end, letGo, true);

/** Changes what is shown, at once or when the pointer is let go and its click has been answered. */
export function oncePressIsOver(change: () => void): void {
  if (isPressed) waiting.add(change);
  else change();
}

function letGo(): void {
  if (!isPressed) return;
  isPressed = false;
  clearTimeout(limit);
  if (waiting.size > 0) setTimeout(tell);
}

function tell(): void {
  const changes = [...waiting];
  waiting.clear();
  for (const change of changes) oncePressIsOver(change);
}
