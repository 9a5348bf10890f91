/** The route of the latest requests of a space. */
import { Type } from 'typebox';
import type { Api } from '../../platform/http/api.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { pageOf } from '../../platform/http/paging.ts';
import { isFailed, type KeptRequest } from '../../platform/http/recent-requests.ts';
import type { RecentRequests } from './recent-requests.ts';
import { RequestQuery, RecentRequests as RequestsPage } from './request-schema.ts';

/** Later than any request, so that ids for sorting fall as requests come. */
const LATEST_MS = 10 ** 14;

export function recentRequestRoutes(api: Api, requests: RecentRequests): void {
  api.get(
    '/spaces/:space_id/requests',
    { schema: listSchema, config: { permission: 'api_key.read' } },
    async (request, reply) => {
      const { actor, params, query } = request;
      const found = await requests.list(actor, params.space_id, query);
      const page = pageOf(request, reply, found, { idOf: rankOf, order: requestOrder });
      const items = await requests.show(actor, params.space_id, page.items);
      return { ...page, items, source: requests.source };
    },
  );
}

const requestOrder = {
  at: ({ at }: KeptRequest) => at,
  failed: ({ status }: KeptRequest) => Number(isFailed(status)),
  status: ({ status }: KeptRequest) => status,
  duration_ms: ({ durationMs }: KeptRequest) => durationMs,
};

/** What orders requests where nothing else does: the latest come first, and of those of one millisecond the last. */
function rankOf({ at, number }: KeptRequest): string {
  return `${LATEST_MS - at} ${Number.MAX_SAFE_INTEGER - number}`;
}

const listSchema = {
  summary: 'Read the latest requests of a space',
  description:
    'What keys and people asked of the space, and why it was refused. From the memory of the process that responds, which forgets them when it ends: up to 1,000 of keys and 1,000 of people, half of each for those that failed. Other processes of the service keep their own; `source` says which one this is.',
  tags: ['API keys'],
  params: Type.Object({ space_id: Type.String() }),
  querystring: RequestQuery,
  response: { 200: RequestsPage, ...responses('not_found', 'validation_failed') },
};
