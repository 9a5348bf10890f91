/**
 * What must be known about a whole site before one post can be converted: its terms, authors, types, and a few facts about each
 * post. Texts of posts are not kept, so memory grows with their number and not with their length.
 */
import { hostIn, originalPath, pageAddress, uploadPath } from './addresses.ts';
import { plainText } from './plain-text.ts';
import { ownSlug, slugProblem } from './slugs.ts';
import { readWxr } from './wxr/wxr-file.ts';
import { authorOf, itemOf, metaValue, termOf, type WxrAuthor, type WxrItem, type WxrTerm } from './wxr/wxr-item.ts';

/** Types that configure how a site looks and works, and are not content. */
const SETTINGS_TYPES: ReadonlySet<string> = new Set([
  'revision',
  'customize_changeset',
  'custom_css',
  'oembed_cache',
  'user_request',
  'wp_template',
  'wp_template_part',
  'wp_global_styles',
  'wp_navigation',
  'wp_font_family',
  'wp_font_face',
]);
/** Taxonomies that WordPress uses internally. */
const SETTINGS_TAXONOMIES: ReadonlySet<string> = new Set([
  'link_category',
  'wp_theme',
  'wp_template_part_area',
  'wp_pattern_category',
]);
/** Leaves room for the number of the post. */
const SLUG_LENGTH_MAX = 180;
export const ATTACHMENT = 'attachment';
export const MENU_ITEM = 'nav_menu_item';
export const MENU = 'nav_menu';

/** The facts kept about an item. */
export interface PostFacts {
  readonly id: string;
  readonly type: string;
  readonly title: string;
  /** '' if it has no usable slug. */
  readonly slug: string;
  readonly parent: string;
  readonly order: number;
  /** Index in the file, from 0. It distinguishes items with the same number, of which only one is kept. */
  readonly position: number;
  readonly file: string;
  readonly url: string;
  /** The menu of a menu item; '' for other items. */
  readonly menu: string;
}

/** Facts about the items of one type. */
export interface TypeFacts {
  readonly taxonomies: Set<string>;
  hasParents: boolean;
  hasFields: boolean;
  hasOrder: boolean;
  isSticky: boolean;
}

/** A term, and whether the file lists it. */
export interface Site {
  readonly title: string;
  readonly language: string;
  readonly authors: ReadonlyMap<string, WxrAuthor>;
  /** Taxonomy → slug → term. */
  readonly terms: ReadonlyMap<string, ReadonlyMap<string, WxrTerm>>;
  /** Keyed by `identityOf`. */
  readonly posts: ReadonlyMap<string, PostFacts>;
  /** Post types that become content types. */
  readonly types: ReadonlyMap<string, TypeFacts>;
  /** Address of a page → number of its post. */
  readonly pages: ReadonlyMap<string, string>;
  /** Path in the uploads → number of the attachment. */
  readonly files: ReadonlyMap<string, string>;
  readonly hosts: ReadonlySet<string>;
  readonly imagesOf: ReadonlyMap<string, readonly PostFacts[]>;
  /** Items left out, by type. */
  readonly settings: ReadonlyMap<string, number>;
  readonly unusable: readonly UnusableItem[];
  readonly comments: number;
  readonly commentedPosts: number;
}

/** An item that cannot be imported, and why. */
export interface UnusableItem extends Pick<PostFacts, 'id' | 'type' | 'title' | 'menu'> {
  readonly code: string;
  readonly message: string;
}

/**
 * Reads the file once.
 * @throws ExportFileError if it cannot be read or is no WordPress export
 */
export async function readSite(path: string): Promise<Site> {
  const reader = new SiteReader();
  for await (const element of readWxr(path)) {
    const term = termOf(element);
    if (term !== null) reader.addTerm(term);
    else if (element.name === 'wp:author') reader.addAuthor(authorOf(element));
    else if (element.name === 'item') reader.addItem(itemOf(element));
    else reader.addFact(element.name, element.text.trim());
  }
  return reader.site();
}

/** Distinguishes the items of a file: by number, and for menu items by menu too, because one item may be in several. */
export function identityOf({ id, type, terms }: Pick<WxrItem, 'id' | 'type' | 'terms'>): string {
  return type === MENU_ITEM ? menuItemIdentity(terms.find(({ taxonomy }) => taxonomy === MENU)?.slug ?? '', id) : id;
}

/** The identity of the item of a menu with that number. */
export function menuItemIdentity(menu: string, id: string): string {
  return `${menu}/${id}`;
}

/** Whether items of the type are content. */
export function isContent(type: string): boolean {
  return type !== ATTACHMENT && type !== MENU_ITEM && !SETTINGS_TYPES.has(type);
}

/** Whether terms of the taxonomy are content. Menus do not count: they are handled separately. */
export function isTaxonomy(taxonomy: string): boolean {
  return taxonomy !== '' && taxonomy !== MENU && !SETTINGS_TAXONOMIES.has(taxonomy);
}

class SiteReader {
  readonly #facts = new Map<string, string>();
  readonly #authors = new Map<string, WxrAuthor>();
  readonly #terms = new Map<string, Map<string, WxrTerm>>();
  readonly #posts = new Map<string, PostFacts>();
  readonly #types = new Map<string, TypeFacts>();
  readonly #pages = new Map<string, string>();
  readonly #files = new Map<string, string>();
  readonly #hosts = new Set<string>();
  readonly #settings = new Map<string, number>();
  readonly #unusable: UnusableItem[] = [];
  #position = 0;
  #comments = 0;
  #commentedPosts = 0;

