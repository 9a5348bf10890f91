/**
 * A mistake of a newcomer as data: the request, its status and code, and what the message has to say to mend it.
 */
import type { RequestParts } from '../client.ts';

/** Whose token the request has. */
export type Sender = 'owner' | 'management' | 'delivery' | 'preview' | 'nobody';

export interface Mistake extends Pick<RequestParts, 'body' | 'raw' | 'headers'> {
  /** What the newcomer does. */
  readonly title: string;
  readonly by: Sender;
  readonly method: string;
  /** The places of `mistakes.test.ts` in braces, such as `{base}/entries`. */
  readonly path: string;
  readonly status: number;
  readonly code: string;
  /** Found in the message or in that of one of its `errors`. */
  readonly mend: RegExp;
}

/** A 422 of a request with a body. */
export function invalidBody(title: string, path: string, body: unknown, mend: RegExp): Mistake {
  return { title, by: 'owner', method: 'POST', path, body, status: 422, code: 'validation_failed', mend };
}

/** A 422 of a query on delivery. */
export function invalidQuery(title: string, query: string, mend: RegExp): Mistake {
  const path = `{read}/entries?${query}`;
  return { title, by: 'delivery', method: 'GET', path, status: 422, code: 'validation_failed', mend };
}
