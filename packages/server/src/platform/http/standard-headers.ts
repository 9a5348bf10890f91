/** The headers of every response, wherever it comes from, besides the request id. */

export const REQUEST_ID = 'x-request-id';

/** Names and values. */
export const standardHeaders: readonly (readonly [string, string])[] = [
  ['x-cms-version', '1'],
  ['x-content-type-options', 'nosniff'],
];
