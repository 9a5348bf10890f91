/**
 * The one list of errors Lectern answers with: code, HTTP status, and what each means.
 * Rules throw them by code (`domain-error.ts`) and know nothing of HTTP; `http/error-responses.ts` turns them into
 * answers; the reference page and `openapi.json` are generated from this table.
 */

/** What the catalogue says of one error code. */
export interface ErrorKind {
  /** HTTP status the error is answered with. */
  readonly status: number;
  /** One sentence for the reference documentation. */
  readonly meaning: string;
}

export const errorCatalogue = {
  malformed_request: { status: 400, meaning: 'The bytes of the request do not parse.' },
  unauthenticated: { status: 401, meaning: 'The token is missing, unknown, expired or revoked.' },
  plan_limit_reached: {
    status: 402,
    meaning: 'A ceiling of the plan is reached; `metric`, `limit` and `used` say which.',
  },
  wrong_plane: { status: 403, meaning: 'The token belongs to another plane; `presented` and `required` name both.' },
  insufficient_permission: { status: 403, meaning: 'The caller lacks the `permission` named.' },
  email_unverified: { status: 403, meaning: 'The e-mail address has to be verified first.' },
  account_suspended: { status: 403, meaning: 'The account is suspended.' },
  signup_closed: { status: 403, meaning: 'This installation does not take sign-ups.' },
  second_factor_required: { status: 403, meaning: 'A second factor is required; `challenge` starts it.' },
  not_found: { status: 404, meaning: 'There is no such `resource`, or it is not yours to see.' },
  method_not_allowed: { status: 405, meaning: 'The path exists, the method does not.' },
  not_acceptable: { status: 406, meaning: 'None of the media types in `Accept` can be given.' },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time.' },
  version_conflict: { status: 409, meaning: 'Somebody saved in between; `expected` and `actual` are versions.' },
  slug_conflict: { status: 409, meaning: 'Another entry of the type holds the slug.' },
  conflict: { status: 409, meaning: 'The request contradicts what is stored.' },
  invalid_transition: { status: 409, meaning: 'The `action` is not possible in this `status`.' },
  content_type_in_use: { status: 409, meaning: 'The content type still has `entries`.' },
  field_has_data: { status: 409, meaning: 'The `field` holds data in `entries` entries.' },
  environment_not_ready: { status: 409, meaning: 'The environment is still being made.' },
  idempotency_conflict: {
    status: 409,
    meaning: 'The `Idempotency-Key` was used with another body, or is still running.',
  },
  payload_too_large: { status: 413, meaning: 'The body is larger than `limit` bytes.' },
  unsupported_media_type: { status: 415, meaning: 'The `Content-Type` is not one that the route takes.' },
  validation_failed: { status: 422, meaning: 'Something in the request is not valid; `errors` lists what and where.' },
  sso_required: { status: 428, meaning: 'The account requires single sign-on; it starts at `sso_url`.' },
  api_quota_exceeded: { status: 429, meaning: 'Too many requests; `Retry-After` says when to try again.' },
  headers_too_large: { status: 431, meaning: 'The request line or headers are larger than `limit` bytes.' },
  internal_error: { status: 500, meaning: 'Something went wrong on our side; quote `request_id`.' },
  unavailable: { status: 503, meaning: 'The service cannot answer just now; `Retry-After` says when to try again.' },
} as const satisfies Record<string, ErrorKind>;

/** The code of an error, as it stands in `detail.code`. */
export type ErrorCode = keyof typeof errorCatalogue;
