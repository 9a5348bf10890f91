/** Makes a client of an environment. */
import { ContentQuery } from './content-query.ts';
import { placeOf } from './place.ts';
import type { LinkTree } from './resolved-links.ts';
import { type Reads, Transport } from './transport.ts';
import type { Client, ClientOptions, PreviewClient } from './types/client.ts';
import type { AnyModel } from './types/model.ts';

interface ReadOptions {
  locale?: string;
  atLeast?: number;
  type?: string;
  include?: LinkTree;
  select?: readonly string[];
  signal?: AbortSignal;
}

/** Reads drafts, with a preview key. */
export function createClient<M extends AnyModel>(options: ClientOptions & { preview: true }): PreviewClient<M>;
/** Reads what is published, with a delivery key. */
export function createClient<M extends AnyModel>(options: ClientOptions & { preview?: false }): Client<M>;
export function createClient(options: ClientOptions): object {
  // Builds load modules where there are no keys, so that what is missing is said by the first read.
  let transport: Reads | undefined;
  return clientOver(() => (transport ??= transportOf(options)));
}

/** What reads an environment. @throws TypeError where something is missing, or the key is of the other plane */
export function transportOf(options: ClientOptions): Transport {
  for (const name of ['url', 'space', 'token'] as const)
    if (!options[name]) throw new TypeError(`A client needs \`${name}\`; it is empty.`);
  const { preview = false, token } = options;
  if (token.startsWith(preview ? 'cms_del_' : 'cms_pre_'))
    throw new TypeError(`With \`preview: ${preview}\`, give a ${preview ? 'preview' : 'delivery'} key.`);
  return new Transport(placeOf(options), options);
}

/** A client of whatever answers its requests. */
export function clientOver(reads: () => Reads): object {
  async function one(kind: 'entries' | 'assets', id: string, options: ReadOptions = {}): Promise<object | null> {
    const { type, include, select, locale, atLeast, signal } = options;
    const query = new ContentQuery(reads(), kind, [], include).locale(locale).atLeast(atLeast);
    return (select ? query.select(...select) : query).one(id, type, signal);
  }

  return {
    entries: (type: string) => new ContentQuery(reads(), 'entries', [['content_type', type]]),
    assets: () => new ContentQuery(reads(), 'assets', []),
    entry: (id: string, options?: ReadOptions) => one('entries', id, options),
    asset: (id: string, options?: ReadOptions) => one('assets', id, options),
  };
}
