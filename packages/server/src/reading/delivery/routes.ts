/**
 * The routes of the delivery and preview planes: the same paths, told apart by the token. Each is declared once: what the
 * documentation says of it, and how a request to it is read. The guard comes in between (`planes/reading.ts`).
 */
import { responses } from '../../platform/http/error-schemas.ts';
import { searchOf } from '../query-string/parameters.ts';
import { type ModelRouteParts, modelRoutes } from './model-routes.ts';
import type { Resource } from './question.ts';
import type { Delivery } from './read.ts';
import type { ReadRoute } from './read-route.ts';
import {
  AssetList,
  AssetListQuery,
  AssetQueryParameters,
  DELIVERY,
  DeliveredAsset,
  EntryList,
  EntryListQuery,
  EntryQueryParameters,
  EntryWithIncludes,
  EnvironmentPath,
  ResourcePath,
} from './schema.ts';
import { type TokenInfoParts, tokenInfoRoute } from './token-info.ts';

export interface ReadRouteParts extends TokenInfoParts, ModelRouteParts {
  readonly delivery: Pick<Delivery, 'read' | 'planOf' | 'place'>;
}

/** All of them, those that are asked for most first. */
export function readRoutes(parts: ReadRouteParts): readonly ReadRoute[] {
  return [
    contentRoute('entries', entryListSchema, parts),
    contentRoute('entries/:id', entrySchema, parts),
    contentRoute('assets', assetListSchema, parts),
    contentRoute('assets/:id', assetSchema, parts),
    ...modelRoutes(parts),
    tokenInfoRoute(parts),
  ];
}

type ContentEnd = `${Resource['kind']}${'' | '/:id'}`;

function contentRoute(end: ContentEnd, schema: object, { delivery }: Pick<ReadRouteParts, 'delivery'>): ReadRoute {
  const kind = end.startsWith('entries') ? 'entries' : 'assets';
  return {
    url: `${DELIVERY}/${end}`,
    schema,
    prepare: ({ url, path, encodings, ifNoneMatch }) => {
      const { space_id: spaceId = '', environment = '', id: idOrKey = null } = path;
      const resource: Resource = { kind, idOrKey };
      const parameters = { spaceId, environment, resource, search: searchOf(url), encodings, ifNoneMatch };
      return {
        read: ({ key, mark }) => delivery.read({ key, mark, parameters }),
        plan: () => delivery.planOf(parameters),
      };
    },
  };
}

const common = { tags: ['Delivery and preview'] };
const refusals = responses('not_found', 'environment_not_ready', 'insufficient_permission', 'validation_failed');

const entryListSchema = {
  ...common,
  summary: 'List entries',
  description:
    'Published entries; on the preview plane the newest drafts of all entries that are not archived. While the database is away, reads of the delivery plane go on from memory for a while: `X-CMS-Stale` then is how many seconds ago the database confirmed the response.',
  params: EnvironmentPath,
  querystring: EntryListQuery,
  response: { 200: EntryList, ...refusals },
};
const entrySchema = {
  ...common,
  summary: 'Read an entry',
  params: ResourcePath,
  querystring: EntryQueryParameters,
  response: { 200: EntryWithIncludes, ...refusals },
};
const assetListSchema = {
  ...common,
  summary: 'List assets',
  params: EnvironmentPath,
  querystring: AssetListQuery,
  response: { 200: AssetList, ...refusals },
};
const assetSchema = {
  ...common,
  summary: 'Read an asset',
  params: ResourcePath,
  querystring: AssetQueryParameters,
  response: { 200: DeliveredAsset, ...refusals },
};
