/**
 * Finds the file for a URL. Only the complete, exact URL matches, so that nobody can make caches store one file under many URLs. An
 * asset's previous file can still be found for a while.
 */

import { accountSuspended } from '../../identity/actors/refusals.ts';
import { parseResourceId } from '../../model/spaces/resource-id.ts';
import type { Database } from '../../platform/database/database.ts';
import type { FocalPoint } from './properties.ts';
import { focalPointOf } from './representation.ts';
import * as store from './store.ts';

/** The parts of a URL. */
export interface FileAddress {
  readonly assetId: string;
  readonly hash: string;
  readonly fileName: string;
}

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
}

export class AssetFiles {
  readonly #database: Pick<Database, 'reader'>;

  constructor(parts: { database: Pick<Database, 'reader'> }) {
    this.#database = parts.database;
  }

  /** The file at a URL; undefined if there is none. @throws `account_suspended` */
  async find({ assetId, hash, fileName }: FileAddress): Promise<AddressedFile | undefined> {
    const id = parseResourceId(assetId);
    if (id?.kind !== 'asset') return undefined;
    const { reader } = this.#database;
    const [asset] = await store.selectAddressed(reader, { code: id.code, key: id.key });
    if (asset === undefined) return undefined;
    const file = asset.hash === hash ? asset : await store.findReplaced(reader, asset.id, hash);
    if (file === undefined || file.file_name !== fileName) return undefined;
    if (asset.suspendedAt !== null) throw accountSuspended();
    const { name, mime_type: mimeType, size, width, height } = file;
    if (name === null || mimeType === null || size === null) return undefined;
    const { spaceId } = asset;
    return { name, spaceId, hash, fileName, mimeType, size, width, height, focalPoint: focalPointOf(asset) };
  }
}
