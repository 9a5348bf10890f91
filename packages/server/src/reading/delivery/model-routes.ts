/**
 * The content types and locales of an environment on the delivery and preview planes, for front ends that build
 * themselves from the model. They show the model as it stands, whatever is published, or as it stood at a moment of the past.
 */
import { Type } from 'typebox';
import type { Model } from '../../model/content-types/model.ts';
import { typeRepresentation } from '../../model/content-types/representation.ts';
import type { Locales } from '../../model/spaces/locale.ts';
import { shownLocale } from '../../model/spaces/locale-rules.ts';
import { localeRepresentation } from '../../model/spaces/schema.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import { responses } from '../../platform/http/error-schemas.ts';
import { OrderQuery, PageOf, PageQuery, pageAndNext } from '../../platform/http/paging.ts';
import { searchOf } from '../query-string/parameters.ts';
import { modelTags } from './cache-tags.ts';
import { queryCheck } from './checked-query.ts';
import type { Compression } from './compression.ts';
import type { Counted, Evidence } from './evidence.ts';
import { madeResponse } from './made-response.ts';
import type { ReadingPlace } from './one-state.ts';
import type { Delivery, ModelPlace } from './read.ts';
import type { ReadRoute } from './read-route.ts';
import {
  DELIVERED_LOCALE_KEYS,
  DELIVERED_TYPE_KEYS,
  DELIVERY,
  DeliveredLocale,
  DeliveredType,
  EnvironmentPath,
  EvidenceAsked,
  Moment,
} from './schema.ts';

export interface ModelRouteParts {
  readonly delivery: Pick<Delivery, 'place'>;
  readonly compression: Pick<Compression, 'quickly'>;
  readonly evidence: Pick<Evidence, 'of'>;
}

/** Gives the requested page of what a route lists. */
type Listing = (place: ReadingPlace, request: PageAsked, counted?: Counted) => ReturnType<typeof pageAndNext<object>>;
type PageAsked = Parameters<typeof pageAndNext>[0];

export function modelRoutes(parts: ModelRouteParts): readonly ReadRoute[] {
  return [
    modelRoute('content-types', typesSchema, { ...parts, list: listTypes }),
    modelRoute('locales', localesSchema, { ...parts, list: listLocales }),
  ];
}

function modelRoute(
  end: string,
  schema: typeof typesSchema | typeof localesSchema,
  { delivery, compression, evidence, list }: ModelRouteParts & { readonly list: Listing },
): ReadRoute {
  const checkQuery = queryCheck(schema.querystring);
  return {
    url: `${DELIVERY}/${end}`,
    schema,
    prepare: ({ url, path, ...client }) => ({
      plan: undefined,
      read: async ({ key }) => {
        const { space_id: spaceId = '', environment = '' } = path;
        const query = checkQuery(url);
        const place = await delivery.place(key, { spaceId, environment, search: searchOf(url) });
        const counted = asksForEvidence(query, place) ? await evidence.of(place) : undefined;
        const { page, next } = list(place, { query, url }, counted);
        const body = Buffer.from(JSON.stringify(page));
        const cacheTag = modelTags(spaceId, place.model, counted !== undefined);
        const made = await madeResponse({ body, cursor: next, cacheTag }, client, { compression, party: spaceId });
        const { environment: own, head, staleSeconds, asOf } = place;
        const revision = Math.max(head.revision, counted?.revision ?? 0);
        return { ...made, environment: own.name, revision, isKept: false, staleSeconds, asOf };
      },
    }),
  };
}

/** @throws `validation_failed` in the past: what was published then is not counted */
function asksForEvidence(query: unknown, { asOf }: ModelPlace): boolean {
  if ((query as { readonly evidence?: boolean }).evidence !== true) return false;
  if (asOf === undefined) return true;
  throw invalid('query.evidence', 'exclusive', 'Evidence is counted over what is published now; leave as_of out.');
}

function listTypes({ model }: ReadingPlace, request: PageAsked, counted?: Counted): ReturnType<Listing> {
  const types = deliveredTypes(model);
  return pageAndNext(request, counted === undefined ? types : types.map((type) => withEvidence(type, model, counted)), {
    idOf: ({ api_id }) => api_id,
    order: {
      api_id: ({ api_id }) => api_id,
      name: ({ name }) => name,
      created_at: ({ created_at }) => created_at,
      updated_at: ({ updated_at }) => updated_at,
    },
  });
}

function withEvidence(type: ReturnType<typeof deliveredTypes>[number], model: Model, counted: Counted) {
  const { number = 0, fields = [] } = model.typeByApiId(type.api_id) ?? {};
  const numbers = new Map(fields.map((field) => [field.id, field.number]));
  return {
    ...type,
    fields: type.fields.map((field) => ({ ...field, evidence: counted.of(number, numbers.get(field.id) ?? 0) })),
  };
}

function listLocales({ model: { locales } }: ReadingPlace, request: PageAsked): ReturnType<Listing> {
  return pageAndNext(request, deliveredLocales(locales), {
    idOf: ({ code }) => code,
    order: { code: ({ code }) => code, name: ({ name }) => name },
  });
}

/** All content types of a model, as sites see them. */
export function deliveredTypes({ types, code }: Model) {
  return types.map((type) => picked(typeRepresentation(type, code), DELIVERED_TYPE_KEYS));
}

/** All locales, as sites see them. */
export function deliveredLocales({ all }: Locales) {
  return all.map((locale) => picked(localeRepresentation(shownLocale(all, locale)), DELIVERED_LOCALE_KEYS));
}

function picked<T extends object, K extends keyof T>(whole: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.map((key) => [key, whole[key]])) as Pick<T, K>;
}

const common = {
  tags: ['Delivery and preview'],
  params: EnvironmentPath,
  querystring: Type.Object({ ...PageQuery, ...OrderQuery, ...Moment }, { additionalProperties: false }),
};
const refusals = responses('insufficient_permission', 'not_found', 'environment_not_ready', 'validation_failed');

const typesSchema = {
  ...common,
  querystring: Type.Object(
    { ...PageQuery, ...OrderQuery, ...Moment, evidence: EvidenceAsked },
    { additionalProperties: false },
  ),
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
