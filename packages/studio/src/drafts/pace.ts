/** When something that changes with every key is saved: after a pause, or after a while of changes without one. */
const PAUSE_MS = 1_500;
const AT_THE_LATEST_MS = 10_000;

export class Pace {
  readonly #save: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #firstAt: number | null = null;

  constructor(save: () => void) {
    this.#save = save;
  }

  /** Whether something has changed since it was last saved. */
  get isWaiting(): boolean {
    return this.#firstAt !== null;
  }

  /** A key was pressed. */
  changed(): void {
    const now = Date.now();
    this.#firstAt ??= now;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(this.#save, Math.min(PAUSE_MS, this.#firstAt + AT_THE_LATEST_MS - now));
  }

  /** It is saved now, or not at all: the next change begins anew. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#firstAt = null;
  }
}
