/**
 * Typed contents of the elements of an export: items (posts, pages, attachments, menu items), terms and authors. Missing elements
 * are empty strings, as in WordPress itself.
 */
import type { WxrElement } from './wxr-file.ts';

/** A post of any type. */
export interface WxrItem {
  /** The number of the post as a string; '' if it has none. */
  readonly id: string;
  /** `post`, `page`, `attachment`, `nav_menu_item` or a custom type. */
  readonly type: string;
  readonly title: string;
  readonly link: string;
  readonly creator: string;
  readonly content: string;
  readonly excerpt: string;
  /** In the time zone of the site, `2013-01-09 11:20:00`. */
  readonly localDate: string;
  readonly date: string;
  readonly modified: string;
  readonly slug: string;
  readonly status: string;
  /** `0` for none. */
  readonly parent: string;
  readonly order: number;
  readonly password: string;
  readonly isSticky: boolean;
  readonly attachmentUrl: string;
  readonly terms: readonly WxrTermName[];
  readonly meta: readonly (readonly [key: string, value: string])[];
  readonly comments: number;
  /** Line of the file. */
  readonly line: number;
  readonly isCut: boolean;
}

/** A term as an item refers to it. */
export interface WxrTermName {
  readonly taxonomy: string;
  readonly slug: string;
  readonly name: string;
}

export interface WxrTerm extends WxrTermName {
  /** `''` if unknown. */
  readonly id: string;
  /** Slug of the parent term; '' for none. */
  readonly parent: string;
  readonly description: string;
}

export interface WxrAuthor {
  readonly login: string;
  readonly name: string;
  readonly hasEmail: boolean;
}

/** Reads an `item`. */
export function itemOf(element: WxrElement): WxrItem {
  const text = textsOf(element);
  return {
    id: text('wp:post_id').trim(),
    type: text('wp:post_type').trim() || 'post',
    title: text('title'),
    link: text('link').trim(),
    creator: text('dc:creator').trim(),
    content: text('content:encoded'),
    excerpt: text('excerpt:encoded'),
    localDate: text('wp:post_date').trim(),
    date: text('wp:post_date_gmt').trim(),
    modified: text('wp:post_modified_gmt').trim(),
    slug: text('wp:post_name').trim(),
    status: text('wp:status').trim(),
    parent: text('wp:post_parent').trim() || '0',
    order: Number.parseInt(text('wp:menu_order'), 10) || 0,
    password: text('wp:post_password'),
    isSticky: text('wp:is_sticky').trim() === '1',
    attachmentUrl: text('wp:attachment_url').trim(),
    terms: element.children.flatMap(termNameOf),
    meta: element.children.filter(({ name }) => name === 'wp:postmeta').map(metaOf),
    comments: element.children.filter(({ name }) => name === 'wp:comment').length,
    line: element.line,
    isCut: element.isCut,
  };
}

/** The first value of a custom field. */
export function metaValue(item: Pick<WxrItem, 'meta'>, key: string): string {
  return item.meta.find(([name]) => name === key)?.[1] ?? '';
}

/** Reads `wp:category`, `wp:tag` or `wp:term`; null for any other element. */
export function termOf(element: WxrElement): WxrTerm | null {
  const text = textsOf(element);
  const id = text('wp:term_id').trim();
  const named = (taxonomy: string, slug: string, name: string, rest: string) => ({
    id,
    taxonomy,
    slug: text(slug).trim(),
    name: text(name).trim(),
    parent: text(`${rest}_parent`).trim(),
    description: text(`${rest}_description`).trim(),
  });
  if (element.name === 'wp:category') return named('category', 'wp:category_nicename', 'wp:cat_name', 'wp:category');
  if (element.name === 'wp:tag') return named('post_tag', 'wp:tag_slug', 'wp:tag_name', 'wp:tag');
  return element.name === 'wp:term'
    ? named(text('wp:term_taxonomy').trim(), 'wp:term_slug', 'wp:term_name', 'wp:term')
    : null;
}

/** Reads a `wp:author`. */
export function authorOf(element: WxrElement): WxrAuthor {
  const text = textsOf(element);
  const login = text('wp:author_login').trim();
  const full = `${text('wp:author_first_name')} ${text('wp:author_last_name')}`.trim();
  return {
    login,
    name: text('wp:author_display_name').trim() || full || login,
    hasEmail: text('wp:author_email') !== '',
  };
}

function termNameOf({ name, attributes, text }: WxrElement): readonly WxrTermName[] {
  const { domain = '', nicename = '' } = attributes;
  return name === 'category' && domain !== '' && nicename !== ''
    ? [{ taxonomy: domain, slug: nicename, name: text.trim() }]
    : [];
}

function metaOf(element: WxrElement): readonly [string, string] {
  const text = textsOf(element);
  return [text('wp:meta_key').trim(), text('wp:meta_value')];
}

function textsOf({ children }: WxrElement): (name: string) => string {
  return (name) => children.find((child) => child.name === name)?.text ?? '';
}
