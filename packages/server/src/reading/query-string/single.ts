/** Reads the query strings of single entries, single assets and of lists of assets. */
import type { Model } from '../../model/content-types/model.ts';
import { keyWithin } from '../../model/spaces/resource-id.ts';
import type { PagePosition } from '../../platform/kit/page-position.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import { MOVED_PART } from '../query/query.ts';
import type { SearchQuery } from '../search/search-query.ts';
import { readInclude } from './entry-list.ts';
import { readLocale, type ShownLocale } from './locale.ts';
import { type PageQuery, pageParameters, readPage } from './page.ts';
import { splitList } from './parameters.ts';
import { MIN_REVISION, QueryReading } from './query-reading.ts';
import { readSearch } from './search.ts';
import { readSelection, type Selection } from './selection.ts';

export const entryParameters = ['include', 'locale', 'select', MIN_REVISION] as const;
export const assetParameters = ['locale', MIN_REVISION] as const;
export const assetListParameters = [...pageParameters, 'order', 'mime_type', 'locale', 'q', MIN_REVISION] as const;
const sizeParameters = ['size[gt]', 'size[gte]', 'size[lt]', 'size[lte]'] as const;
const managedListParameters = [...assetListParameters, ...sizeParameters, 'ids', 'unused', 'without_alt'] as const;

const IDS_MAX = 1_000;
const BYTES_MAX = 999_999_999_999_999;

const assetOrders = ['created_at', 'updated_at', 'id'] as const;
const MEDIA_TYPE_SHAPE = /^[\w.+-]{1,127}\/(?:\*|[\w.+-]{1,127})$/;

/** The query of a single entry. */
export interface SingleEntryQuery {
  readonly locale: ShownLocale;
  readonly include: number;
  readonly selection: Selection | null;
  readonly canonical: string;
}

/** The query of a single asset. */
export interface SingleAssetQuery {
  readonly locale: ShownLocale;
  readonly canonical: string;
}

/** One step in the order of assets. */
export interface AssetOrder {
  readonly by: (typeof assetOrders)[number];
  readonly descending: boolean;
}

/** What the management plane also filters by. */
export interface AssetFilter {
  /** Only these; null for all. */
  readonly keys: ReadonlySet<string> | null;
  /** Only those of so many bytes; null for all, those that have no file yet included. */
  readonly bytes: { readonly min: number; readonly max: number } | null;
  /** Only those that no entry links to, neither a draft nor a published one. */
  readonly unused: boolean;
  /** Only images without an alternative text in any of these locales, by number; null for all assets. */
  readonly withoutAlt: readonly number[] | null;
}

/** The query of an asset list. */
export interface AssetListQuery extends SingleAssetQuery, PageQuery {
  readonly order: AssetOrder;
  /** `image/png`, or `image/*` for all of a kind; null for every asset. */
  readonly mimeType: string | null;
  /** What is searched for in titles, descriptions and alternative texts; undefined where nothing is. */
  readonly search: SearchQuery | undefined;
  /** Null where nothing is filtered by but the media type. */
  readonly filter: AssetFilter | null;
  /** What its cursors are bound to. */
  readonly cursorScope: string;
}

/** @throws `validation_failed` that names everything that is wrong */
export function readSingleEntry(search: string, model: Model): SingleEntryQuery {
  const reading = new QueryReading({ search, model, known: entryParameters });
  const query = {
    locale: readLocale(reading),
    include: readInclude(reading),
    selection: readSelection(reading, model.types),
    canonical: reading.canonical(),
  };
  reading.checkMinRevision();
  reading.finish();
  return query;
}

/** @throws `validation_failed` that names everything that is wrong */
export function readSingleAsset(search: string, model: Model): SingleAssetQuery {
  const reading = new QueryReading({ search, model, known: assetParameters });
  const query = { locale: readLocale(reading), canonical: reading.canonical() };
  reading.checkMinRevision();
  reading.finish();
  return query;
}

/** The list of the planes for sites. @throws `validation_failed` that names everything that is wrong */
export function readAssetList(search: string, model: Model): AssetListQuery {
  return readList(new QueryReading({ search, model, known: assetListParameters }));
}

