/** Reads the query strings of lists of assets. */
import { ASKED_MEDIA_TYPE } from '../../../../contract/src/queries.ts';
import type { Model } from '../../model/content-types/model.ts';
import type { PagePosition } from '../../platform/kit/page-position.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import { MOVED_PART } from '../query/query.ts';
import type { SearchQuery } from '../search/search-query.ts';
import { readLocale, type ShownLocale } from './locale.ts';
import { type PageQuery, pageParameters, readPage } from './page.ts';
import { AS_OF, MIN_REVISION, QueryReading } from './query-reading.ts';
import { readSearch } from './search.ts';
import type { SingleAssetQuery } from './single.ts';

const sharedParameters = [...pageParameters, 'order', 'mime_type', 'locale', 'q', MIN_REVISION] as const;
const assetOrders = ['created_at', 'updated_at', 'id'] as const;

/** One step in the order of assets. */
export interface AssetOrder {
  readonly by: (typeof assetOrders)[number];
  readonly descending: boolean;
}

/** Filters that only editors can use. */
export interface AssetFilter {
  /** Only assets with these keys; null for all. */
  readonly keys: ReadonlySet<string> | null;
  /** Only assets within this size in bytes; null for all, including those without a file yet. */
  readonly bytes: { readonly min: number; readonly max: number } | null;
  /** Only assets that no draft and no published entry links to. */
  readonly unused: boolean;
  /** Only images without alternative text in any of these locales, by number; null for all assets. */
  readonly withoutAlt: readonly number[] | null;
}

/** The query of an asset list. */
export interface AssetListQuery extends SingleAssetQuery, PageQuery {
  readonly order: AssetOrder;
  /** `image/png`, or `image/*` for all images; null for every asset. */
  readonly mimeType: string | null;
  /** The search in titles, descriptions and alternative texts; undefined if there is none. */
  readonly search: SearchQuery | undefined;
  /** Null if only the media type is filtered. */
  readonly filter: AssetFilter | null;
  /** The text that binds cursors to this list. */
  readonly cursorScope: string;
}

/** Parameters of one list besides those of every asset list. */
export interface OwnParameters {
  readonly parameters: readonly string[];
  /** The parameters whose meaning depends on the locale. */
  readonly local: readonly string[];
  readonly filter: (reading: QueryReading, locale: ShownLocale) => AssetFilter | null;
}

/** Reads the asset list of the planes for sites. @throws `validation_failed` that names every problem */
export function readAssetList(search: string, model: Model): AssetListQuery {
  return readAssetListWith({ parameters: [AS_OF], local: [], filter: () => null }, search, model);
}

/** Reads a list with parameters of its own. @throws `validation_failed` that names every problem */
export function readAssetListWith(own: OwnParameters, search: string, model: Model): AssetListQuery {
  const reading = new QueryReading({ search, model, known: [...sharedParameters, ...own.parameters] });
  // The locale decides which assets match, but not their order.
  const isLocal = ['q', ...own.local].some((name) => reading.value(name) !== undefined);
  const free = isLocal ? pageParameters : [...pageParameters, 'locale'];
  const cursorScope = `${model.environment} assets ${reading.canonical(free)}`;
  const locale = readLocale(reading);
  const order = readAssetOrder(reading);
  const query = {
    locale,
    search: readSearch(reading, locale),
    filter: own.filter(reading, locale),
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

function readAssetOrder(reading: QueryReading): AssetOrder {
  const text = reading.value('order') ?? '-created_at';
  const descending = text.startsWith('-');
  const name = descending ? text.slice(1) : text;
  const by = assetOrders.find((known) => known === name);
  if (by !== undefined) return { by, descending };
  const message = `Assets cannot be ordered by ${quoted(name)}; give one of ${assetOrders.join(', ')}, with - before it for descending.${didYouMean(name, assetOrders)}`;
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
  if (!ASKED_MEDIA_TYPE.test(text))
    reading.refuse('mime_type', 'type', 'Give a media type such as image/png, or image/* for every image.');
  return text.toLowerCase();
}
