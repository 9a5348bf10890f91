/**
 * Who reads the past gets addresses of files that hold as long as these are kept, though an asset was deleted or has another file since:
 * `/assets/<asset id>/<hash>.<signature>/<file name>`. Invariant: nobody makes one but the service, for who may read the past.
 */
import { timingSafeEqual } from 'node:crypto';
import { resourceId } from '../../model/spaces/resource-id.ts';
import type { Tables } from '../../platform/database/columns.ts';
import { KeyedHash } from '../../platform/kit/keyed-hash.ts';
import { deriveKey } from '../../platform/kit/sealed-box.ts';
import { fileUrl, type PublicAddress } from './asset-address.ts';

const SIGNATURE_BYTES = 16;

/** What the address of a file names. */
export interface NamedFile {
  readonly assetId: string;
  readonly hash: string;
  readonly fileName: string;
}

export class PastFiles {
  readonly #hash: KeyedHash;

  constructor(secret: string) {
    this.#hash = new KeyedHash(deriveKey(secret, 'files of the past'));
  }

  /** The address of the file that an asset had; null if it had none. @param code of the environment */
  url(
    address: PublicAddress,
    code: string,
    asset: Pick<Tables['assets'], 'key' | 'file_hash' | 'file_name'>,
  ): string | null {
    const { key, file_hash: hash, file_name: fileName } = asset;
    if (hash === null) return null;
    const file = { assetId: resourceId('asset', code, key), hash, fileName: fileName ?? '' };
    return fileUrl(address, code, { ...asset, file_hash: this.#signed(file) });
  }

  /** The file that an address of the past names; undefined if it is none, or not one of ours. */
  read({ hash: signed, ...named }: NamedFile): NamedFile | undefined {
    const [hash = ''] = signed.split('.', 1);
    if (hash === signed) return undefined;
    const file = { ...named, hash };
    const [given, ours] = [Buffer.from(signed), Buffer.from(this.#signed(file))];
    return given.length === ours.length && timingSafeEqual(given, ours) ? file : undefined;
  }

  #signed({ assetId, hash, fileName }: NamedFile): string {
    const signature = this.#hash.of(`${assetId}/${hash}/${fileName}`).subarray(0, SIGNATURE_BYTES);
    return `${hash}.${signature.toString('base64url')}`;
  }
}
