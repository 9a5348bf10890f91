/** Wakes a job. Code that creates work for the job fires it and needs to know nothing else about the job. */

export class Trigger {
  #listener: ((inMs: number) => void) | undefined;

  /** Runs the job after a delay, or once more if it is running. Does nothing before the jobs are started. */
  fire(inMs = 0): void {
    this.#listener?.(inMs);
  }

  /** Called by the job's runner. */
  listen(listener: (inMs: number) => void): void {
    this.#listener = listener;
  }
}
