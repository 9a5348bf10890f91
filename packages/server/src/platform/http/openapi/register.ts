/**
 * Collects the routes as they are registered and describes them on request. Invariant: at start this only costs a list;
 * a document is generated once, at its first request; only the ids of its examples may be replaced once later.
 */
import type { FastifySchema } from 'fastify';
import type { Api } from '../api.ts';
import type { DocumentOptions } from './document.ts';
import { type ExampleIds, withIds } from './example-ids.ts';
import type { JsonObject } from './json.ts';
import type { DescribedRoute } from './operation.ts';
import type { DocumentPart } from './sections.ts';

const SILENT_METHODS = new Set(['HEAD', 'OPTIONS']);

export interface OpenApi {
  /** The document as JSON text, or a part of it: the same text every time, unless the ids of its examples became known. */
  text(part: DocumentPart | null): Promise<string>;
}

export interface OpenApiOptions {
  /** Base URL of the service without a trailing `/`; null if unknown. */
  readonly serverUrl: string | null;
  /** Ids to show in the examples; null to leave them as they are. */
  readonly idsOf?: (() => ExampleIds | null) | undefined;
  /** JSON Schemas of values that no route names, by the names of their components. */
  readonly valueSchemas?: JsonObject;
}

/** Collects all routes registered on `api` after this call, except those with `hide` in their schema. */
export function registerOpenApi(
  api: Api,
  { serverUrl, idsOf = () => null, valueSchemas = {} }: OpenApiOptions,
): OpenApi {
  const routes: DescribedRoute[] = [];
  const write = once((part) => writeText(routes, { serverUrl: serverUrl ?? '/', part, valueSchemas }));
  const fill = once(async (part, ids: ExampleIds) => withIds(await write(part), ids));
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
    text: (part) => {
      const ids = idsOf();
      return ids === null ? write(part) : fill(part, ids);
    },
  };
}

/** Makes the text of each part at its first request. */
function once<Rest extends unknown[]>(
  make: (part: DocumentPart | null, ...rest: Rest) => Promise<string>,
): (part: DocumentPart | null, ...rest: Rest) => Promise<string> {
  const made = new Map<DocumentPart | null, Promise<string>>();
  return (part, ...rest) => {
    const text = made.get(part) ?? make(part, ...rest);
    made.set(part, text);
    return text;
  };
}

async function writeText(routes: readonly DescribedRoute[], options: DocumentOptions): Promise<string> {
  const { writeDocument } = await import('./document.ts');
  const shown = routes.filter(({ schema }) => (schema as FastifySchema & { hide?: boolean }).hide !== true);
  return JSON.stringify(await writeDocument(shown, options));
}
