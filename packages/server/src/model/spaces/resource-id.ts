/** Public ids as the service makes them: by the codes of an environment's names. */

export { keyWithin, parseResourceId, resourceId } from '../../../../contract/src/keys.ts';

/** Length of an environment's code. */
export const ENVIRONMENT_CODE_LENGTH = 6;

/** An environment's codes in public ids: one for each of its names. */
export interface EnvironmentCodes {
  /** The code of the name by which it was reached, its own or an alias: responses show ids with it. */
  readonly code: string;
  /** The code of its own name, which events and the audit show. */
  readonly ownCode: string;
  /** The codes of its own name and all aliases: ids with any of them are valid in it. */
  readonly codes: readonly string[];
}
