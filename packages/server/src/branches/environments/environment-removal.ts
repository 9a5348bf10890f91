/**
 * Removes the rows of deleted environments, in steps small enough not to delay anyone. The pending work is stored in the database
 * (status `deleting`), so an interruption loses nothing: another process or the next start continues.
 */

import { deleteEnvironment, lockEnvironment, nextDeleting } from '../../model/spaces/environment-rows.ts';
import type { RemovalStep } from '../../model/spaces/space-content.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import { Trigger } from '../../platform/jobs/trigger.ts';
import { removePublishedHeads } from '../../platform/journal/published-heads.ts';

export class EnvironmentRemoval {
  /** Fired when an environment is deleted. */
  readonly trigger = new Trigger();
  readonly #database: Database;
  readonly #steps: readonly RemovalStep[];

  /** @param parts.steps functions that remove the content of an environment, each a bounded part per call */
  constructor(parts: { database: Database; steps: readonly RemovalStep[] }) {
    this.#database = parts.database;
    this.#steps = parts.steps;
  }

  async hasWork(): Promise<boolean> {
    return (await nextDeleting(this.#database.reader)) !== undefined;
  }

  /** Removes all deleted environments, or continues removing them. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const number = await nextDeleting(this.#database.reader);
      if (number === undefined) return;
      await this.#remove(number, signal);
    }
  }

  async #remove(number: number, signal: AbortSignal): Promise<void> {
    for (const step of this.#steps) {
      let done = false;
      while (!done && !signal.aborted) done = await this.#write((writer) => step(writer, number));
    }
    if (!signal.aborted) await this.#write((writer) => this.#finish(writer, number));
  }

  /** A slow step is not restarted, because it might then never finish. */
  #write<T>(work: (writer: Writer) => Promise<T>): Promise<T> {
    return this.#database.write(work, { long: true });
  }

  /** A write that was in progress during the deletion may have left rows behind the steps. */
  async #finish(writer: Writer, number: number): Promise<void> {
    await lockEnvironment(writer, number);
    let done = true;
    for (const step of this.#steps) done = (await step(writer, number)) && done;
    if (!done) return;
    await removePublishedHeads(writer, number);
    await deleteEnvironment(writer, number);
  }
}
