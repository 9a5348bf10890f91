/** Content types, locales, environments, spaces, keys and webhooks that cannot be. */
import { field } from '../../../../testing/src/given.ts';
import { type Case, invalid } from './case.ts';

const TYPES = '{base}/content-types';

function contentType(title: string, more: Record<string, unknown>, words: RegExp): Case {
  return invalid(title, { path: TYPES, body: { api_id: 'note', name: 'Note', fields: [], ...more } }, words);
}

export const badModels: readonly Case[] = [
  ...["id'); DROP", 'a.b', '$x', '__proto__', 'constructor', 'ü', '', '1a', 'x'.repeat(65)].map((id) =>
    invalid(`a field called ${id.slice(0, 20) || 'nothing'}`, {
      path: '{base}/content-types',
      body: { name: 'Bad', fields: [{ id, name: 'x', type: 'string' }] },
    }),
  ),
  ...['(?=x)', '\\1', '(', '((a{1,1000}){1,1000})', 'x'.repeat(513)].map((pattern) =>
    invalid(
      `the pattern ${pattern.slice(0, 20)}`,
      {
        path: '{base}/content-types',
        body: { name: 'Bad', fields: [{ id: 'a', name: 'a', type: 'string', validations: { pattern } }] },
      },
      'pattern',
    ),
  ),
  invalid('a thousand fields', {
    path: '{base}/content-types',
    body: {
      name: 'Bad',
      fields: Array.from({ length: 1_000 }, (_, n) => ({ id: `f${n}`, name: 'f', type: 'string' })),
    },
  }),
  ...['../x', 'MASTER', 'a b', '', 'x'.repeat(65), '__proto__', '-a'].map((name) =>
    invalid(
      `an environment called ${name.slice(0, 20) || 'nothing'}`,
      { path: '{space}/environments', body: { name } },
      'name',
    ),
  ),
  {
    title: 'an environment that is there',
    path: '{space}/environments',
    body: { name: 'master' },
    codes: ['conflict'],
  },
  invalid('a space without a name', { path: '/spaces', body: {} }, 'name'),
  invalid('a space with a name of 10,000 letters', { path: '/spaces', body: { name: 'x'.repeat(10_000) } }, 'name'),
  invalid('a key of no kind', { path: '{space}/api-keys', body: { name: 'x', kind: 'master' } }, 'kind'),
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
  invalid('apiId', { path: TYPES, body: { apiId: 'note', name: 'Note', fields: [] } }, /Did you mean "api_id"\?/),
  {
    title: 'a content type twice',
    path: TYPES,
    body: { api_id: 'article', name: 'Article', fields: [] },
    codes: ['conflict'],
    words: /Choose another api_id/,
  },
  {
    title: 'only the new field in a change of fields',
    method: 'PATCH',
    path: `${TYPES}/author`,
    body: { fields: [field('nickname', 'string')] },
    codes: ['field_has_data'],
    words: /Send the field "name" as it was, with all others.*1 entry\b/,
  },
  {
    title: 'deleting a content type with entries',
    method: 'DELETE',
    path: `${TYPES}/article`,
    codes: ['content_type_in_use'],
    words: /Delete the entries of the content type first/,
  },
  invalid(
    'the name of a language',
    { path: '{space}/locales', body: { code: 'deutsch' } },
    /BCP 47.*Did you mean "de"\?/,
  ),
  invalid('a locale as Unix writes it', { path: '{space}/locales', body: { code: 'en_GB' } }, /Did you mean "en-GB"\?/),
  invalid(
    'a country for a language',
    { path: '{space}/locales', body: { code: 'jp' } },
    /such as "de" or "pt-BR"; .*no language "jp"/,
  ),
  invalid(
    'a fallback that the space lacks',
    { path: '{space}/locales', body: { code: 'fr', fallback: 'en' } },
    /Give one of en-US, de, or null/,
  ),
  invalid(
    'a new environment with capitals',
    { path: '{space}/environments', body: { name: 'Staging 2' } },
    /lowercase letters/,
  ),
  invalid(
    'a kind of key that does not exist',
    { path: '{space}/api-keys', body: { name: 'Site', kind: 'read' } },
    /one of delivery, preview, management/,
  ),
  invalid(
    'a webhook to the own machine',
    { path: '{space}/webhooks', body: { name: 'Build', url: 'http://localhost:3000/build' } },
    /LECTERN_WEBHOOK_ALLOW/,
  ),
  invalid(
    'an event in the past tense',
    {
      path: '{space}/webhooks',
      body: { name: 'Build', url: 'https://example.com/build', events: ['entry.published'] },
    },
    /Did you mean "entry\.publish"\?/,
  ),
];
