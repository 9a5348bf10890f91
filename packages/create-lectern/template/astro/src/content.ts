/** What pages read: what is published, cached until that changes, or for an address with a preview token a draft, which is not cached. */
import { cached } from '@lectern/astro';
import { toHtml } from '@lectern/client/rich-text';
import type { APIContext } from 'astro';
import {
  type Article,
  articleAt,
  articleList,
  type Body,
  type ListedArticle,
  type Page,
  pageAt,
  pathOf,
} from './queries';
import { drafts, site } from './site';

type Context = Pick<APIContext, 'cache' | 'url'>;

/** The preview token in an address. */
export const previewOf = ({ url }: Context): string | null => url.searchParams.get('preview');

export async function readPage(context: Context, slug: string): Promise<Page | null | undefined> {
  const preview = previewOf(context);
  return preview ? pageAt(drafts(preview), slug).first() : (await cached(context, pageAt(site, slug))).items[0];
}

export async function readArticle(context: Context, slug: string): Promise<Article | null | undefined> {
  const preview = previewOf(context);
  return preview ? articleAt(drafts(preview), slug).first() : (await cached(context, articleAt(site, slug))).items[0];
}

export async function readArticles(context: Context): Promise<ListedArticle[]> {
  const preview = previewOf(context);
  return (preview ? await articleList(drafts(preview)).list() : await cached(context, articleList(site))).items;
}

export function proseHtml(body: Body): string {
  return toHtml(body, { href: pathOf });
}
