/** The headers of every response, wherever it comes from, besides the request id. */

import { INTERFACE_VERSION } from '../config/program-version.ts';

export const REQUEST_ID = 'x-request-id';

/** Names and values. */
export const standardHeaders: readonly (readonly [string, string])[] = [
  ['x-cms-version', INTERFACE_VERSION],
  ['x-content-type-options', 'nosniff'],
];
