/**
 * Knows the routes as they are registered, and describes them when somebody asks. Invariant: a start pays nothing for
 * it but a list; the description is written once, at the first question.
 */
import type { FastifySchema } from 'fastify';
import type { Api } from '../api.ts';
import type { DescribedRoute } from './operation.ts';

const SILENT_METHODS = new Set(['HEAD', 'OPTIONS']);

export interface OpenApi {
  /** The description as JSON text. */
  text(): Promise<string>;
}

/**
 * Notes all routes that are registered on `api` after this call; those with `hide` in their schema stay out.
 * @param serverUrl address that clients reach the service under, without `/` at its end; null where it is not known
 */
export function registerOpenApi(api: Api, serverUrl: string | null): OpenApi {
  const routes: DescribedRoute[] = [];
  let text: Promise<string> | undefined;
  api.addHook('onRoute', (route) => {
    for (const method of [route.method].flat()) {
      if (SILENT_METHODS.has(method)) continue;
      // Planes may still add to the options of the route, so that they are read when they are needed.
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
    text: () => {
      text ??= write(routes, serverUrl ?? '/');
      return text;
    },
  };
}

async function write(routes: readonly DescribedRoute[], serverUrl: string): Promise<string> {
  const { writeDocument } = await import('./document.ts');
  const shown = routes.filter(({ schema }) => (schema as FastifySchema & { hide?: boolean }).hide !== true);
  return JSON.stringify(await writeDocument(shown, serverUrl));
}
