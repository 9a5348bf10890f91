/**
 * The content types and locales of an environment on the delivery and preview planes, for front ends that build
 * themselves from the model. They show the model as it stands, whatever is published.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { typeRepresentation } from '../../model/content-types/representation.ts';
import { shownLocale } from '../../model/spaces/locale-rules.ts';
import { localeRepresentation } from '../../model/spaces/schema.ts';
import type { Api } from '../../platform/http/api.ts';
import { hasResponse } from '../../platform/http/conditional.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { OrderQuery, PageOf, PageQuery, pageOf } from '../../platform/http/paging.ts';
import { searchOf } from '../query-string/parameters.ts';
import { modelTags } from './cache-tags.ts';
import type { Compression } from './compression.ts';
import { preflightRoute } from './cross-origin.ts';
import type { Delivery } from './delivery.ts';
import { acceptedEncodings, encodingOfSize } from './encoding.ts';
import { tagOf } from './entity-tag.ts';
import type { ReadingPlace } from './one-state.ts';
import { type SentResponses, type SharedCaching, sendRead } from './response-head.ts';
import {
  DELIVERED_LOCALE_KEYS,
  DELIVERED_TYPE_KEYS,
  DELIVERY,
  DeliveredLocale,
  DeliveredType,
  EnvironmentPath,
  MinRevision,
} from './schema.ts';

export interface ModelRouteParts {
  readonly delivery: Pick<Delivery, 'place'>;
  readonly compression: Pick<Compression, 'quickly'>;
  readonly cdn: SharedCaching;
  readonly large: SentResponses;
}

type ModelRequest = FastifyRequest<{ Params: { space_id: string; environment: string } }>;

/** Gives the requested page of what the routes list. */
type Listing = (place: ReadingPlace, request: ModelRequest, reply: FastifyReply) => object;

/** Registers the routes. */
export function modelRoutes(api: Api, parts: ModelRouteParts): void {
  const [types, locales] = [`${DELIVERY}/content-types`, `${DELIVERY}/locales`];
  api.get(types, { schema: typesSchema }, modelHandler(parts, listTypes));
  api.get(locales, { schema: localesSchema }, modelHandler(parts, listLocales));
  for (const path of [types, locales]) preflightRoute(api, path);
}

function modelHandler({ delivery, compression, cdn, large }: ModelRouteParts, list: Listing) {
  return async (request: ModelRequest, reply: FastifyReply): Promise<void> => {
    const { space_id: spaceId, environment } = request.params;
    const { readingKey } = request;
    const place = await delivery.place({ key: readingKey, spaceId, environment, search: searchOf(request.url) });
    const text = Buffer.from(JSON.stringify(list(place, request, reply)));
    const encoding = encodingOfSize(acceptedEncodings(request.headers['accept-encoding']).best, text.length);
    const tag = tagOf(`${encoding} ${text}`);
    const isKnown = hasResponse(request.headers['if-none-match'], tag);
    const cacheTag = modelTags(spaceId, place.model);
    const encoded = isKnown ? null : await compression.quickly(text, encoding, spaceId);
    const content = encoded && { ...encoded, cursor: null, cacheTag };
    const { name } = place.environment;
    const { staleSeconds } = place;
    const response = { tag, environment: name, revision: place.head.revision, isKept: false, staleSeconds, content };
    sendRead(request, reply, { response, cdn, large });
  };
}

function listTypes({ model }: ReadingPlace, request: ModelRequest, reply: FastifyReply): object {
  const shown = model.types.map((type) => picked(typeRepresentation(type, model.code), DELIVERED_TYPE_KEYS));
  return pageOf(request, reply, shown, {
    idOf: ({ api_id }) => api_id,
    order: {
      api_id: ({ api_id }) => api_id,
      name: ({ name }) => name,
      created_at: ({ created_at }) => created_at,
      updated_at: ({ updated_at }) => updated_at,
    },
  });
}

function listLocales({ model: { locales } }: ReadingPlace, request: ModelRequest, reply: FastifyReply): object {
  const shown = locales.all.map((locale) =>
    picked(localeRepresentation(shownLocale(locales.all, locale)), DELIVERED_LOCALE_KEYS),
  );
  return pageOf(request, reply, shown, {
    idOf: ({ code }) => code,
    order: { code: ({ code }) => code, name: ({ name }) => name },
  });
}

function picked<T extends object, K extends keyof T>(whole: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, whole[key]])) as Pick<T, K>;
}

const common = {
  tags: ['Delivery and preview'],
  params: EnvironmentPath,
  querystring: Type.Object({ ...PageQuery, ...OrderQuery, ...MinRevision }, { additionalProperties: false }),
};
const refusals = responses('not_found', 'environment_not_ready', 'validation_failed');

const typesSchema = {
  ...common,
  summary: 'List content types',
  description: 'The fields of every content type of the environment, as they stand: they are not published.',
  response: { 200: PageOf(DeliveredType), ...refusals },
};
const localesSchema = {
  ...common,
  summary: 'List locales',
  description: 'The locales of the space, with the locale that each falls back on.',
  response: { 200: PageOf(DeliveredLocale), ...refusals },
};
