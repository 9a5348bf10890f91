/** Makes a client of an environment. */
import { ContentQuery, pathOf } from './content-query.ts';
import { LecternError } from './lectern-error.ts';
import { linkParameter, type QueryParameters } from './parameters.ts';
import { placeOf } from './place.ts';
import { type Included, type LinkTree, type Resource, resolved, targetsOf } from './resolved-links.ts';
import { parsed, Transport } from './transport.ts';
import type { Client, ClientOptions, PreviewClient } from './types/client.ts';
import type { AnyModel } from './types/model.ts';

interface ReadOptions {
  locale?: string;
  atLeast?: number;
  type?: string;
  include?: LinkTree;
  signal?: AbortSignal;
}

/** Reads drafts, with a preview key. */
export function createClient<M extends AnyModel>(options: ClientOptions & { preview: true }): PreviewClient<M>;
/** Reads what is published, with a delivery key. */
export function createClient<M extends AnyModel>(options: ClientOptions & { preview?: false }): Client<M>;
export function createClient(options: ClientOptions): object {
  const { preview = false, token } = options;
  if (token.startsWith(preview ? 'cms_del_' : 'cms_pre_'))
    throw new TypeError(
      `Give ${preview ? 'a preview key, or leave `preview` out' : 'a delivery key, or `preview: true`'}.`,
    );
  const transport = new Transport(placeOf(options), options);

  /** Undefined where there is nothing that can be seen. */
  async function read<T>(kind: string, id: string, own: QueryParameters, options: ReadOptions): Promise<T | undefined> {
    const { locale, atLeast, signal } = options;
    const given = Object.entries({ locale, min_revision: atLeast }).filter(([, value]) => value !== undefined);
    const parameters = [...own, ...given.map(([name, value]) => [name, String(value)] as const)];
    try {
      const { text } = await transport.read(pathOf(`${kind}/${encodeURIComponent(id)}`, parameters), signal);
      return parsed<T>(text);
    } catch (error) {
      if (error instanceof LecternError && isMissing(error)) return undefined;
      throw error;
    }
  }

  return {
    entries: (type: string) => new ContentQuery(transport, 'entries', [['content_type', type]]),
    assets: () => new ContentQuery(transport, 'assets', []),
    asset: async (id: string, options: ReadOptions = {}) => (await read('assets', id, [], options)) ?? null,
    async entry(id: string, options: ReadOptions = {}) {
      const { type, include = {} } = options;
      const found = await read<Resource & { includes: Included }>('entries', id, [linkParameter(include)], options);
      if (!found || (type && found.content_type !== type)) return null;
      const { includes, ...entry } = found;
      return resolved(entry, include, targetsOf([entry], includes));
    },
  };
}

/** Whether it is the entry or asset that is not there: a wrong space or environment is no missing content. */
function isMissing({ status, detail }: LecternError): boolean {
  const refused = detail as { resource?: string } | undefined;
  return status === 404 && /^(?:entry|asset)$/.test(`${refused?.resource}`);
}
