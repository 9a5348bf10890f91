/**
 * The one list of error responses: code, HTTP status and meaning. The server's rules throw errors by code
 * (`platform/errors/domain-error.ts`) and know nothing about HTTP; `http/error-responses.ts` turns them into responses.
 * The reference page and `openapi.json` are generated from this table.
 */

/** One row of the catalogue. */
export interface ErrorKind {
  /** HTTP status of the response. */
  readonly status: number;
  /** One sentence for the reference documentation. */
  readonly meaning: string;
}

export const errorCatalogue = {
  malformed_request: { status: 400, meaning: 'The request cannot be parsed.' },
  unauthenticated: { status: 401, meaning: 'The token is missing, unknown, expired or revoked.' },
  plan_limit_reached: {
    status: 402,
    meaning: 'A limit of the plan is reached; see `metric`, `limit` and `used`.',
  },
  wrong_plane: { status: 403, meaning: 'The token belongs to another plane; see `presented` and `required`.' },
  insufficient_permission: { status: 403, meaning: 'The caller lacks `permission`.' },
  email_unverified: { status: 403, meaning: 'The e-mail address has to be verified first.' },
  account_suspended: { status: 403, meaning: 'The account is suspended.' },
  signup_closed: { status: 403, meaning: 'This installation does not accept sign-ups.' },
  second_factor_required: { status: 403, meaning: 'A second factor is required; `challenge` starts it.' },
  not_found: { status: 404, meaning: 'There is no such `resource`, or you may not see it.' },
  method_not_allowed: { status: 405, meaning: 'The path exists, the method does not.' },
  not_acceptable: { status: 406, meaning: 'None of the media types in `Accept` can be produced.' },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time.' },
  version_conflict: {
    status: 409,
    meaning: 'Someone else saved in the meantime; `expected` and `actual` are versions.',
  },
  slug_conflict: { status: 409, meaning: 'Another entry of the content type has this slug.' },
  conflict: { status: 409, meaning: 'The request conflicts with what is stored.' },
  invalid_transition: { status: 409, meaning: 'The `action` is not allowed in this `status`.' },
  content_type_in_use: { status: 409, meaning: 'The content type still has `entries`.' },
  field_has_data: {
    status: 409,
    meaning: 'The `field` has values in `entries` entries; `fields` lists all such fields.',
  },
  model_locked: {
    status: 409,
    meaning: 'The model of the environment is kept elsewhere: `by` in `model_locked`.',
  },
  environment_not_ready: { status: 409, meaning: 'The environment is still being created.' },
  idempotency_conflict: {
    status: 409,
    meaning: 'The `Idempotency-Key` was used with a different body, or its first request is still running.',
  },
  payload_too_large: { status: 413, meaning: 'The body is larger than `limit` bytes.' },
  unsupported_media_type: { status: 415, meaning: 'The `Content-Type` is not supported by the route.' },
  validation_failed: { status: 422, meaning: 'Something in the request is not valid; `errors` lists what and where.' },
  sso_required: { status: 428, meaning: 'The account requires single sign-on; start at `sso_url`.' },
  api_quota_exceeded: { status: 429, meaning: 'Too many requests; `Retry-After` says when to try again.' },
  headers_too_large: { status: 431, meaning: 'The request line or headers are larger than `limit` bytes.' },
  internal_error: { status: 500, meaning: 'Something went wrong on our side; quote `request_id`.' },
  ai_provider_error: {
    status: 502,
    meaning: 'The AI provider failed, refused, or returned something that cannot be used.',
  },
  ai_not_configured: { status: 503, meaning: 'No AI provider is set up; the message names the variable to set.' },
  billing_not_configured: {
    status: 503,
    meaning: 'Stripe is not set up, or rejects its settings; the message names what to set.',
  },
  unavailable: {
    status: 503,
    meaning:
      'The service is temporarily unavailable; `Retry-After` says when to try again. Nothing was written, unless `outcome` is `"unknown"`: then the write may have been done, and only repeating it with the same `Idempotency-Key` is sure not to do it twice.',
  },
} as const satisfies Record<string, ErrorKind>;

/** The code of an error, as it appears in `detail.code`. */
export type ErrorCode = keyof typeof errorCatalogue;
