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

/** What was done is undone in part: the message says what is, and what is not and why. */
export class PartlyUndone extends Error {}

/**
 * Undoes in several steps, of which each begins with what the one before gave.
 * @param told says, with why a later step failed, what was undone until then
 * @throws PartlyUndone if a step fails after another one was done; the error of the first step as it is
 */
export async function undoInSteps<Step, State>(
  steps: readonly Step[],
  from: State,
  { run, told }: { run: (step: Step, now: State) => Promise<State>; told: (why: string) => string },
): Promise<void> {
  let now = from;
  for (const [index, step] of steps.entries()) {
    try {
      now = await run(step, now);
    } catch (error) {
      if (index === 0 || !(error instanceof Error)) throw error;
      throw new PartlyUndone(told(error.message));
    }
  }
}
