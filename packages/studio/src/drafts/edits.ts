/**
 * Work on what is no entry: the texts of a file, a content type. Each is kept on this device as a whole until the server has
 * it, and goes on when its screen is opened again. It is in a database of its own, as none of it is told of as an entry.
 */
import { Device, type LeftoverValue, type Owner } from './device.ts';
import type { Edit, Edits, EntryAddress, KeptEdit } from './types.ts';
import { pathOf } from './value-path.ts';

const DATABASE = 'lectern-edits';
/** An edit is one value to the device. */
const WHOLE = pathOf('whole', 'all');

export class KeptEdits implements Edits {
  readonly #device: Device;

  constructor(owner: Owner) {
    this.#device = new Device(owner, DATABASE);
  }

  async keep<Work>(address: EntryAddress, edit: Edit<Work> | null): Promise<void> {
    const kept = edit === null ? null : { ...edit, sent: [], contentType: '', isNew: false, at: Date.now() };
    await this.#device.keep(address, new Map([[WHOLE, kept]]));
  }

  async takeOver<Work>(address: EntryAddress): Promise<KeptEdit<Work> | null> {
    // Whoever asks under an address has kept it there.
    return ((await this.#device.takeOver(address, WHOLE)) as KeptEdit<Work> | undefined) ?? null;
  }

  kept(): Promise<readonly { readonly address: EntryAddress; readonly at: number }[]> {
    return this.#device.kept();
  }

  /** All that is kept of the person. */
  ofPerson(): Promise<readonly LeftoverValue[]> {
    return this.#device.ofPerson();
  }

  /** Removes all of it. */
  async forgetAll(): Promise<void> {
    for (const value of await this.#device.ofPerson()) await this.#device.forget(value);
  }

  close(): void {
    this.#device.close();
  }
}
