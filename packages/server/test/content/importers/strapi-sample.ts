/**
 * A small export with what the real one lacks: every type of attribute, components inside components, links of every kind from
 * both sides, a text of the blocks editor, and secrets that must not be imported.
 */
import { archiveOf, linesOf, type Member } from './strapi-archive.ts';

/** What stands in the sample wherever a secret does. */
export const PLANTED = 'planted-5up3r-s3cr3t';
/** A picture of one pixel. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const localized = { pluginOptions: { i18n: { localized: true } } };
const relation = (kind: string, target: string, more: object = {}) => ({
  type: 'relation',
  relation: kind,
  target,
  ...more,
});

const schemas: readonly object[] = [
  {
    uid: 'api::page.page',
    modelType: 'contentType',
    kind: 'collectionType',
    info: { singularName: 'page', displayName: 'Page', description: 'A page of the site' },
    options: { draftAndPublish: true },
    ...localized,
    attributes: {
      title: { type: 'string', required: true, maxLength: 40, ...localized },
      slug: { type: 'uid', targetField: 'title', ...localized },
      body: { type: 'blocks', ...localized },
      summary: { type: 'richtext', ...localized },
      mood: { type: 'enumeration', enum: ['calm', 'stormy'], default: 'calm' },
      views: { type: 'biginteger' },
      rating: { type: 'decimal', min: 0, max: 5 },
      length: { type: 'integer' },
      day: { type: 'date' },
      moment: { type: 'datetime' },
      hour: { type: 'time' },
      extra: { type: 'json' },
      isShown: { type: 'boolean' },
      mail: { type: 'email' },
      code: { type: 'string', regex: '^[A-Z]{2}\\d+$' },
      secret: { type: 'password' },
      remark: { type: 'string', private: true },
      cover: { type: 'media', multiple: false, allowedTypes: ['images'] },
      gallery: { type: 'media', multiple: true, allowedTypes: ['images', 'files'] },
      hero: { type: 'component', component: 'shared.hero', ...localized },
      sections: { type: 'component', component: 'shared.section', repeatable: true, max: 4 },
      zone: { type: 'dynamiczone', components: ['shared.section', 'shared.hero'], ...localized },
      parent: relation('manyToOne', 'api::page.page', { inversedBy: 'children' }),
      children: relation('oneToMany', 'api::page.page', { mappedBy: 'parent' }),
      related: relation('manyToMany', 'api::page.page', { inversedBy: 'relatedOf' }),
      relatedOf: relation('manyToMany', 'api::page.page', { mappedBy: 'related' }),
      twin: relation('oneToOne', 'api::page.page'),
      anything: { type: 'relation', relation: 'morphToMany' },
      owner: relation('manyToOne', 'plugin::users-permissions.user'),
      constructor: { type: 'string' },
      colour: { type: 'customField', customField: 'plugin::colour.colour' },
      createdAt: { type: 'datetime' },
      localizations: relation('oneToMany', 'api::page.page'),
    },
  },
  {
    uid: 'api::tag.tag',
    modelType: 'contentType',
    info: { singularName: 'tag', displayName: 'Tag' },
    options: { draftAndPublish: false },
    attributes: {
      name: { type: 'string', unique: true },
      pages: relation('oneToMany', 'api::page.page'),
    },
  },
  {
    uid: 'shared.hero',
    modelType: 'component',
    info: { displayName: 'Hero' },
    attributes: {
      claim: { type: 'string', unique: true },
      image: { type: 'media', allowedTypes: ['images'] },
      tag: relation('oneToOne', 'api::tag.tag'),
      buttons: { type: 'component', component: 'shared.button', repeatable: true },
    },
  },
  {
    uid: 'shared.section',
    modelType: 'component',
    info: { displayName: 'Section' },
    attributes: { heading: { type: 'string' } },
  },
  {
    uid: 'shared.button',
    modelType: 'component',
    info: { displayName: 'Button' },
    attributes: {
      label: { type: 'string' },
      target: relation('oneToOne', 'api::page.page'),
      icon: { type: 'media' },
      key: { type: 'password' },
    },
  },
  { uid: 'plugin::users-permissions.user', modelType: 'contentType', attributes: { password: { type: 'password' } } },
];

const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more });

/** A text of the blocks editor with each of its kinds. */
export const sampleBlocks: readonly object[] = [
  { type: 'heading', level: 2, children: [text('Tides')] },
  {
    type: 'paragraph',
    children: [
      text('Read ', { bold: true, italic: true }),
      { type: 'link', url: 'https://example.com', children: [text('more', { underline: true })] },
      text('\nnow', { strikethrough: true, code: true }),
      { type: 'link', url: 'javascript:alert(1)', children: [text(' or not')] },
      text(''),
    ],
  },
  {
    type: 'list',
    format: 'ordered',
    children: [
      { type: 'list-item', children: [text('one')] },
      { type: 'list', format: 'unordered', children: [{ type: 'list-item', children: [text('inner')] }] },
      { type: 'list-item', children: [text('two')] },
    ],
  },
  { type: 'quote', children: [text('Time and tide')] },
  { type: 'code', language: 'js', children: [text('a\nb')] },
  { type: 'image', image: { hash: 'pier_1', url: '/uploads/pier_1.png' }, children: [text('')] },
  { type: 'image', image: { hash: 'gone', url: 'https://cdn.example/gone.png', name: 'Gone' }, children: [text('')] },
  { type: 'marquee', children: [text('unknown')] },
];

