/**
 * Converts a post, page or item of a custom type to an entry. Public posts become published entries. Whatever WordPress hid from
 * visitors becomes a draft, for whatever reason, and the report says so.
 */

import { ITEMS_MAX, STRING_CHARACTERS_MAX } from '../../../contract/src/fields.ts';
import { excerpt } from '../excerpt.ts';
import type { Notes } from '../notes.ts';
import type { SiteModel } from './content-types.ts';
import { htmlToRichText } from './html/html-to-rich-text.ts';
import { Losses } from './html/losses.ts';
import { assetKey, authorKey, postKey, termKey } from './keys.ts';
import { htmlContext } from './links.ts';
import { plainText } from './plain-text.ts';
import { ATTACHMENT, isContent, isOwnField, isTaxonomy, type Site } from './site.ts';
import { slugProblem } from './slugs.ts';
import { timeOf } from './times.ts';
import { metaValue, type WxrItem } from './wxr/wxr-item.ts';

/** WordPress's own meta fields that are converted elsewhere, or are meaningless outside of WordPress. */
const SILENT_META =
  /^_(?:thumbnail_id|edit_last|edit_lock|wp_old_slug|wp_old_date|oembed_.*|pingme|encloseme|wp_page_template)$/;

type Status = 'draft' | 'published' | 'archived';

/** An entry in the format of the import route. */
export interface EntryRecord {
  readonly key: string;
  readonly content_type: string;
  readonly status: Status;
  readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly published_at?: string;
  readonly first_published_at?: string;
}

/** The context for converting a post. */
export interface PostContext {
  readonly site: Site;
  readonly model: SiteModel;
  readonly locale: string;
  readonly notes: Notes;
  /** Its name in notes. */
  readonly about: string;
}

/** Converts one post; losses are noted. */
export function convertPost(item: WxrItem, context: PostContext): EntryRecord {
  const status = statusOf(item, context);
  const date = timeOf(item.date) ?? timeOf(item.localDate);
  if (timeOf(item.date) === null && date !== null && item.status === 'publish')
    context.notes.add(
      'changed',
      `${context.about}, date`,
      'Its time in UTC is not in the file; the time of the site was taken for it.',
    );
  noteRest(item, context);
  return {
    key: postKey(item.type, item.id),
    content_type: context.model.posts.get(item.type) ?? item.type,
    status,
    fields: inLocale(fieldsOf(item, date, context), context.locale),
    ...timesOf(item, date, status),
  };
}

/** Values keyed by the file's one locale; empty values are left out. */
export function inLocale(values: Readonly<Record<string, unknown>>, locale: string): EntryRecord['fields'] {
  const given = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== '');
  return Object.fromEntries(given.map(([id, value]) => [id, { [locale]: value }]));
}

/** A link to an entry. */
export function entryLink(key: string): object {
  return { type: 'entry', id: key };
}

function fieldsOf(item: WxrItem, date: string | null, context: PostContext): Record<string, unknown> {
  const { site, model } = context;
  const type = site.types.get(item.type);
  const facts = site.posts.get(item.id);
  const terms = Object.fromEntries(
    [...(type?.taxonomies ?? [])].map((taxonomy) => [model.termField(taxonomy), termLinks(item, taxonomy)]),
  );
  return {
    title: titleOf(item, context),
    slug: slugOf(item, facts?.slug ?? '', context),
    body: bodyOf(item, context),
    excerpt: plainText(item.excerpt),
    featured_image: featuredImage(item, context),
    author: item.creator === '' ? null : entryLink(authorKey(item.creator)),
    date,
    ...terms,
    parent: parentOf(item, context),
    order: type?.hasOrder === true ? item.order : null,
    sticky: item.isSticky ? true : null,
    custom_fields: customFields(item, context),
  };
}

function titleOf(item: WxrItem, { about, notes }: PostContext): string {
  const title = plainText(item.title);
  if (/<[a-z]/i.test(item.title)) notes.add('changed', `${about}, title`, 'It has HTML; its text was kept without it.');
  if ([...title].length <= STRING_CHARACTERS_MAX) return title;
  notes.add('changed', `${about}, title`, `It is longer than ${STRING_CHARACTERS_MAX} characters and was shortened.`);
  return excerpt(title, STRING_CHARACTERS_MAX - 1);
}

function slugOf(item: WxrItem, slug: string, { about, notes }: PostContext): string {
  if (item.slug === '') return '';
  const problem = slugProblem(item.slug);
  if (problem !== null) notes.add('left_out', `${about}, slug`, problem);
  else if (slug.endsWith(`-${item.id}`) && !item.slug.endsWith(`-${item.id}`))
    notes.add(
      'changed',
      `${about}, slug`,
      'Another one of its type has this slug, so it ends in the number of the post.',
    );
  return slug;
}

