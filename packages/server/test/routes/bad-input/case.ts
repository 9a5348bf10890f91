/** What one case of bad input is: the request that is sent, the refusal that is right, and the words that help. */
import type { RequestParts } from '../../../../testing/src/client.ts';

/** The status of each code of a refusal. */
export const STATUSES = {
  malformed_request: 400,
  unauthenticated: 401,
  wrong_plane: 403,
  not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  conflict: 409,
  content_type_in_use: 409,
  field_has_data: 409,
  invalid_transition: 409,
  version_conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  headers_too_large: 431,
} as const;
type Code = keyof typeof STATUSES;

/** A request. The places of `bad-input.test.ts` stand in it in braces, such as `{base}/entries`. */
interface BadRequest extends Pick<RequestParts, 'body' | 'raw' | 'headers'> {
  /** Whose token it has: on `{read}` a delivery key, else the owner's, if not given. */
  readonly by?: 'owner' | 'delivery' | 'nobody';
  /** `POST` if not given. */
  readonly method?: string;
  /** Where entries are created, if not given. */
  readonly path?: string;
}

export interface Case extends BadRequest {
  /** What the client does. */
  readonly title: string;
  /** Codes that are right, with their statuses; several, where HTTP or its parser leaves it open. */
  readonly codes: readonly Code[];
  /** What helps to mend it: found in a message, as a pattern; anywhere in the response, as text. */
  readonly words?: RegExp | string;
}

/** A case that gets 422 `validation_failed`. */
export function invalid(title: string, request: BadRequest, words?: Case['words']): Case {
  return { title, ...request, codes: ['validation_failed'], ...(words === undefined ? {} : { words }) };
}

/** The header of a JSON body that is sent as it is. */
export const json = { 'content-type': 'application/json' };

/** A body that creates an entry, with additions. */
export const entryBody = (more: Record<string, unknown>) => ({
  content_type_id: 'author',
  fields: { name: 'x' },
  ...more,
});
