/**
 * What is typed stands in its input at once. All else that shows the value, such as its length, the title of the page or
 * that it is not saved yet, hears of it after that paint: a character would wait for it otherwise.
 */
import { oncePressIsOver } from './press.ts';

const waiting = new Set<() => void>();
let isChanging = false;
let isTelling = false;

/** Makes a change that its input shows already. The store has it when this returns. */
export function changeShown(change: () => void): void {
  isChanging = true;
  try {
    change();
  } finally {
    isChanging = false;
  }
  if (waiting.size === 0 || isTelling) return;
  isTelling = true;
  // A task that is asked for in a frame comes after its paint.
  requestAnimationFrame(() => setTimeout(tell));
}

/** The listener of a store, called after the next paint where the change is shown already, and never while something is pressed. */
export function listening(listener: () => void): () => void {
  return () => {
    if (isChanging) waiting.add(listener);
    else oncePressIsOver(listener);
  };
}

function tell(): void {
  isTelling = false;
  const listeners = [...waiting];
  waiting.clear();
  for (const listener of listeners) oncePressIsOver(listener);
}
