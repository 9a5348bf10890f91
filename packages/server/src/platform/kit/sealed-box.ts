/**
 * Encryption of what is stored but must not be readable in the database: AES-256-GCM under a key derived with HKDF (RFC
 * 5869) from the installation's secret. A box is nonce (12 bytes), tag (16 bytes), ciphertext.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A key for one purpose, so that what is sealed for one cannot be opened as another. */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, 'lectern', purpose, KEY_BYTES));
}

export class SealedBox {
  readonly #key: Buffer;

  constructor(secret: string, purpose: string) {
    this.#key = deriveKey(secret, purpose);
  }

  seal(text: string): Uint8Array {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** @throws if the box was altered or sealed under another secret */
  open(box: Uint8Array): string {
    const bytes = Buffer.from(box.buffer, box.byteOffset, box.byteLength);
    const nonce = bytes.subarray(0, NONCE_BYTES);
    // Without an explicit length, a truncated tag would be accepted.
    const decipher = createDecipheriv(ALGORITHM, this.#key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
