/** Background work: deletes the rows of windows that are over. */
import type { Database } from '../../platform/database/database.ts';
import { deleteOver } from './store.ts';

export class WindowRemoval {
  readonly #database: Database;

  constructor({ database }: { readonly database: Database }) {
    this.#database = database;
  }

  async run(): Promise<void> {
    await this.#database.write((writer) => deleteOver(writer));
  }
}
