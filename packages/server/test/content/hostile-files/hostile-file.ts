/**
 * What the corpus of hostile files is made of. Every file that could run something calls the canary, a server that only
 * whoever ran it would ask; so that silence there means that nothing ran, in a browser or in the service.
 */

/** The response to an upload: stored as this type, or rejected by this rule. */
export type Expected = { readonly mimeType: string } | { readonly refused: string };

export interface HostileFile {
  /** What it is, in words; unique. */
  readonly title: string;
  /** Name and type that the client claims. */
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer | string;
  readonly expected: Expected;
}

/** Writes code and URLs that tell the canary which file ran. */
export class Canary {
  readonly #url: string;

  /** @param url address of the canary, without `/` at its end */
  constructor(url: string) {
    this.#url = url;
  }

  /** An address at the canary. */
  address(who: string): string {
    return `${this.#url}/${who}`;
  }

  /** JavaScript that tells the canary, marks the page and opens a dialog. No `<`, `&` or double quotes are in it. */
  code(who: string): string {
    return `globalThis.ran='${who}';new Image().src='${this.address(who)}';try{alert('${who}')}catch(e){}`;
  }

  /** A page that runs the code. */
  page(who: string): string {
    return `<!DOCTYPE html><html><body><script>${this.code(who)}</script></body></html>`;
  }
}

/** Stored as that type. */
export const kept = (mimeType: string): Expected => ({ mimeType });
/** Refused with 422 by that rule. */
export const refused = (rule: string): Expected => ({ refused: rule });
