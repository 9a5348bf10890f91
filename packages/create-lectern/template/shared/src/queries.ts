/** What the pages read, of what is published or of drafts. `include` puts what a link leads to in its place. */
import type { Client, Drafts, ItemOf, Published, Reading, RichText } from '@lectern/client';
import { edit } from '@lectern/client/preview';
import type { Model } from './lectern.ts';

export const articleList = <O extends Reading>(from: Client<Model, O>) =>
  from.entries('article').include({ author: true, cover: true }).order('-published_at').limit(50);

export const articleAt = <O extends Reading>(from: Client<Model, O>, slug: string) =>
  from
    .entries('article')
    .where({ slug })
    .include({ author: { photo: true }, body: true, cover: true });

export const pageAt = <O extends Reading>(from: Client<Model, O>, slug: string) =>
  from
    .entries('page')
    .where({ slug })
    .include({ blocks: { articles: { author: true, cover: true }, body: true, picture: true } });

/** What is shown may be a draft, in which any value may be missing. */
export type ListedArticle =
  | ItemOf<ReturnType<typeof articleList<Published>>>
  | ItemOf<ReturnType<typeof articleList<Drafts>>>;
export type Article = ItemOf<ReturnType<typeof articleAt<Published>>> | ItemOf<ReturnType<typeof articleAt<Drafts>>>;
export type Page = ItemOf<ReturnType<typeof pageAt<Published>>> | ItemOf<ReturnType<typeof pageAt<Drafts>>>;
export type Block = NonNullable<Page['fields']['blocks']>[number];

export type Picture = Article['fields']['cover'];

/** An entry that something leads to. */
export interface Target {
  content_type: string;
  slug: string | null;
  fields: object;
}
/** A text with what it leads to. */
export type Body = RichText<Target | null, Picture | null> | undefined;

/** Says of an element which value it shows, so that a click on it in a preview leads to the field. Visitors get nothing of it. */
export interface Place {
  'data-lectern'?: string;
}
export const placeOf = <E extends { id: string; fields: object }>(
  entry: E | null | undefined,
  field: Extract<keyof E['fields'], string>,
  ...inside: string[]
): Place => (entry && 'status' in entry ? { 'data-lectern': edit(entry, field, ...inside) } : {});

/** Where an entry has its page. */
export const pathOf = (entry: Target): string =>
  entry.content_type === 'article' ? `/articles/${entry.slug}` : `/${entry.slug}`;
