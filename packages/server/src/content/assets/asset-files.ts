/**
 * Finds the file for a URL. Only the complete, exact URL matches, so that nobody can make caches store one file under many URLs. An
 * asset's previous file can still be found for a while, and those of the past at the addresses that only who reads it is given.
 */

import { accountSuspended } from '../../identity/actors/refusals.ts';
import { parseResourceId } from '../../model/spaces/resource-id.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import type { NamedFile, PastFiles } from '../../reading/delivery/past-files.ts';
import { UNUSED_FOR_MS } from '../files/collection.ts';
import type { FocalPoint } from './properties.ts';
import { focalPointOf } from './representation.ts';
import * as store from './store.ts';

/** A file to send. */
export interface AddressedFile {
  /** Name in storage. */
  readonly name: string;
  readonly spaceId: string;
  readonly hash: string;
  readonly fileName: string;
  readonly mimeType: string;
  /** In bytes. */
  readonly size: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly focalPoint: FocalPoint | null;
  /** Whether the address is one of the past, which others must not be given. */
  readonly isPast: boolean;
}

export interface AssetFilesParts {
  readonly database: Pick<Database, 'reader'>;
  readonly clock: Clock;
  readonly past: PastFiles;
  /** How long files of the past can be had, in milliseconds. */
  readonly historyMs: number;
}

export class AssetFiles {
  readonly #parts: AssetFilesParts;

  constructor(parts: AssetFilesParts) {
    this.#parts = parts;
  }

  /** The file at a URL; undefined if there is none. @throws `account_suspended` */
  async find(address: NamedFile): Promise<AddressedFile | undefined> {
    const id = parseResourceId(address.assetId);
    if (id?.kind !== 'asset') return undefined;
    const then = this.#parts.past.read(address);
    return then === undefined ? this.#findNow(id, address) : this.#findThen(id, then);
  }

  async #findNow(id: store.AddressedAsset, { hash, fileName }: NamedFile): Promise<AddressedFile | undefined> {
    const { database, clock } = this.#parts;
    const [asset] = await store.selectAddressed(database.reader, id);
    if (asset === undefined) return undefined;
    const since = clock() - UNUSED_FOR_MS;
    const file = asset.hash === hash ? asset : await store.findReplaced(database.reader, asset.id, { hash, since });
    return file?.file_name === fileName ? addressed({ ...asset, ...file }, hash, false) : undefined;
  }

  /** The file that an asset has, or has had lately; the name in the address is signed, too. */
  async #findThen(id: store.AddressedAsset, { hash, fileName }: NamedFile): Promise<AddressedFile | undefined> {
    const { database, clock, historyMs } = this.#parts;
    const [asset] = await store.selectAddressed(database.reader, id);
    if (asset?.hash === hash) return addressed({ ...asset, file_name: fileName }, hash, true);
    const since = clock() - historyMs;
    const kept = await store.findKept(database.reader, id, { hash, since });
    return kept && addressed({ ...kept, file_name: fileName }, hash, true);
  }
}

function addressed(file: store.AddressedRow, hash: string, isPast: boolean): AddressedFile | undefined {
  if (file.suspendedAt !== null) throw accountSuspended();
  const { name, spaceId, file_name: fileName, mime_type: mimeType, size, width, height } = file;
  if (name === null || fileName === null || mimeType === null || size === null) return undefined;
  return { name, spaceId, hash, fileName, mimeType, size, width, height, focalPoint: focalPointOf(file), isPast };
}
