/**
 * The errors of SCIM (RFC 7644, section 3.12): a status, one of the RFC's error types if one applies, and a sentence that says
 * what to do. Only identity providers get them, never clients of the other planes.
 */

export const ERROR_URN = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The error types of RFC 7644, table 9, that are used here. */
export type ScimErrorType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimErrorType | undefined;

  constructor(status: number, detail: string, scimType?: ScimErrorType) {
    super(detail);
    this.name = 'ScimError';
    this.status = status;
    this.scimType = scimType;
  }
}

/** A request that cannot be processed as it is. */
export function badRequest(scimType: ScimErrorType, detail: string): ScimError {
  return new ScimError(400, detail, scimType);
}

/** The body of an error response. SCIM writes the status as a string. */
export function errorBody(status: number, detail: string, scimType?: ScimErrorType): object {
  return { schemas: [ERROR_URN], ...(scimType === undefined ? {} : { scimType }), detail, status: String(status) };
}