/** The list of the management plane. @throws `validation_failed` that names everything that is wrong */
export function readManagedAssetList(search: string, model: Model): AssetListQuery {
  return readList(new QueryReading({ search, model, known: managedListParameters }));
}

function readList(reading: QueryReading): AssetListQuery {
  const { model } = reading;
  // The locale decides what is found, but not the order.
  const isLocal = reading.value('q') !== undefined || reading.value('without_alt') !== undefined;
  const free = isLocal ? pageParameters : [...pageParameters, 'locale'];
  const cursorScope = `${model.environment} assets ${reading.canonical(free)}`;
  const locale = readLocale(reading);
  const order = readAssetOrder(reading);
  const query = {
    locale,
    search: readSearch(reading, locale),
    filter: readAssetFilter(reading, locale),
    order,
    mimeType: readMediaType(reading),
    ...readPage(reading, { scope: cursorScope, fits: (position) => isOfOrder(position, order) }),
    canonical: reading.canonical(),
    cursorScope,
  };
  reading.checkMinRevision();
  reading.finish();
  return query;
}

function readAssetFilter(reading: QueryReading, locale: ShownLocale): AssetFilter | null {
  const { locales } = reading.model;
  const filter = {
    keys: readKeys(reading),
    bytes: readBytes(reading),
    unused: isAsked(reading, 'unused'),
    withoutAlt: isAsked(reading, 'without_alt') ? locales.chain(locale ?? locales.default.number) : null,
  };
  const { keys, bytes, unused, withoutAlt } = filter;
  return keys === null && bytes === null && !unused && withoutAlt === null ? null : filter;
}

/** `ids`: ids or keys; one of another environment matches nothing. */
function readKeys(reading: QueryReading): ReadonlySet<string> | null {
  const text = reading.value('ids');
  if (text === undefined) return null;
  const ids = splitList(text);
  if (ids.length > IDS_MAX) reading.refuse('ids', 'max_items', `Give at most ${IDS_MAX} ids.`);
  return new Set(ids.flatMap((id) => keyWithin(reading.model.codes, 'asset', id) ?? []));
}

/** `size[gte]` and the like: what satisfies all that are given. */
function readBytes(reading: QueryReading): AssetFilter['bytes'] {
  if (sizeParameters.every((name) => reading.value(name) === undefined)) return null;
  const bytes = (name: (typeof sizeParameters)[number], otherwise: number) =>
    reading.integer(name, { min: 0, max: BYTES_MAX, otherwise });
  return {
    min: Math.max(bytes('size[gte]', 0), bytes('size[gt]', -1) + 1),
    max: Math.min(bytes('size[lte]', BYTES_MAX), bytes('size[lt]', BYTES_MAX + 1) - 1),
  };
}

function isAsked(reading: QueryReading, name: 'unused' | 'without_alt'): boolean {
  const text = reading.value(name);
  if (text !== undefined && text !== 'true') reading.refuse(name, 'const', `Give ${name}=true, or leave it out.`);
  return text === 'true';
}

function readAssetOrder(reading: QueryReading): AssetOrder {
  const text = reading.value('order') ?? '-created_at';
  const descending = text.startsWith('-');
  const name = descending ? text.slice(1) : text;
  const by = assetOrders.find((known) => known === name);
  if (by !== undefined) return { by, descending };
  const message = `Assets are not ordered by ${quoted(name)}; give one of ${assetOrders.join(', ')}, with - before it for descending.${didYouMean(name, assetOrders)}`;
  reading.refuse('order', 'unknown', message);
  return { by: 'created_at', descending };
}

function isOfOrder({ part, values, id }: PagePosition, { by }: AssetOrder): boolean {
  if (part === MOVED_PART) return values.length === 0;
  const [value] = values;
  return values.length === 1 && (by === 'id' ? value === id : Number.isSafeInteger(value));
}

function readMediaType(reading: QueryReading): string | null {
  const text = reading.value('mime_type');
  if (text === undefined) return null;
  if (!MEDIA_TYPE_SHAPE.test(text))
    reading.refuse('mime_type', 'type', 'Give a media type such as image/png, or image/* for every image.');
  return text.toLowerCase();
}
