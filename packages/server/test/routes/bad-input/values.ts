/** Values of entries that cannot be, and entries that cannot change so. */
import { type Case, invalid } from './case.ts';

function article(title: string, fields: Record<string, unknown>, words: RegExp): Case {
  return invalid(title, { body: { content_type_id: 'article', fields: { title: 'One', ...fields } } }, words);
}

export const badValues: readonly Case[] = [
  article(
    'rich text as Contentful has it',
    { body: { nodeType: 'document', data: {}, content: [] } },
    /docs\/guide\/rich-text\.md.*Contentful/,
  ),
  article(
    'a node of Contentful in a document',
    { body: { type: 'doc', content: [{ nodeType: 'paragraph', content: [] }] } },
    /docs\/guide\/rich-text\.md.*Contentful/,
  ),
  article('rich text as HTML', { body: '<p>One</p>' }, /\{"type": "doc"\}.*docs\/guide\/rich-text\.md/),
  article(
    'text outside a paragraph',
    { body: { type: 'doc', content: [{ type: 'text', text: 'One' }] } },
    /Put paragraph, heading.* into doc/,
  ),
  article('a locale that the space lacks', { title: { en: 'One' } }, /Give a value for en-US, de; .*no locale "en"/),
  article(
    'a locale for a field that is not localized',
    { rating: { de: 4 } },
    /plain value.*en-US alone.*not localized/,
  ),
  article('a value that is no map by locale', { rating: { value: 4 } }, /en-US alone, as the field is not localized/),
  article('a misspelled field', { titel: 'One' }, /no such field.*Did you mean "title"\?/),
  article('a number as text', { pages: '3' }, /Give a whole number; this is text/),
  article('a fraction as an integer', { pages: 3.5 }, /Give a whole number/),
  article('text as a boolean', { featured: 'yes' }, /Give true or false/),
  article('a date as people write it', { day: '1.2.2026' }, /YYYY-MM-DD, such as/),
  article('one tag for a list of tags', { tags: 'sea' }, /Give a list/),
  article(
    'a link as Contentful has it',
    { author: { sys: { type: 'Link', linkType: 'Entry', id: 'jane' } } },
    /\{"type": "entry", "id": "…"\}/,
  ),
  article('a URL as an asset', { image: 'https://example.com/one.png' }, /Give the id or key of an asset/),
  article('lng for lon', { place: { lat: 1, lng: 2 } }, /\{"lat": …, "lon": …\}/),
  invalid('values at the top of the body', { body: { content_type_id: 'article', title: 'One' } }, /go into "fields"/),
  invalid('content_type', { body: { content_type: 'article', fields: {} } }, /Did you mean "content_type_id"\?/),
  invalid(
    'a content type that does not exist',
    { body: { content_type_id: 'artikle', fields: {} } },
    /create it first or name another.*Did you mean "article"\?/,
  ),
  invalid(
    'a slug with spaces',
    { body: { content_type_id: 'article', slug: 'Hello World', fields: { title: 'One' } } },
    /letters, digits, or characters of/,
  ),
  invalid(
    'a key with spaces',
    { body: { content_type_id: 'author', key: 'jane doe', fields: {} } },
    /Give a key of 1 to 64/,
  ),
  invalid(
    'publishing without a required value',
    { path: '/entries/{unnamed}/publish', body: {} },
    /Give a value for name in en-US/,
  ),
  invalid(
    'publishing a link to nothing',
    { path: '/entries/{dangling}/publish', body: {} },
    /no entry "nobody"; create it first/,
  ),
  {
    title: 'saving over a newer version',
    method: 'PATCH',
    path: '/entries/{draft}',
    body: { version: 9, fields: {} },
    codes: ['version_conflict'],
    words: /read the resource again/,
  },
  {
    title: 'unpublishing a draft',
    path: '/entries/{draft}/unpublish',
    codes: ['invalid_transition'],
    words: /has to be published or changed/,
  },
];
