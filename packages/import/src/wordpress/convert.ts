/**
 * Converts a whole WordPress export to records of the import route: types, assets, terms, authors, posts, menus. The file is read
 * once to learn about the site, and again, one post at a time, whenever the records are iterated. The records are always the same,
 * so that a second import changes nothing.
 */

import { excerpt } from '../excerpt.ts';
import { Notes } from '../notes.ts';
import {
  type ConvertedFile,
  type ImportRecord,
  type RecordIdentity,
  type RecordKind,
  type RefusedRecord,
  type Titles,
  titleKey,
  typeCounts,
} from '../records.ts';
import { attachmentFile, convertAttachment } from './attachment.ts';
import { modelOf, type SiteModel } from './content-types.ts';
import { assetKey, menuItemKey, postKey } from './keys.ts';
import { convertMenuItem, menuEntries } from './menus.ts';
import { plainText } from './plain-text.ts';
import { convertPost, type EntryRecord } from './post.ts';
import {
  ATTACHMENT,
  identityOf,
  isContent,
  MENU,
  MENU_ITEM,
  type PostFacts,
  type Site,
  type UnusableItem,
} from './site.ts';
import { authorEntries, type TermContext, termEntries } from './terms.ts';
import { readWxr } from './wxr/wxr-file.ts';
import { itemOf, type WxrItem } from './wxr/wxr-item.ts';

const TITLE_CHARACTERS_MAX = 60;

/** Converts the file at `path`; all values are imported in one locale. */
export function convertSite(path: string, site: Site, locale: string): ConvertedFile<AsyncIterable<ImportRecord>> {
  const notes = new Notes();
  const model = modelOf(site);
  noteSite(site, locale, notes);
  const context = { site, model, locale, notes };
  const posts = [...site.posts.values()];
  const refused: RefusedRecord[] = site.unusable.map(refusedRecord);
  const terms = [...site.terms.values()].reduce((sum, all) => sum + all.size, 0);
  return {
    records: { [Symbol.asyncIterator]: () => recordsOf(path, context) },
    total: model.records.length + terms + site.authors.size + posts.length,
    refused,
    notes,
    files: posts.filter(({ type }) => type === ATTACHMENT).map((post) => attachmentFile(post, nameOf(post))),
    titles: titlesOf(posts),
    came: typeCounts(contentTypesOf(site, model)),
  };
}

/** The content type of each entry created from the site. */
function* contentTypesOf({ posts, terms, authors }: Site, model: SiteModel): Generator<string> {
  for (const { type } of posts.values())
    if (type !== ATTACHMENT) yield type === MENU_ITEM ? 'menu_item' : (model.posts.get(type) ?? type);
  for (const [taxonomy, all] of terms)
    for (const _term of all.keys()) yield taxonomy === MENU ? 'menu' : (model.taxonomies.get(taxonomy) ?? taxonomy);
  for (const _login of authors.keys()) yield 'author';
}

/** Yields link targets before the records that link to them, so that few records have to be sent twice. */
async function* recordsOf(
  path: string,
  context: TermContext & { readonly model: SiteModel },
): AsyncGenerator<ImportRecord> {
  for (const type of context.model.records) yield record('content_type', type.api_id, type);
  for await (const item of itemsOf(path, context.site, ({ type }) => type === ATTACHMENT)) {
    const asset = convertAttachment(item, context.locale, placed(item), context.notes);
    yield record('asset', asset.key, asset);
  }
  for (const entry of termEntries(context)) yield entryRecord(entry);
  for (const entry of authorEntries(context)) yield entryRecord(entry);
  for await (const item of itemsOf(path, context.site, ({ type }) => isContent(type)))
    yield entryRecord(convertPost(item, { ...context, about: placed(item) }));
  for await (const item of itemsOf(path, context.site, ({ type }) => type === MENU_ITEM))
    yield entryRecord(convertMenuItem(item, { ...context, about: placed(item) }));
  for (const entry of menuEntries(context)) yield entryRecord(entry);
}

/** The matching items of the file. If several have the same number, only the first is used. */
async function* itemsOf(path: string, site: Site, passes: (item: WxrItem) => boolean): AsyncGenerator<WxrItem> {
  let position = 0;
  for await (const element of readWxr(path)) {
    if (element.name !== 'item') continue;
    const item = itemOf(element);
    const isFirst = site.posts.get(identityOf(item))?.position === position;
    position += 1;
    if (isFirst && passes(item)) yield item;
  }
}

function record(kind: RecordKind, key: string, body: object): ImportRecord {
  return { kind, key, line: JSON.stringify({ [kind]: body }) };
}

function entryRecord(entry: EntryRecord): ImportRecord {
  return record('entry', entry.key, entry);
}

function refusedRecord({ id, type, title, menu, code, message }: UnusableItem): RefusedRecord {
  const named = title === '' ? {} : { title: shortTitle(title) };
  return { ...identityOfRecord({ id, type, menu }), ...named, code, message };
}

function identityOfRecord({ id, type, menu }: Pick<PostFacts, 'id' | 'type' | 'menu'>): RecordIdentity {
  if (type === ATTACHMENT) return { kind: 'asset', key: assetKey(id) };
  return { kind: 'entry', key: type === MENU_ITEM ? menuItemKey(menu, id) : postKey(type, id) };
}

/** Such as `post 12 "Hello"`. */
function nameOf({ id, type, title }: Pick<PostFacts, 'id' | 'type' | 'title'>): string {
  const name = `${type === MENU_ITEM ? 'menu item' : type} ${id}`;
  return title === '' ? name : `${name} "${shortTitle(title)}"`;
}

/** The same, with the line of the file where the item begins. */
function placed({ id, type, title, line }: WxrItem): string {
  return `${nameOf({ id, type, title: plainText(title) })} (line ${line})`;
}

function shortTitle(title: string): string {
  return excerpt(title.trim().replaceAll(/\s+/g, ' '), TITLE_CHARACTERS_MAX);
}

function titlesOf(posts: readonly PostFacts[]): Titles {
  return new Map(
    posts.map((post) => {
      const { kind, key } = identityOfRecord(post);
      return [titleKey(kind, key), shortTitle(post.title)];
    }),
  );
}

function noteSite(site: Site, locale: string, notes: Notes): void {
  if (site.comments > 0)
    notes.add(
      'left_out',
      'the file',
      `${site.comments} comments on ${site.commentedPosts} items were left out: there are none here.`,
    );
  for (const [type, count] of site.settings)
    notes.add(
      'left_out',
      'the file',
      `${count} of the type "${type}" were left out: an import brings content, not how a site looks and works.`,
    );
  if (site.language !== '' && !sameLanguage(site.language, locale))
    notes.add(
      'changed',
      'the file',
      `Its language is "${site.language}"; its texts became those of the default locale ${locale}.`,
    );
  if (site.terms.has(MENU))
    notes.add('changed', 'the file', 'Menus became entries of the types "menu" and "menu_item".');
  notes.add(
    'left_out',
    'the file',
    'How HTML looks (classes, inline styles, sizes, alignment, anchors) was left out: that is for the front end.',
  );
}

function sameLanguage(language: string, locale: string): boolean {
  return language.toLowerCase().split(/[-_]/)[0] === locale.toLowerCase().split('-')[0];
}