  addFact(name: string, value: string): void {
    if (!this.#facts.has(name)) this.#facts.set(name, value);
    if (name === 'link' || name.startsWith('wp:base_')) this.#hosts.add(hostIn(value));
  }

  addAuthor(author: WxrAuthor): void {
    if (author.login !== '') this.#authors.set(author.login, author);
  }

  addTerm(term: WxrTerm): void {
    if (term.slug === '' || (!isTaxonomy(term.taxonomy) && term.taxonomy !== MENU)) return;
    const terms = this.#terms.get(term.taxonomy) ?? new Map<string, WxrTerm>();
    this.#terms.set(term.taxonomy, terms.set(term.slug, term));
  }

  addItem(item: WxrItem): void {
    const position = this.#position;
    this.#position += 1;
    if (SETTINGS_TYPES.has(item.type)) {
      this.#settings.set(item.type, (this.#settings.get(item.type) ?? 0) + 1);
      return;
    }
    const identity = identityOf(item);
    const reason = this.#whyUnusable(item);
    if (reason !== null) {
      this.#unusable.push({ ...factsOf(item, position), ...reason });
      return;
    }
    this.#posts.set(identity, factsOf(item, position));
    this.#comments += item.comments;
    if (item.comments > 0) this.#commentedPosts += 1;
    this.#addNames(item);
    this.#addAddresses(item);
    if (isContent(item.type)) this.#addToType(item);
  }

  #whyUnusable(item: WxrItem): Pick<UnusableItem, 'code' | 'message'> | null {
    if (item.isCut)
      return { code: 'payload_too_large', message: 'It is larger than 16 MiB; take out what made it so large.' };
    if (item.id === '')
      return { code: 'validation_failed', message: 'It has no wp:post_id, so a second run could not find it.' };
    const isDouble = this.#posts.has(identityOf(item));
    return isDouble ? { code: 'conflict', message: 'The file contains it twice; the first one was used.' } : null;
  }

  site(): Site {
    return {
      title: this.#facts.get('title') ?? '',
      language: this.#facts.get('language') ?? '',
      authors: this.#authors,
      terms: this.#terms,
      posts: withOwnSlugs(this.#posts),
      types: this.#types,
      pages: this.#pages,
      files: this.#files,
      hosts: new Set([...this.#hosts].filter((host) => host !== '')),
      imagesOf: Map.groupBy(
        [...this.#posts.values()].filter(({ type, parent }) => type === ATTACHMENT && parent !== '0'),
        ({ parent }) => parent,
      ),
      settings: this.#settings,
      unusable: this.#unusable,
      comments: this.#comments,
      commentedPosts: this.#commentedPosts,
    };
  }

  /** Adds terms and authors that occur only in items. */
  #addNames({ terms, creator }: WxrItem): void {
    for (const { taxonomy, slug, name } of terms)
      if (!(this.#terms.get(taxonomy)?.has(slug) ?? false))
        this.addTerm({ taxonomy, slug, name: name === '' ? slug : name, id: '', parent: '', description: '' });
    if (creator !== '' && !this.#authors.has(creator))
      this.#authors.set(creator, { login: creator, name: creator, hasEmail: false });
  }

  #addAddresses(item: WxrItem): void {
    const page = pageAddress(item.link);
    if (page !== null && item.type !== MENU_ITEM && !this.#pages.has(page)) this.#pages.set(page, item.id);
    if (item.type !== ATTACHMENT) return;
    this.#hosts.add(hostIn(item.attachmentUrl));
    for (const path of [uploadPath(item.attachmentUrl), metaValue(item, '_wp_attached_file')])
      for (const known of [path, originalPath(path)])
        if (known !== '' && !this.#files.has(known)) this.#files.set(known, item.id);
  }

  #addToType(item: WxrItem): void {
    const facts = this.#types.get(item.type) ?? {
      taxonomies: new Set<string>(),
      hasParents: false,
      hasFields: false,
      hasOrder: false,
      isSticky: false,
    };
    this.#types.set(item.type, facts);
    for (const { taxonomy } of item.terms) if (isTaxonomy(taxonomy)) facts.taxonomies.add(taxonomy);
    facts.hasParents ||= item.parent !== '0';
    facts.hasOrder ||= item.order !== 0;
    facts.isSticky ||= item.isSticky;
    facts.hasFields ||= item.meta.some(([key]) => isOwnField(key));
  }
}

/** Whether a custom field was added by people; those of WordPress and its plugins begin with an underscore. */
export function isOwnField(key: string): boolean {
  return key !== '' && !key.startsWith('_');
}

function factsOf(item: WxrItem, position: number): PostFacts {
  const { id, type, parent, order, terms, attachmentUrl: url } = item;
  return {
    ...{ id, type, parent, order, position, url },
    title: plainText(item.title),
    slug: slugProblem(item.slug) === null ? ownSlug(item.slug).slice(0, SLUG_LENGTH_MAX) : '',
    file: type === ATTACHMENT ? metaValue(item, '_wp_attached_file') : '',
    menu: terms.find(({ taxonomy }) => taxonomy === MENU)?.slug ?? '',
  };
}

/**
 * Pages with different parents may share a slug. In Lectern the page with the lowest number keeps it, and the others append their
 * number.
 */
function withOwnSlugs(posts: ReadonlyMap<string, PostFacts>): ReadonlyMap<string, PostFacts> {
  const owners = new Map<string, PostFacts>();
  for (const post of posts.values()) {
    const name = `${post.type} ${post.slug}`;
    const owner = owners.get(name);
    if (owner === undefined || Number(post.id) < Number(owner.id)) owners.set(name, post);
  }
  return new Map(
    [...posts].map(([identity, post]) => {
      const isOwn = post.slug === '' || owners.get(`${post.type} ${post.slug}`) === post;
      return [identity, isOwn ? post : { ...post, slug: `${post.slug}-${post.id}` }];
    }),
  );
}
