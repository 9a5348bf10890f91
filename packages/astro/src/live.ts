/** Live collections of Astro: read when a page is asked for, with the tags to cache it under. */
import { type AnyModel, type Client, type ClientOptions, createClient, LecternError } from '@lectern/client';
import { type FreshPage, freshPage, type ListQuery } from '@lectern/client/fresh';
import type { CacheHint, LiveDataEntry } from 'astro';
import type { LiveLoader } from 'astro/loaders';

/** A query of entries, as loaders refine it. */
export interface EntriesQuery<Item> extends ListQuery<Item> {
  param(name: string, value: string | number): EntriesQuery<Item>;
}

/** Which entry, by id or slug, or which page of the list. */
export interface LiveFilter {
  id?: string;
  slug?: string;
  limit?: number;
  /** `next` of the page before. */
  after?: string;
}

/**
 * Gives loaders of live collections, which are queries.
 * @example
 * const live = lecternLive<Model>({ url, space, token });
 * export const collections = {
 *   articles: defineLiveCollection({ loader: live((site) => site.entries('article').include({ author: true })) }),
 * };
 */
export function lecternLive<M extends AnyModel>(client: ClientOptions & { preview?: false }) {
  const site = createClient<M>(client);
  return <Item extends { id: string }>(
    query: (site: Client<M>) => EntriesQuery<Item>,
  ): LiveLoader<Item, LiveFilter, LiveFilter, LecternError> => ({
    name: '@lectern/astro/live',
    loadEntry: ({ filter }) =>
      tried(async () => {
        const page = await freshPage(filtered(query(site), { ...filter, limit: 1 }));
        return entriesOf(page)[0];
      }),
    loadCollection: ({ filter = {} }) =>
      tried(async () => {
        const page = await freshPage(filtered(query(site), filter));
        return { entries: entriesOf(page), ...hintOf(page) };
      }),
  });
}

const PARAMETERS = { id: 'ids', slug: 'slug', limit: 'limit', after: 'cursor' } as const;

function filtered<Item>(query: EntriesQuery<Item>, filter: LiveFilter): EntriesQuery<Item> {
  return Object.entries(PARAMETERS).reduce((refined, [name, parameter]) => {
    const value = filter[name as keyof LiveFilter];
    return value === undefined ? refined : refined.param(parameter, value);
  }, query);
}

function entriesOf<Item extends { id: string }>(page: FreshPage<Item>): LiveDataEntry<Item>[] {
  return page.items.map((data) => ({ id: data.id, data, ...hintOf(page) }));
}

/** The tags are those of the whole page: it is dropped when any of it changes. What is stale is not to be cached. */
function hintOf({ tags, isStale }: FreshPage<unknown>): { cacheHint?: CacheHint } {
  return isStale ? {} : { cacheHint: { tags } };
}

/** Astro takes errors as values. */
async function tried<T>(read: () => Promise<T>): Promise<T | { error: LecternError }> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof LecternError) return { error };
    throw error;
  }
}
