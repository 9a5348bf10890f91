/**
 * Permission to show a preview page inside Studio: its address and the session that requested it, sealed under a key of the
 * installation and valid for as long as the page can read. Invariant: a token shows only that one address, and cannot be forged.
 */
import { SealedBox } from '../../platform/kit/sealed-box.ts';

/** A longer address, once sealed, would not fit into a URL of the service. */
const URL_CHARACTERS_MAX = 4_000;

/** The content of a token. */
export interface PreviewFrame {
  readonly url: string;
  /** Id of the session that requested it; the token stops working when that session ends. */
  readonly sessionId: string;
}

export class PreviewFrames {
  readonly #box: SealedBox;

  constructor(secret: string) {
    this.#box = new SealedBox(secret, 'preview-frame');
  }

  /** The token for an address, which expires then; null if the address is too long. */
  seal({ url, sessionId }: PreviewFrame, until: number): string | null {
    if (url.length > URL_CHARACTERS_MAX) return null;
    const sealed = this.#box.seal(JSON.stringify([url, until, sessionId]));
    return Buffer.from(sealed).toString('base64url');
  }

  /** The content of a token; undefined if it is not valid or has expired. */
  open(token: string, now: number): PreviewFrame | undefined {
    try {
      const opened = this.#box.open(Buffer.from(token, 'base64url'));
      const [url, until, sessionId] = JSON.parse(opened) as [string, number, string];
      return now < until ? { url, sessionId } : undefined;
    } catch {
      // Every kind of invalid token is treated the same.
      return undefined;
    }
  }
}
