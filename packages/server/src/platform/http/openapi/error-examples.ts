/** An example of each error for the documentation. Without one, the meaning from the catalogue is shown. */
import type { ErrorCode } from '../../../../../contract/src/errors.ts';

export interface ErrorExample {
  readonly message: string;
  /** Keys of `detail` besides code and message. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export const errorExamples: Readonly<Partial<Record<ErrorCode, ErrorExample>>> = {
  malformed_request: { message: 'The body is not JSON (Unexpected end of JSON input); send one JSON value.' },
  unauthenticated: { message: 'The token is missing, unknown, expired or revoked; send a valid one as Bearer.' },
  plan_limit_reached: {
    message: 'The plan has room for 3 locales; upgrade it or delete one.',
    extra: { metric: 'locales', limit: 3, used: 3 },
  },
  wrong_plane: {
    message: 'This is a delivery token; send a management token.',
    extra: { presented: 'delivery', required: 'management' },
  },
  insufficient_permission: {
    message: 'Your role does not have entry.publish; ask an admin of the account for it.',
    extra: { permission: 'entry.publish' },
  },
  second_factor_required: {
    message: 'Send the challenge with a code of your authenticator app.',
    extra: { challenge: 'chl_01kb4w9m4q' },
  },
  not_found: { message: 'There is no such entry; check the id in the path.', extra: { resource: 'entry' } },
  version_conflict: {
    message: 'The version is 4, not 3; read the resource again and repeat the change.',
    extra: { expected: 3, actual: 4 },
  },
  invalid_transition: {
    message: 'An archived entry cannot be published; unarchive it first.',
    extra: { status: 'archived', action: 'publish' },
  },
  content_type_in_use: { message: 'The content type still has 12 entries; delete them first.', extra: { entries: 12 } },
  field_has_data: {
    message:
      'Send the field "price" as it was, with all others, or repeat the request with ?confirm_data_loss=true to hide it; it holds data in 7 entries.',
    extra: { field: 'price', entries: 7, fields: [{ id: 'price', hides: 'field', entries: 7 }] },
  },
  payload_too_large: {
    message: 'The body is larger than 1048576 bytes; send less in one request.',
    extra: { limit: 1_048_576 },
  },
  validation_failed: {
    message: 'fields.title.en-US: Has to have 255 or fewer characters.',
    extra: {
      errors: [
        {
          path: 'fields.title.en-US',
          rule: 'maxLength',
          params: { limit: 255 },
          message: 'Has to have 255 or fewer characters.',
        },
      ],
    },
  },
  sso_required: {
    message: 'The account requires single sign-on; start at sso_url.',
    extra: { sso_url: 'https://cms.example.com/auth/sso/acc_01kb4w9m4q' },
  },
  api_quota_exceeded: { message: 'Too many requests; wait 12 seconds.', extra: { scope: 'account' } },
  headers_too_large: { message: 'The headers are larger than 16384 bytes; send fewer.', extra: { limit: 16_384 } },
  internal_error: {
    message: 'Something went wrong on our side; try again, and quote request_id if it keeps happening.',
    extra: { request_id: 'req_01kb4w9m4qxz1r5k7c2v8t3y6p' },
  },
};
