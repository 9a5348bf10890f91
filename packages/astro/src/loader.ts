/**
 * Collections of Astro that are built from a copy: a build reads what has changed since the last one, in one request for all
 * collections, and nothing else. The copy stands beside Astro's own store, and survives where that does.
 */
import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AnyModel, Client, ClientOptions } from '@lectern/client';
import { file, type Replica, replica } from '@lectern/client/replica';
import type { LoaderContext } from 'astro/loaders';
import type { ZodType } from 'astro/zod';

/** What `defineCollection` takes. */
export interface CollectionLoader<Item> {
  name: string;
  load(context: LoaderContext): Promise<void>;
  /** For its type alone, which is that of `data`: what a query gives needs no check. */
  schema: ZodType<Item>;
}

/**
 * Gives loaders of collections, which are queries: links are resolved, and types follow.
 * @param client with a delivery key
 * @example
 * const load = lecternLoader<Model>({ url, space, token });
 * export const collections = {
 *   articles: defineCollection({ loader: load((site) => site.entries('article').include({ author: true })) }),
 * };
 */
export function lecternLoader<M extends AnyModel>(
  client: ClientOptions & { preview?: false },
): <Item extends { id: string }>(query: (site: Client<M>) => AsyncIterable<Item>) => CollectionLoader<Item> {
  const copy = sharedCopy<M>(client);
  return (query) => {
    const loader = {
      name: '@lectern/astro',
      load: (context: LoaderContext) => copy(context.config.cacheDir, (site) => fill(context, query(site))),
    };
    return loader as typeof loader & { schema: ZodType<never> };
  };
}

/** One copy for all collections that are loaded at the same time. */
function sharedCopy<M extends AnyModel>(client: ClientOptions & { preview?: false }) {
  let open: Promise<Replica<M>> | undefined;
  let readers = 0;
  return async (cacheDir: URL, read: (site: Client<M>) => Promise<void>): Promise<void> => {
    readers++;
    open ??= openCopy<M>(client, cacheDir);
    const copy = open;
    try {
      await read(await copy);
    } finally {
      if (--readers === 0) {
        open = undefined;
        await copy.then((opened) => opened.close());
      }
    }
  };
}

async function openCopy<M extends AnyModel>(
  client: ClientOptions & { preview?: false },
  cacheDir: URL,
): Promise<Replica<M>> {
  await mkdir(cacheDir, { recursive: true });
  const name = `lectern-${client.space}-${client.environment ?? 'master'}.json`;
  return replica<M>(client, { store: file(fileURLToPath(new URL(name, cacheDir))), follow: false });
}

/** Makes a collection equal to what a query gives. What is equal already is left alone, by its digest. */
async function fill<Item extends { id: string }>(
  { store, parseData, generateDigest }: LoaderContext,
  items: AsyncIterable<Item>,
): Promise<void> {
  const gone = new Set(store.keys());
  for await (const item of items) {
    gone.delete(item.id);
    const data = await parseData({ id: item.id, data: item as Item & Record<string, unknown> });
    store.set({ id: item.id, data, digest: generateDigest(item as Item & Record<string, unknown>) });
  }
  for (const id of gone) store.delete(id);
}
