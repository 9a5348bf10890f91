/**
 * Permission to show the page of a preview inside Studio: its address and the session that asked for it, sealed for an hour
 * under a key of the installation. Invariant: a token shows that one address, and nobody can make another.
 */
import { SealedBox } from '../../platform/kit/sealed-box.ts';

const LIFE_MS = 3_600_000;
/** Longer ones, sealed, would not fit into a URL of the service. */
const URL_CHARACTERS_MAX = 4_000;

/** What a token stands for. */
export interface PreviewFrame {
  readonly url: string;
  /** Id of the session that asked for it; it shows nothing once that has ended. */
  readonly sessionId: string;
}

export class PreviewFrames {
  readonly #box: SealedBox;

  constructor(secret: string) {
    this.#box = new SealedBox(secret, 'preview-frame');
  }

  /** The token for an address, and until when it is good; null if the address is too long. */
  seal({ url, sessionId }: PreviewFrame, now: number): { readonly token: string; readonly until: number } | null {
    if (url.length > URL_CHARACTERS_MAX) return null;
    const until = now + LIFE_MS;
    const sealed = this.#box.seal(JSON.stringify([url, until, sessionId]));
    return { token: Buffer.from(sealed).toString('base64url'), until };
  }

  /** What a token stands for; undefined if it is not one of ours, or too old. */
  open(token: string, now: number): PreviewFrame | undefined {
    try {
      const opened = this.#box.open(Buffer.from(token, 'base64url'));
      const [url, until, sessionId] = JSON.parse(opened) as [string, number, string];
      return now < until ? { url, sessionId } : undefined;
    } catch {
      // Whatever is wrong with it, it opens nothing.
      return undefined;
    }
  }
}
