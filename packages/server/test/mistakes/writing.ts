/** Mistakes in the values of entries. */
import { invalidBody, type Mistake } from './mistake.ts';

const ENTRIES = '{base}/entries';

function article(title: string, fields: Record<string, unknown>, mend: RegExp): Mistake {
  return invalidBody(title, ENTRIES, { content_type_id: 'article', fields: { title: 'One', ...fields } }, mend);
}

export const writingMistakes: readonly Mistake[] = [
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
  invalidBody(
    'values at the top of the body',
    ENTRIES,
    { content_type_id: 'article', title: 'One' },
    /go into "fields"/,
  ),
  invalidBody('content_type', ENTRIES, { content_type: 'article', fields: {} }, /Did you mean "content_type_id"\?/),
  invalidBody(
    'a content type that does not exist',
    ENTRIES,
    { content_type_id: 'artikle', fields: {} },
    /create it first or name another.*Did you mean "article"\?/,
  ),
  invalidBody(
    'a slug with spaces',
    ENTRIES,
    { content_type_id: 'article', slug: 'Hello World', fields: { title: 'One' } },
    /letters, digits, or characters of/,
  ),
  invalidBody(
    'a key with spaces',
    ENTRIES,
    { content_type_id: 'author', key: 'jane doe', fields: {} },
    /Give a key of 1 to 64/,
  ),
  invalidBody(
    'publishing without a required value',
    '/entries/{unnamed}/publish',
    {},
    /Give a value for name in en-US/,
  ),
  invalidBody('publishing a link to nothing', '/entries/{dangling}/publish', {}, /no entry "nobody"; create it first/),
  {
    title: 'saving over a newer version',
    by: 'owner',
    method: 'PATCH',
    path: '/entries/{draft}',
    body: { version: 9, fields: {} },
    status: 409,
    code: 'version_conflict',
    mend: /read the resource again/,
  },
  {
    title: 'unpublishing a draft',
    by: 'owner',
    method: 'POST',
    path: '/entries/{draft}/unpublish',
    status: 409,
    code: 'invalid_transition',
    mend: /has to be published or changed/,
  },
];
