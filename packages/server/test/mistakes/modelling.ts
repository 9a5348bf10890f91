/** Mistakes in content types, locales, environments, keys and webhooks. */
import { field } from '../scene.ts';
import { invalidBody, type Mistake } from './mistake.ts';

const TYPES = '{base}/content-types';

function contentType(title: string, more: Record<string, unknown>, mend: RegExp): Mistake {
  return invalidBody(title, TYPES, { api_id: 'note', name: 'Note', fields: [], ...more }, mend);
}

export const modellingMistakes: readonly Mistake[] = [
  contentType('a field type of Contentful', { fields: [field('body', 'RichText')] }, /Did you mean "rich_text"\?/),
  contentType('a field type of another system', { fields: [field('by', 'reference')] }, /Give one of string, .*entry/),
  contentType('a field id with a space', { fields: [field('my title', 'string')] }, /letters, digits and underscores/),
  contentType('two fields of one id', { fields: [field('a', 'string'), field('a', 'text')] }, /Rename this field/),
  contentType('an array without items', { fields: [field('tags', 'array')] }, /Give the type of the items/),
  contentType(
    'a validation in camel case',
    { fields: [field('title', 'string', { validations: { maxLength: 9 } })] },
    /Did you mean "max_length"\?/,
  ),
  contentType(
    'validations as a list',
    { fields: [field('title', 'string', { validations: [{ size: { max: 9 } }] })] },
    /as an object, such as/,
  ),
  contentType('a display field that is not there', { display_field: 'titel' }, /Give the id of a field of type string/),
  contentType('an api_id with a space', { api_id: 'Blog Post' }, /letters, digits, dots, hyphens and underscores/),
  invalidBody('apiId', TYPES, { apiId: 'note', name: 'Note', fields: [] }, /Did you mean "api_id"\?/),
  {
    title: 'a content type twice',
    by: 'owner',
    method: 'POST',
    path: TYPES,
    body: { api_id: 'article', name: 'Article', fields: [] },
    status: 409,
    code: 'conflict',
    mend: /Choose another api_id/,
  },
  {
    title: 'only the new field in a change of fields',
    by: 'owner',
    method: 'PATCH',
    path: `${TYPES}/author`,
    body: { fields: [field('nickname', 'string')] },
    status: 409,
    code: 'field_has_data',
    mend: /Send the field "name" as it was, with all others.*1 entry\b/,
  },
  {
    title: 'deleting a content type with entries',
    by: 'owner',
    method: 'DELETE',
    path: `${TYPES}/article`,
    status: 409,
    code: 'content_type_in_use',
    mend: /Delete the entries of the content type first/,
  },
  invalidBody('the name of a language', '{space}/locales', { code: 'deutsch' }, /BCP 47.*Did you mean "de"\?/),
  invalidBody('a locale as Unix writes it', '{space}/locales', { code: 'en_GB' }, /Did you mean "en-GB"\?/),
  invalidBody(
    'a country for a language',
    '{space}/locales',
    { code: 'jp' },
    /such as "de" or "pt-BR"; .*no language "jp"/,
  ),
  invalidBody(
    'a fallback that the space lacks',
    '{space}/locales',
    { code: 'fr', fallback: 'en' },
    /Give one of en-US, de, or null/,
  ),
  invalidBody('a new environment with capitals', '{space}/environments', { name: 'Staging 2' }, /lowercase letters/),
  invalidBody(
    'a kind of key that does not exist',
    '{space}/api-keys',
    { name: 'Site', kind: 'read' },
    /one of delivery, preview, management/,
  ),
  invalidBody(
    'a webhook to the own machine',
    '{space}/webhooks',
    { name: 'Build', url: 'http://localhost:3000/build' },
    /LECTERN_WEBHOOK_ALLOW/,
  ),
  invalidBody(
    'an event in the past tense',
    '{space}/webhooks',
    { name: 'Build', url: 'https://example.com/build', events: ['entry.published'] },
    /Did you mean "entry\.publish"\?/,
  ),
];
