/**
 * A small Contentful export that holds every case the import knows: two locales with fallback, every status, links to
 * what is not there, ids that cannot be keys. Made by hand; the real exports in `../shared/data` have one locale.
 */

type Values = Record<string, unknown>;

/** A link as Contentful writes it. */
export function link(linkType: 'Entry' | 'Asset', id: string): Values {
  return { sys: { type: 'Link', linkType, id } };
}

/** A field of a content type. */
export function field(id: string, type: string, more: Values = {}): Values {
  const plain = { required: false, localized: false, validations: [], disabled: false, omitted: false };
  return { id, name: id, type, ...plain, ...more };
}

/** A content type that is activated. */
export function contentType(id: string, fields: Values[], more: Values = {}): Values {
  return {
    sys: { id, type: 'ContentType', version: 2, publishedVersion: 1 },
    name: id,
    description: '',
    fields,
    displayField: null,
    ...more,
  };
}

/** An entry that is published as it is; `sys` overrides. */
export function entry(id: string, type: string, fields: Values, sys: Values = {}): Values {
  const times = { createdAt: '2020-01-01T10:00:00Z', updatedAt: '2020-01-03T10:00:00.500Z' };
  const published = {
    version: 3,
    publishedVersion: 2,
    publishedAt: '2020-01-03T10:00:00Z',
    firstPublishedAt: '2020-01-02T10:00:00Z',
  };
  return { sys: { id, type: 'Entry', ...times, ...published, contentType: { sys: { id: type } }, ...sys }, fields };
}

/** Makes an entry a draft that was never published. */
export const neverPublished: Values = {
  publishedVersion: undefined,
  publishedAt: undefined,
  firstPublishedAt: undefined,
};

/** An export of these parts. */
export function exportOf(parts: Values): Values {
  return { contentTypes: [], entries: [], assets: [], locales: [enUs], editorInterfaces: [], ...parts };
}

/** How the fields of a type are edited. */
export function editor(type: string, controls: Values[]): Values {
  return { sys: { contentType: { sys: { id: type } } }, controls };
}

export const enUs = { code: 'en-US', name: 'English', fallbackCode: null, default: true, optional: false };
export const german = { code: 'de', name: 'Deutsch', fallbackCode: 'en-US', default: false, optional: true };

const document = (...content: Values[]): Values => ({ nodeType: 'document', data: {}, content });
const paragraph = (...content: Values[]): Values => ({ nodeType: 'paragraph', data: {}, content });
const text = (value: string): Values => ({ nodeType: 'text', value, marks: [], data: {} });

const article = contentType(
  'article',
  [
    field('title', 'Symbol', { required: true, localized: true, validations: [{ size: { max: 80 } }] }),
    field('slug', 'Symbol', { required: true, localized: true, validations: [{ unique: true }] }),
    field('body', 'RichText', { localized: true }),
    field('related', 'Array', {
      items: { type: 'Link', linkType: 'Entry', validations: [{ linkContentType: ['article'] }] },
    }),
    field('image', 'Link', { linkType: 'Asset' }),
    field('day', 'Date'),
    field('at', 'Date'),
    field('rating', 'Integer', { validations: [{ range: { min: 1, max: 5 } }], defaultValue: { 'en-US': 3 } }),
    field('price', 'Number'),
    field('featured', 'Boolean'),
    field('extra', 'Object', { localized: true }),
    field('place', 'Location'),
    field('elsewhere', 'ResourceLink', { allowedResources: [] }),
    field('tags', 'Array', { items: { type: 'Symbol', validations: [{ in: ['a', 'b'] }] } }),
  ],
  { displayField: 'title', description: 'Something to read' },
);

const entries = [
  entry('first', 'article', {
    title: { 'en-US': 'First', de: 'Erster' },
    slug: { 'en-US': 'first', de: 'erster' },
    body: {
      'en-US': document(
        paragraph(text('See '), {
          nodeType: 'entry-hyperlink',
          data: { target: link('Entry', 'second') },
          content: [text('the second')],
        }),
        { nodeType: 'embedded-entry-block', data: { target: link('Entry', 'second') }, content: [] },
        { nodeType: 'embedded-asset-block', data: { target: link('Asset', 'picture') }, content: [] },
      ),
      de: document(paragraph(text('Deutsch'))),
    },
    related: { 'en-US': [link('Entry', 'second'), link('Entry', 'first')] },
    image: { 'en-US': link('Asset', 'picture') },
    day: { 'en-US': '2020-02-29' },
    at: { 'en-US': '2020-02-29T12:00+02:00' },
    rating: { 'en-US': 4 },
    price: { 'en-US': 9.5 },
    featured: { 'en-US': false },
    extra: { 'en-US': { de: 'a key that looks like a locale' }, de: { list: [1, null] } },
    place: { 'en-US': { lat: 52.5, lon: 13.4 } },
    elsewhere: { 'en-US': { sys: { type: 'ResourceLink', linkType: 'Contentful:Entry', urn: 'crn:x' } } },
    tags: { 'en-US': ['b', 'a'] },
  }),
  entry('second', 'article', {
    title: { 'en-US': 'Second' },
    slug: { 'en-US': 'second' },
    related: { 'en-US': [link('Entry', 'first')] },
  }),
  entry('edited', 'article', { title: { 'en-US': 'Edited' }, slug: { 'en-US': 'edited' } }, { version: 7 }),
  entry(
    'draft',
    'article',
    { title: { 'en-US': 'Draft' }, related: { 'en-US': [link('Entry', 'nowhere')] } },
    neverPublished,
  ),
  entry(
    'old',
    'article',
    { title: { 'en-US': 'Old' }, slug: { 'en-US': 'old' } },
    { ...neverPublished, archivedAt: '2020-01-04T10:00:00Z', archivedVersion: 4 },
  ),
  entry('..', 'article', { title: { 'en-US': 'Dots' }, slug: { 'en-US': 'dots' } }),
];

const picture = {
  sys: {
    id: 'picture',
    type: 'Asset',
    createdAt: '2020-01-01T09:00:00Z',
    updatedAt: '2020-01-01T09:30:00Z',
    publishedVersion: 1,
  },
  fields: {
    title: { 'en-US': 'A picture', de: 'Ein Bild' },
    description: { 'en-US': 'What it shows' },
    file: {
      'en-US': {
        url: '//x/p.png',
        fileName: 'p.png',
        contentType: 'image/png',
        details: { size: 10, image: { width: 3, height: 2 } },
      },
      de: {
        url: '//x/q.png',
        fileName: 'q.png',
        contentType: 'image/png',
        details: { size: 11, image: { width: 3, height: 2 } },
      },
    },
  },
};

/** The whole sample. */
export const sampleExport: Values = exportOf({
  locales: [german, enUs],
  contentTypes: [article],
  entries,
  assets: [picture],
  editorInterfaces: [
    editor('article', [
      { fieldId: 'slug', widgetId: 'slugEditor', settings: { helpText: 'Part of the address' } },
      { fieldId: 'day', widgetId: 'datePicker', settings: { format: 'dateonly' } },
    ]),
  ],
  webhooks: [{ name: 'x' }],
});
