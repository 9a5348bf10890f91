/** Lectern in Next 16: what is cached is tagged with what it shows, and a webhook drops it when that changes. */
import type { Page } from '@lectern/client';
import { answerWebhook, freshPage, type ListQuery } from '@lectern/client/fresh';
import { cacheLife, cacheTag, revalidateTag } from 'next/cache';

/**
 * Reads a page of a query in a function that says `'use cache'`, which is then cached until something that it shows, or that belongs
 * there, is published.
 * @example
 * async function articles() {
 *   'use cache';
 *   return cached(site.entries('article').order('-published_at'));
 * }
 */
export async function cached<Item>(query: ListQuery<Item>): Promise<Page<Item>> {
  const page = await freshPage(query);
  cacheTag(...page.tags);
  if (page.isStale) cacheLife(SOON_AGAIN);
  return page;
}

/** In seconds. Where it expires earlier than this, Next takes the page for one that must not be made ahead. */
const SOON_AGAIN = { stale: 30, revalidate: 1, expire: 300 };

/**
 * The route that a webhook of Lectern calls: `export const POST = webhook(process.env.LECTERN_WEBHOOK_SECRET)`. The next view of each page that showed
 * what has changed is made anew.
 */
export function webhook(secret: string | readonly string[] | undefined): (request: Request) => Promise<Response> {
  return (request) =>
    answerWebhook(request, secret, (tags) => {
      for (const tag of tags) revalidateTag(tag, NOT_ONCE_MORE);
    });
}

/** Otherwise Next shows the stale page once more, while it makes the next one. */
const NOT_ONCE_MORE = { expire: 0 };
