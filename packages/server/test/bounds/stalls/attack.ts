/** One hostile request, within what a client may send. */
import type { RequestParts } from '../../../../testing/src/client.ts';
import type { Target } from './target.ts';

export interface Attack {
  /** What it exaggerates, for reports. */
  readonly name: string;
  /** The query string, with `?`. */
  readonly query?: string;
  readonly parts?: Pick<RequestParts, 'raw' | 'headers'>;
  /** Key of the entry in the path instead of the target's usual one. */
  readonly path?: string;
  /** Whether it is one write that other writes may have to wait for: an atomic bulk. */
  readonly holdsWrites?: boolean;
}

/** Options for attacks in the row of a route. */
export interface StallRow {
  /** Whose token is sent; by default a delivery key on delivery routes, none on public ones, else the owner's session. */
  readonly as?: 'nobody' | 'a session of its own';
  /** Set if the request destroys its target, so that each one needs a target of its own. */
  readonly on?: 'a space of its own';
  /** Set if its response is streamed, so that its size is not bounded. */
  readonly streams?: boolean;
  /** Attacks written for it, besides those generated from its description. */
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