const times = { createdAt: '2024-01-01T00:00:00.000Z', updatedAt: '2024-02-01T00:00:00.000Z' };
const page = (id: number, documentId: string, locale: string, more: object) => ({
  type: 'api::page.page',
  id,
  data: { documentId, locale, publishedAt: null, ...times, ...more },
});
const published = { publishedAt: '2024-02-02T00:00:00.000Z' };

const home = {
  mood: 'stormy',
  views: '9007199254740993',
  rating: '4.5',
  length: 12,
  day: '2024-05-06',
  moment: '2024-05-06T07:08:09.000Z',
  hour: '10:30:00.000',
  extra: { en: 1, de: 2 },
  isShown: true,
  mail: 'ada@example.com',
  code: 'AB12',
  secret: PLANTED,
  remark: PLANTED,
  constructor: 'built',
  colour: '#00aaff',
};

const entities: readonly object[] = [
  {
    type: 'plugin::upload.file',
    id: 1,
    data: {
      documentId: 'pier',
      name: 'pier.png',
      hash: 'pier_1',
      ext: '.png',
      mime: 'image/png',
      size: 0.07,
      width: 1,
      height: 1,
      alternativeText: 'A pier',
      caption: 'At low tide',
      focalPoint: { x: 10, y: 20 },
      ...times,
    },
  },
  {
    type: 'plugin::upload.file',
    id: 2,
    data: {
      documentId: 'lost',
      name: 'lost',
      hash: 'lost_2',
      ext: '.pdf',
      mime: 'application/pdf',
      size: 12,
      ...times,
    },
  },
  { type: 'plugin::i18n.locale', id: 1, data: { code: 'en', name: 'English (en)' } },
  { type: 'plugin::i18n.locale', id: 2, data: { code: 'de', name: 'German (de)' } },
  page(1, 'home', 'en', {
    title: 'Home, edited',
    slug: 'home',
    body: sampleBlocks,
    summary: '**Bold**',
    ...home,
    hero: { id: 1, claim: 'New claim', buttons: [{ id: 1, label: 'Go', key: PLANTED }] },
    sections: [{ id: 1, heading: 'One' }],
    zone: [
      { __component: 'shared.section', id: 3, heading: 'First' },
      { __component: 'shared.hero', id: 3, claim: 'In the zone' },
      { __component: 'shared.section', id: 4, heading: 'Second' },
    ],
  }),
  page(2, 'home', 'en', {
    ...published,
    title: 'Home',
    slug: 'home',
    ...home,
    mood: 'calm',
    hero: { id: 2, claim: 'Old claim', buttons: [] },
    sections: [{ id: 2, heading: 'One' }],
    zone: [{ __component: 'shared.section', id: 5, heading: 'First' }],
  }),
  page(3, 'home', 'de', { title: 'Start', slug: 'start', ...home }),
  page(4, 'home', 'de', { ...published, title: 'Start', slug: 'start', ...home, mood: 'calm' }),
  page(5, 'about', 'en', { title: 'About', slug: 'about', day: 'never', rating: 3 }),
  page(6, 'about', 'en', { ...published, title: 'About', slug: 'about', day: 'never', rating: 3 }),
  page(7, 'about', 'xx', { title: 'Nowhere', slug: 'nowhere' }),
  {
    type: 'api::tag.tag',
    id: 1,
    data: { documentId: 'calm', name: 'Calm', locale: null, publishedAt: times.createdAt, ...times },
  },
  {
    type: 'plugin::users-permissions.user',
    id: 1,
    data: { username: 'ada', email: 'ada@site.example', password: `$2a$10$${PLANTED}`, resetPasswordToken: PLANTED },
  },
  { type: 'admin::user', id: 1, data: { password: `$2a$10$${PLANTED}` } },
  { type: 'admin::api-token', id: 1, data: { accessKey: PLANTED } },
];

