/**
 * Permission to show the page of a preview inside Studio: its address, sealed for an hour under a key of the installation.
 * Invariant: whoever has it learns and shows that one address, and nobody can make another.
 */
import { SealedBox } from '../../platform/kit/sealed-box.ts';

const LIFE_MS = 3_600_000;
/** Longer ones, sealed, would not fit into a URL of the service. */
const URL_CHARACTERS_MAX = 4_000;

export class PreviewFrames {
  readonly #box: SealedBox;

  constructor(secret: string) {
    this.#box = new SealedBox(secret, 'preview-frame');
  }

  /** The token for an address, and until when it is good; null if the address is too long. */
  seal(url: string, now: number): { readonly token: string; readonly until: number } | null {
    if (url.length > URL_CHARACTERS_MAX) return null;
    const until = now + LIFE_MS;
    return { token: Buffer.from(this.#box.seal(JSON.stringify([url, until]))).toString('base64url'), until };
  }

  /** The address of a token; undefined if it is not one of ours, or too old. */
  open(token: string, now: number): string | undefined {
    try {
      const [url, until] = JSON.parse(this.#box.open(Buffer.from(token, 'base64url'))) as [string, number];
      return now < until ? url : undefined;
    } catch {
      // Whatever is wrong with it, it opens nothing.
      return undefined;
    }
  }
}
