/** The headers that every response of the service carries, whoever gives it, beside the id of its request. */

export const REQUEST_ID = 'x-request-id';

/** Names and values. */
export const standardHeaders: readonly (readonly [string, string])[] = [
  ['x-cms-version', '1'],
  ['x-content-type-options', 'nosniff'],
];