const link = (kind: string, left: object, right: object) => ({
  kind: `relation.${kind}`,
  relation: 'any',
  left,
  right,
});
const media = (file: number, type: string, ref: number, field: string, pos = 1) =>
  link('morph', { type: 'plugin::upload.file', field: 'related', ref: file }, { type, ref, field, pos });
const toPage = (field: string, from: number, to: number, pos = 1) =>
  link('circular', { type: 'api::page.page', ref: from, field, pos }, { type: 'api::page.page', ref: to });

const links: readonly object[] = [
  ...[1, 2, 3, 4].map((id) => media(1, 'api::page.page', id, 'cover')),
  media(2, 'api::page.page', 1, 'gallery', 2),
  media(1, 'api::page.page', 1, 'gallery', 1),
  media(1, 'shared.hero', 1, 'image'),
  media(1, 'shared.button', 1, 'icon'),
  link('basic', { type: 'shared.button', ref: 1, field: 'target' }, { type: 'api::page.page', ref: 5 }),
  link('basic', { type: 'shared.hero', ref: 1, field: 'tag' }, { type: 'api::tag.tag', ref: 1 }),
  toPage('parent', 5, 1),
  toPage('parent', 6, 2),
  toPage('related', 1, 5, 2),
  toPage('related', 1, 1, 1),
  toPage('related', 2, 6),
  toPage('twin', 1, 99),
  link('morph', { type: 'api::page.page', ref: 1, field: 'anything' }, { type: 'api::tag.tag', ref: 1, pos: 2 }),
  link('morph', { type: 'api::page.page', ref: 1, field: 'anything' }, { type: 'api::page.page', ref: 5, pos: 1 }),
  link('basic', { type: 'api::page.page', ref: 1, field: 'owner' }, { type: 'plugin::users-permissions.user', ref: 1 }),
  // A type without drafts points to both rows of a document.
  ...[1, 2, 5].map((to, index) =>
    link(
      'basic',
      { type: 'api::tag.tag', ref: 1, field: 'pages', pos: index + 1 },
      { type: 'api::page.page', ref: to },
    ),
  ),
  link('circular', { type: 'api::page.page', ref: 1, field: 'localizations' }, { type: 'api::page.page', ref: 'home' }),
];

const settings: readonly object[] = [
  { type: 'core-store', value: { key: 'plugin_i18n_default_locale', value: 'en' } },
  {
    type: 'core-store',
    value: {
      key: 'plugin_content_manager_configuration_content_types::api::page.page',
      value: { settings: { mainField: 'title' } },
    },
  },
  {
    type: 'core-store',
    value: { key: 'plugin_users-permissions_grant', value: { github: { key: 'k', secret: PLANTED } } },
  },
  {
    type: 'webhook',
    value: { name: 'Deploy', url: 'https://hook.example', headers: { Authorization: `Bearer ${PLANTED}` } },
  },
];

/** The files of the sample, in the order in which Strapi writes them. */
export const sampleMembers: readonly Member[] = [
  { name: 'schemas/schemas_00001.jsonl', content: linesOf(schemas) },
  { name: 'entities/entities_00001.jsonl', content: linesOf(entities) },
  { name: 'assets/metadata/pier_1.png.json', content: '{}' },
  { name: 'assets/uploads/pier_1.png', content: PICTURE },
  { name: 'assets/uploads/thumbnail_pier_1.png', content: PICTURE },
  { name: 'assets/uploads/lost_2.pdf', content: '%PDF-1.4\n%%EOF\n' },
  { name: 'links/links_00001.jsonl', content: linesOf(links) },
  { name: 'configuration/configuration_00001.jsonl', content: linesOf(settings) },
  { name: 'metadata.json', content: JSON.stringify({ strapi: { version: '5.54.0' } }) },
];

/** The sample as a file. */
export const sampleArchive: Buffer = archiveOf(sampleMembers);
