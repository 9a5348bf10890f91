/** What pages read, cached until something that it shows, or that belongs there, is published. */
import { cached } from '@lectern/next';
import { articleAt, articleList, pageAt } from './queries.ts';
import { site } from './site.ts';

/** The slug in the rest of an address, whose parts Next gives encoded. */
export const slugOf = (rest: readonly string[]): string => rest.map(decodeURIComponent).join('/');

export async function articles() {
  'use cache';
  return (await cached(articleList(site))).items;
}

export async function article(slug: string) {
  'use cache';
  return (await cached(articleAt(site, slug))).items[0];
}

export async function page(slug: string) {
  'use cache';
  return (await cached(pageAt(site, slug))).items[0];
}
