/**
 * The content types for a site: one for each post type and each taxonomy in use, one for authors, and two for menus. They contain
 * only fields that the site uses, so that nobody has to clean up after WordPress.
 */
import { fieldIdFor } from '../named-keys.ts';
import type { ContentTypeRecord, FieldRecord } from '../records.ts';
import { MENU, MENU_ITEM, type Site, type TypeFacts } from './site.ts';

/** The types of a site, and under which name each thing of WordPress is here. */
export interface SiteModel {
  readonly records: readonly ContentTypeRecord[];
  /** Post type → api_id. */
  readonly posts: ReadonlyMap<string, string>;
  /** Taxonomy → api_id. */
  readonly taxonomies: ReadonlyMap<string, string>;
  /** The field of a post that contains its terms of a taxonomy. */
  readonly termField: (taxonomy: string) => string;
}

const AUTHOR = 'author';
const MENU_TYPE = 'menu';
const MENU_ITEM_TYPE = 'menu_item';
/** The Lectern names of WordPress's own taxonomies. */
const KNOWN_TAXONOMIES: ReadonlyMap<string, readonly [apiId: string, field: string]> = new Map([
  ['category', ['category', 'categories']],
  ['post_tag', ['tag', 'tags']],
]);
/** Fields of every post. A taxonomy with one of these names gets a different field name. */
const POST_FIELDS: ReadonlySet<string> = new Set([
  'title',
  'slug',
  'body',
  'excerpt',
  'featured_image',
  'author',
  'date',
  'parent',
  'order',
  'sticky',
  'custom_fields',
  'categories',
  'tags',
]);

const title: FieldRecord = { id: 'title', name: 'Title', type: 'string', localized: true };
const name: FieldRecord = { id: 'name', name: 'Name', type: 'string', localized: true };
const slug: FieldRecord = { id: 'slug', name: 'Slug', type: 'slug' };
const description: FieldRecord = { id: 'description', name: 'Description', type: 'text', localized: true };

/** Creates the types of a site. */
export function modelOf(site: Site): SiteModel {
  const taken = new Set([AUTHOR, MENU_TYPE, MENU_ITEM_TYPE, 'category', 'tag', 'post', 'page']);
  const apiId = (wanted: string, kind: string) => {
    const free = taken.has(wanted) ? `${wanted}_${kind}` : wanted;
    taken.add(free);
    return free;
  };
  const posts = new Map(
    [...site.types.keys()].map((type) => [
      type,
      type === 'post' || type === 'page' ? type : apiId(nameable(type), 'type'),
    ]),
  );
  const taxonomies = new Map(
    [...site.terms.keys()]
      .filter((taxonomy) => taxonomy !== MENU)
      .map((taxonomy) => [taxonomy, KNOWN_TAXONOMIES.get(taxonomy)?.[0] ?? apiId(nameable(taxonomy), 'taxonomy')]),
  );
  const termField = (taxonomy: string) => {
    const field = KNOWN_TAXONOMIES.get(taxonomy)?.[1] ?? fieldIdFor(taxonomy);
    return POST_FIELDS.has(field) && !KNOWN_TAXONOMIES.has(taxonomy) ? `${field}_terms` : field;
  };
  const model = { posts, taxonomies, termField };
  return {
    ...model,
    records: [
      ...[...taxonomies].map(([taxonomy, id]) => taxonomyType(site, taxonomy, id)),
      ...(site.authors.size > 0 ? [authorType] : []),
      ...[...posts].map(([type, id]) => postType(type, id, site.types.get(type) as TypeFacts, { site, ...model })),
      ...(hasMenus(site) ? [menuItemType, menuType] : []),
    ],
  };
}

/** Whether the site has a menu or a menu item. */
export function hasMenus(site: Site): boolean {
  return site.terms.has(MENU) || [...site.posts.values()].some(({ type }) => type === MENU_ITEM);
}

