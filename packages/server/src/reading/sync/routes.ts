/** The routes of those who follow an environment, on the delivery and preview planes: pages of changes, and a stream. */
import { responses } from '../../platform/http/error-schemas.ts';
import { modelTags } from '../delivery/cache-tags.ts';
import type { Compression } from '../delivery/compression.ts';
import { madeResponse } from '../delivery/made-response.ts';
import type { ReadRoute } from '../delivery/read-route.ts';
import { DELIVERY, EnvironmentPath } from '../delivery/schema.ts';
import { searchOf } from '../query-string/parameters.ts';
import { LiveEvents, LiveQueryParameters, SyncChanges, SyncQueryParameters } from './schema.ts';
import type { Sync } from './sync.ts';

export interface SyncRouteParts {
  readonly sync: Pick<Sync, 'page'>;
  readonly compression: Pick<Compression, 'quickly'>;
}

export function syncRoute({ sync, compression }: SyncRouteParts): ReadRoute {
  return {
    url: `${DELIVERY}/sync`,
    schema,
    prepare: ({ url, path, ...client }) => ({
      plan: undefined,
      waitsForNews: true,
      read: async ({ key, patience }) => {
        const { space_id: spaceId = '', environment = '' } = path;
        const address = { spaceId, environment, search: searchOf(url) };
        const { body, place, waitedMs } = await sync.page({ key, address, patience });
        const cacheTag = modelTags(spaceId, place.model);
        const made = await madeResponse({ body, cursor: null, cacheTag }, client, { compression, party: spaceId });
        const { environment: own, head, staleSeconds } = place;
        const shown = { environment: own.name, revision: head.revision, isKept: false, staleSeconds };
        return { ...made, ...shown, isBrief: true, waitedMs };
      },
    }),
  };
}

const common = { tags: ['Delivery and preview'], params: EnvironmentPath };
const refusals = responses('not_found', 'environment_not_ready', 'validation_failed');

const schema = {
  ...common,
  summary: 'Follow changes',
  description:
    'Without `since`, the whole state in pages; with it, what has changed since. `next` is the `since` of the next request. Once `complete` is true, whoever applied all pages has exactly what the plane shows at `revision`. Values are those of a single read with `locale=*` and `meta=true`, without includes.',
  querystring: SyncQueryParameters,
  response: { 200: SyncChanges, ...refusals },
};

/** The stream: what the documentation says of it. It is opened by the plane, which holds connections. */
export const liveRoute = {
  url: `${DELIVERY}/live`,
  schema: {
    ...common,
    summary: 'Listen to changes',
    description:
      'A stream of server-sent events that says what has changed, as soon as it has. It ends after about half an hour; with `Last-Event-ID`, or `since`, the next one begins with what was missed. The token is sent in the `Authorization` header alone.',
    querystring: LiveQueryParameters,
    response: {
      200: { description: 'The stream.', content: { 'text/event-stream': { schema: LiveEvents } } },
      ...refusals,
    },
  },
} as const;
