/**
 * Removes the rows of environments that are deleted, in steps small enough to hold up nobody. What is to be removed
 * stands in the database (status `deleting`), so that a stop in between loses nothing: the next start goes on.
 */
import type { Database, Writer } from '../../platform/database/database.ts';
import { removePublishedHeads } from '../../platform/journal/published-heads.ts';
import { deleteEnvironment, lockEnvironment, nextDeleting } from './environment-store.ts';
import type { RemovalStep } from './space-content.ts';

/** After a failed step (the database is away), the removal begins again this much later. */
const RETRY_AFTER_MS = 30_000;

export class EnvironmentRemoval {
  readonly #database: Database;
  readonly #steps: readonly RemovalStep[];
  readonly #onProblem: (error: unknown) => void;
  #running: Promise<void> | undefined;
  #again = false;
  #closed = false;
  #retry: NodeJS.Timeout | undefined;

  /**
   * @param parts.steps what removes the content of an environment, each a bounded part at a call
   * @param parts.onProblem told of a step that failed; it is tried again later
   */
  constructor(parts: { database: Database; steps: readonly RemovalStep[]; onProblem: (error: unknown) => void }) {
    this.#database = parts.database;
    this.#steps = parts.steps;
    this.#onProblem = parts.onProblem;
  }

  /** Begins to remove whatever waits for it, or goes on with it. Called at the start and after every deletion. */
  wake(): void {
    if (this.#closed) return;
    this.#again = true;
    this.#running ??= this.#run().finally(() => {
      this.#running = undefined;
      if (this.#again) this.wake();
    });
  }

  /** Resolves when nothing waits to be removed. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  /** Stops after the step that is running. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#again = false;
    clearTimeout(this.#retry);
    await this.#running;
  }

  async #run(): Promise<void> {
    this.#again = false;
    try {
      let number = await nextDeleting(this.#database.reader);
      while (number !== undefined && !this.#closed) {
        await this.#remove(number);
        number = this.#closed ? undefined : await nextDeleting(this.#database.reader);
      }
    } catch (error) {
      this.#onProblem(error);
      if (this.#closed) return;
      this.#retry = setTimeout(() => this.wake(), RETRY_AFTER_MS).unref();
    }
  }

  async #remove(number: number): Promise<void> {
    for (const step of this.#steps) {
      let done = false;
      while (!done && !this.#closed) done = await this.#write((writer) => step(writer, number));
    }
    if (!this.#closed) await this.#write((writer) => this.#finish(writer, number));
  }

  /** A step that the machine is slow at is not begun again, which would never end. */
  #write<T>(work: (writer: Writer) => Promise<T>): Promise<T> {
    return this.#database.write(work, { long: true });
  }

  /** A write that was under way when the environment was deleted may have left rows after the steps had passed. */
  async #finish(writer: Writer, number: number): Promise<void> {
    await lockEnvironment(writer, number);
    let done = true;
    for (const step of this.#steps) done = (await step(writer, number)) && done;
    if (!done) return;
    await removePublishedHeads(writer, number);
    await deleteEnvironment(writer, number);
  }
}
