/** The names of content types in the API: which texts are valid, and which one to derive from a display name. */
import anyAscii from 'any-ascii';
import { plainLetters } from '../../../../contract/src/folded-text.ts';
import { isKey, KEY_CHARACTERS_MAX } from '../../../../contract/src/keys.ts';
import { invalid } from '../../platform/errors/domain-error.ts';

/** @throws `validation_failed` if the text is not a valid api_id */
export function requireApiId(text: string, path: string): string {
  if (isKey(text)) return text;
  throw invalid(
    path,
    'format',
    'Use 1 to 64 letters, digits, dots, hyphens and underscores, not in the form of an id.',
  );
}

/**
 * The api_id derived from a display name: `Blog post` becomes `blog_post`.
 * @throws `validation_failed` if the name has no character that an api_id may have
 */
export function apiIdFrom(name: string): string {
  const apiId = anyAscii(plainLetters(name.normalize('NFC')))
    .toLowerCase()
    .replaceAll(/['’]/g, '')
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, KEY_CHARACTERS_MAX)
    .replaceAll(/^_+|_+$/g, '');
  if (apiId !== '' && isKey(apiId)) return apiId;
  throw invalid('api_id', 'required', 'Give an api_id; none can be derived from the name.');
}