function bodyOf(item: WxrItem, context: PostContext): unknown {
  const losses = new Losses();
  const body = htmlToRichText(item.content, htmlContext(item, context.site, losses));
  losses.report(`${context.about}, body`, context.notes);
  if (/<[a-z]/i.test(item.excerpt))
    context.notes.add('changed', `${context.about}, excerpt`, 'It has HTML; its text was kept without it.');
  return body;
}

function featuredImage(item: WxrItem, { site, about, notes }: PostContext): unknown {
  const id = metaValue(item, '_thumbnail_id').trim();
  if (id === '' || id === '0') return null;
  if (site.posts.get(id)?.type === ATTACHMENT) return { type: 'asset', id: assetKey(id) };
  notes.add(
    'missing_link',
    `${about}, featured_image`,
    `Attachment ${excerpt(id, 20)} is not in the file; the field is empty.`,
  );
  return null;
}

function termLinks(item: WxrItem, taxonomy: string): readonly object[] | null {
  const slugs = new Set(item.terms.filter((term) => term.taxonomy === taxonomy).map(({ slug }) => slug));
  const links = [...slugs].slice(0, ITEMS_MAX).map((slug) => entryLink(termKey(taxonomy, slug)));
  return links.length === 0 ? null : links;
}

function parentOf(item: WxrItem, { site, about, notes }: PostContext): unknown {
  if (item.parent === '0') return null;
  const parent = site.posts.get(item.parent);
  if (parent !== undefined && parent.type === item.type) return entryLink(postKey(parent.type, parent.id));
  notes.add(
    'missing_link',
    `${about}, parent`,
    `Its parent ${excerpt(item.parent, 20)} is not in the file, or of another type; the field is empty.`,
  );
  return null;
}

/** Custom fields as JSON: a text, or a list if several have the same name. */
function customFields(item: WxrItem, { about, notes }: PostContext): unknown {
  const own = Map.groupBy(
    item.meta.filter(([key]) => isOwnField(key)),
    ([key]) => key,
  );
  if (own.size === 0) return null;
  notes.add(
    'changed',
    `${about}, custom_fields`,
    'Its custom fields became one field of JSON; make fields of those that you need.',
  );
  return Object.fromEntries(
    [...own].map(([key, pairs]) => [key, pairs.length === 1 ? pairs[0]?.[1] : pairs.map(([, value]) => value)]),
  );
}

function statusOf(item: WxrItem, { about, notes }: PostContext): Status {
  const hidden = (reason: string): Status => {
    notes.add('changed', `${about}, status`, `${reason} It became a draft.`);
    return 'draft';
  };
  if (item.status === 'trash') {
    notes.add('changed', `${about}, status`, 'It is in the trash there; it became archived.');
    return 'archived';
  }
  if (item.status === 'future')
    return hidden(`It was to be published at ${item.date} UTC; nothing publishes it here by itself.`);
  if (item.status === 'private')
    return hidden('It is private there, shown to some who are logged in; delivery has no such state.');
  if (item.status === 'pending') return hidden('It waits for review there.');
  if (item.password !== '')
    return hidden('It is behind a password there, which was left out; delivery has no such state.');
  if (item.status === 'publish') return 'published';
  if (item.status !== 'draft' && item.status !== 'auto-draft')
    return hidden(`It has the status "${excerpt(item.status, 40)}", which is unknown here.`);
  return 'draft';
}

function timesOf(item: WxrItem, date: string | null, status: Status): Partial<EntryRecord> {
  if (date === null) return {};
  const modified = timeOf(item.modified);
  return {
    created_at: date,
    updated_at: modified !== null && modified > date ? modified : date,
    ...(status === 'published' ? { published_at: date, first_published_at: date } : {}),
  };
}

function noteRest(item: WxrItem, { about, notes }: PostContext): void {
  if (item.comments > 0)
    notes.add('left_out', about, 'Its comments were left out: there are none here.', item.comments);
  for (const [key, values] of Map.groupBy(item.meta, ([name]) => name))
    if (key !== '' && !isOwnField(key) && !SILENT_META.test(key))
      notes.add(
        'left_out',
        about,
        `The field "${excerpt(key, 80)}" of WordPress or a plugin was left out.`,
        values.length,
      );
  for (const { taxonomy } of item.terms)
    if (!isTaxonomy(taxonomy) && isContent(item.type))
      notes.add(
        'left_out',
        about,
        `Its terms of "${excerpt(taxonomy, 80)}" were left out: they are for the site's theme.`,
      );
}