const authorType: ContentTypeRecord = {
  api_id: AUTHOR,
  name: 'Author',
  description: 'Who wrote posts; people who may log in are members of the account.',
  display_field: 'name',
  slug_field: 'slug',
  fields: [{ id: 'name', name: 'Name', type: 'string' }, slug],
};

const menuType: ContentTypeRecord = {
  api_id: MENU_TYPE,
  name: 'Menu',
  description: '',
  display_field: 'name',
  slug_field: 'slug',
  fields: [
    name,
    slug,
    {
      id: 'items',
      name: 'Items',
      type: 'array',
      items: entryItems([MENU_ITEM_TYPE]),
      help: 'In their order, those below others too.',
    },
  ],
};

const menuItemType: ContentTypeRecord = {
  api_id: MENU_ITEM_TYPE,
  name: 'Menu item',
  description: '',
  display_field: 'label',
  slug_field: null,
  fields: [
    { id: 'label', name: 'Label', type: 'string', localized: true },
    { id: 'target', name: 'Target', type: 'entry', help: 'What it leads to, if that is an entry.' },
    { id: 'url', name: 'Address', type: 'string', help: 'Where it leads to, if that is no entry.' },
    { id: 'parent', name: 'Parent', type: 'entry', validations: { content_types: [MENU_ITEM_TYPE] } },
  ],
};

function taxonomyType(site: Site, taxonomy: string, apiId: string): ContentTypeRecord {
  const terms = [...(site.terms.get(taxonomy)?.values() ?? [])];
  const parent: FieldRecord = { id: 'parent', name: 'Parent', type: 'entry', validations: { content_types: [apiId] } };
  return {
    api_id: apiId,
    name: readable(apiId),
    description: '',
    display_field: 'name',
    slug_field: 'slug',
    fields: [
      name,
      slug,
      ...(terms.some((term) => term.description !== '') ? [description] : []),
      ...(terms.some((term) => term.parent !== '') ? [parent] : []),
    ],
  };
}

function postType(
  type: string,
  apiId: string,
  facts: TypeFacts,
  { taxonomies, termField }: Omit<SiteModel, 'records'> & { site: Site },
): ContentTypeRecord {
  const terms = [...facts.taxonomies].flatMap((taxonomy): FieldRecord[] => {
    const target = taxonomies.get(taxonomy);
    const id = termField(taxonomy);
    return target === undefined ? [] : [{ id, name: readable(id), type: 'array', items: entryItems([target]) }];
  });
  const parent: FieldRecord = { id: 'parent', name: 'Parent', type: 'entry', validations: { content_types: [apiId] } };
  const when = (condition: boolean, field: FieldRecord) => (condition ? [field] : []);
  return {
    api_id: apiId,
    name: readable(apiId),
    description: type === 'post' || type === 'page' ? '' : `The post type "${type}" of WordPress.`,
    display_field: 'title',
    slug_field: 'slug',
    fields: [
      title,
      slug,
      { id: 'body', name: 'Body', type: 'rich_text', localized: true },
      { id: 'excerpt', name: 'Excerpt', type: 'text', localized: true },
      { id: 'featured_image', name: 'Featured image', type: 'asset' },
      { id: 'author', name: 'Author', type: 'entry', validations: { content_types: [AUTHOR] } },
      { id: 'date', name: 'Date', type: 'datetime' },
      ...terms,
      ...when(facts.hasParents, parent),
      ...when(facts.hasOrder, { id: 'order', name: 'Order', type: 'integer' }),
      ...when(facts.isSticky, { id: 'sticky', name: 'Sticky', type: 'boolean', help: 'Shown before all others.' }),
      ...when(facts.hasFields, { id: 'custom_fields', name: 'Custom fields', type: 'json' }),
    ],
  };
}

function entryItems(types: readonly string[]): NonNullable<FieldRecord['items']> {
  return { type: 'entry', validations: { content_types: types } };
}

function nameable(type: string): string {
  return fieldIdFor(type);
}

function readable(apiId: string): string {
  const words = apiId.replaceAll(/[_-]+/g, ' ').trim();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
}
