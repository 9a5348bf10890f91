/** Pages that Astro caches are tagged with what they show, and a webhook drops them when that changes. */
import type { Page } from '@lectern/client';
import { answerWebhook, freshPage, type ListQuery } from '@lectern/client/fresh';
import type { APIContext } from 'astro';

/** How long a page is cached at most, should a webhook get lost. */
const MAX_AGE_SECONDS = 900;
/** A page that was being made when the webhook came is cached after it, with what it had read before. */
const ONCE_MORE_AFTER_MS = 5_000;

/** Caches of responses that show something stale, whatever else they show. */
const stale = new WeakSet<object>();

/**
 * Reads a page of a query, for a page of Astro that is then cached until something that it shows, or that belongs there, is published.
 * @param context `Astro`, or the context of an endpoint
 * @example const { items } = await cached(Astro, site.entries('article').order('-published_at'));
 */
export async function cached<Item>(
  { cache }: Pick<APIContext, 'cache'>,
  query: ListQuery<Item>,
  { maxAge = MAX_AGE_SECONDS } = {},
): Promise<Page<Item>> {
  const page = await freshPage(query);
  if (page.isStale) stale.add(cache);
  if (cache.enabled) cache.set(stale.has(cache) ? false : { tags: page.tags, maxAge });
  return page;
}

/**
 * The endpoint that a webhook of Lectern calls: `export const POST = webhook(getSecret('LECTERN_WEBHOOK_SECRET'))`. The next view of each
 * page that showed what has changed is made anew.
 */
export function webhook(
  secret: string | readonly string[] | undefined,
): (context: Pick<APIContext, 'request' | 'cache'>) => Promise<Response> {
  return ({ request, cache }) =>
    answerWebhook(request, secret, async (tags) => {
      if (!cache.enabled) return;
      const drop = () => cache.invalidate({ tags: [...tags] });
      await drop();
      setTimeout(() => void drop().catch(() => {}), ONCE_MORE_AFTER_MS);
    });
}
