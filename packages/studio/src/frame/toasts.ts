/**
 * What was just done, said at the foot of the screen, with the way to undo it. It outlives the screen that it came from. One
 * at a time: a new one takes the place of the one before. So is what failed after its dialog was closed.
 */

export interface Toast {
  readonly words: string;
  /** Undoes it; null where that is not possible. Throws where it fails. */
  readonly undo: (() => Promise<void>) | null;
  /** Whether it says that something failed: it stays until it is closed. */
  readonly isFailure?: boolean;
}

/** Two in a row may say the same, and are two. */
export interface ShownToast extends Toast {
  readonly nth: number;
}

let shown: ShownToast | null = null;
let count = 0;
const listeners = new Set<() => void>();

/** Shows one; null takes away the one that is shown. */
export function showToast(toast: Toast | null): void {
  count += 1;
  shown = toast === null ? null : { ...toast, nth: count };
  for (const listener of listeners) listener();
}

export function shownToast(): ShownToast | null {
  return shown;
}

/** Calls back when another one is shown; gives the function that ends that. */
export function onToast(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
