/**
 * Collects the routes as they are registered and describes them on request. Invariant: at start this only costs a list;
 * the document is generated once, at the first request; only the ids of its examples may be replaced later.
 */
import type { FastifySchema } from 'fastify';
import type { Api } from '../api.ts';
import { type ExampleIds, withIds } from './example-ids.ts';
import type { DescribedRoute } from './operation.ts';

const SILENT_METHODS = new Set(['HEAD', 'OPTIONS']);

export interface OpenApi {
  /** The document as JSON text. */
  text(): Promise<string>;
}

/**
 * Collects all routes registered on `api` after this call, except those with `hide` in their schema.
 * @param serverUrl base URL of the service without a trailing `/`; null if unknown
 * @param idsOf ids to show in the examples; null to leave them as they are
 */
export function registerOpenApi(api: Api, serverUrl: string | null, idsOf = (): ExampleIds | null => null): OpenApi {
  const routes: DescribedRoute[] = [];
  let text: Promise<string> | undefined;
  api.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      if (SILENT_METHODS.has(method)) continue;
      // Planes may still add to the options of the route, so they are read when needed.
      routes.push({
        method,
        url: route.url,
        get schema() {
          return route.schema ?? {};
        },
        get config() {
          return route.config ?? {};
        },
      });
    }
  });
  return {
    text: async () => {
      text ??= write(routes, serverUrl ?? '/');
      const ids = idsOf();
      return ids === null ? text : withIds(await text, ids);
    },
  };
}

async function write(routes: readonly DescribedRoute[], serverUrl: string): Promise<string> {
  const { writeDocument } = await import('./document.ts');
  const shown = routes.filter(({ schema }) => (schema as FastifySchema & { hide?: boolean }).hide !== true);
  return JSON.stringify(await writeDocument(shown, serverUrl));
}
