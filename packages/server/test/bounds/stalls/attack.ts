/** One hostile request, within what a client may send. */
import type { RequestParts } from '../../../../testing/src/client.ts';
import type { Target } from './target.ts';

export interface Attack {
  /** What it overdoes, for reports. */
  readonly name: string;
  /** The query string, with `?`. */
  readonly query?: string;
  readonly parts?: Pick<RequestParts, 'raw' | 'headers'>;
  /** Key of the entry in the path instead of the target's usual one. */
  readonly path?: string;
  /** It is one write that others may have to wait for: an atomic bulk. */
  readonly holdsWrites?: boolean;
}

/** What the row of a route says of attacks on it. */
export interface StallRow {
  /** Whose token is sent; the owner's session by default, on delivery routes a delivery key, on public ones none. */
  readonly as?: 'nobody' | 'a session of its own';
  /** It ends what it is called on, so that it is called on something made for it. */
  readonly on?: 'a space of its own';
  /** Its response is sent as it is made, so that its size is not bounded. */
  readonly streams?: boolean;
  /** Made for it, besides those that are generated from its description. */
  readonly attacks?: (target: Target) => Attack[] | Promise<Attack[]>;
}

/** The largest JSON body, in bytes. */
export const BODY_BYTES = 1_048_576;

/** An attack by a JSON body. */
export function jsonAttack(name: string, body: unknown): Attack {
  return rawJson(name, JSON.stringify(body));
}

/** An attack by the text of a JSON body. */
export function rawJson(name: string, raw: string): Attack {
  return { name, parts: { raw, headers: { 'content-type': 'application/json' } } };
}
