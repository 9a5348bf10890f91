/** The names that content types have in the API: which texts can be one, and which one a display name suggests. */
import anyAscii from 'any-ascii';
import { invalid } from '../../platform/errors/domain-error.ts';
import { isKey } from '../spaces/resource-id.ts';

const API_ID_CHARACTERS_MAX = 64;

/** @throws `validation_failed` where the text cannot be an api_id */
export function requireApiId(text: string, path: string): string {
  if (isKey(text)) return text;
  throw invalid(
    path,
    'format',
    'Use 1 to 64 letters, digits, dots, hyphens and underscores, not in the form of an id.',
  );
}

/**
 * The api_id that a name suggests: `Blog post` gives `blog_post`.
 * @throws `validation_failed` where nothing of the name can stand in one
 */
export function apiIdFrom(name: string): string {
  const apiId = anyAscii(name.normalize('NFC'))
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, API_ID_CHARACTERS_MAX)
    .replaceAll(/^_+|_+$/g, '');
  if (apiId !== '' && isKey(apiId)) return apiId;
  throw invalid('api_id', 'required', 'No api_id can be made from the name; give one.');
}
