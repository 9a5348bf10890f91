/**
 * Turns the query string of an entry list into one query: typed, and checked against the model of the environment. Whatever cannot
 * be done exactly as requested is rejected; nothing is ignored.
 */
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import { keyWithin } from '../../model/spaces/resource-id.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import { type EntryQuery, MOVED_PART, type Predicate } from '../query/query.ts';
import { Branches } from './branches.ts';
import { CHANGE_SET } from './change-sets.ts';
import { dateAttributes, filterName, readFilters } from './filter.ts';
import { FOLLOW, readIncluded } from './follow.ts';
import { readLocale, type ShownLocale } from './locale.ts';
import { readOrder } from './order.ts';
import { pageParameters, readPage } from './page.ts';
import { AS_OF, MIN_REVISION, QueryReading } from './query-reading.ts';
import { readSearch } from './search.ts';
import { type LinkedSelection, readSelection } from './selection.ts';

/** The parameter that asks for `meta` of each entry. */
export const META = 'meta';

/** How the lists of a plane differ from those of others. */
export interface ListPlane {
  readonly name: string;
  readonly state: EntryQuery['state'];
  readonly withArchived: boolean;
  /** The attribute that orders a list by default, newest first. */
  readonly newestBy: 'published_at' | 'updated_at';
  /** Parameters besides those of every plane and `fields.<id>`. */
  readonly parameters: readonly string[];
  /** Reads the filters among them. */
  readonly filters?: (reading: QueryReading) => Predicate[];
}

const sharedParameters = [
  'content_type',
  'slug',
  'locale',
  'order',
  ...pageParameters,
  'links_to',
  'ids',
  'q',
  'select',
  ...dateAttributes,
  MIN_REVISION,
] as const;
const siteParameters = ['include', FOLLOW, 'aliases', META, AS_OF];
/** Parameters that affect neither which entries a list has nor their order: a cursor stays valid when they change. */
const FREE_OF_ORDER = [...pageParameters, ...siteParameters, 'select'];

const siteLists = {
  delivery: {
    name: 'delivery',
    state: 'published',
    withArchived: false,
    newestBy: 'published_at',
    parameters: siteParameters,
  },
  preview: {
    name: 'preview',
    state: 'draft',
    withArchived: false,
    newestBy: 'updated_at',
    parameters: [...siteParameters, CHANGE_SET],
  },
} as const satisfies Readonly<Record<string, ListPlane>>;

/** The query of an entry list. */
export interface EntryListQuery {
  /** Which entries, and in which order. */
  readonly entries: EntryQuery;
  readonly locale: ShownLocale;
  readonly include: number;
  readonly selection: LinkedSelection | null;
  /** The paths along which links are followed or selected; null where all links lead to whole entries. */
  readonly branches: Branches | null;
  /** Whether values stand under the former ids of their fields too, whatever their content types say. */
  readonly aliases: boolean;
  /** Whether `meta` of each entry is shown. */
  readonly withMeta: boolean;
  /** The whole query as text, independent of the order of parameters. */
  readonly canonical: string;
  /** The part of it that binds cursors. */
  readonly cursorScope: string;
}

/** Reads the query string of an entry list of a plane for sites. @throws as `readListOf` */
export function readEntryList(search: string, model: Model, plane: keyof typeof siteLists): EntryListQuery {
  return readListOf(siteLists[plane], search, model);
}

/**
 * Reads the query string of an entry list.
 * @param search the part of the URL after `?`
 * @throws `validation_failed` that names every problem, each with the path `query.<name>`
 */
export function readListOf(plane: ListPlane, search: string, model: Model): EntryListQuery {
  const reading = new QueryReading({ search, model, known: [...sharedParameters, ...plane.parameters], filterName });
  const contentType = readContentType(reading);
  const types = contentType === undefined ? model.entryTypes : [contentType];
  const locale = readLocale(reading);
  const cursorScope = `${model.environment} ${plane.name} ${reading.canonical(FREE_OF_ORDER)}`;
  const words = readSearch(reading, locale);
  const order = readOrder(reading, types, plane.newestBy);
  const entries: EntryQuery = {
    environment: model.environment,
    state: plane.state,
    withArchived: plane.withArchived,
    contentType: contentType?.number ?? null,
    locale: locale ?? model.locales.default.number,
    predicates: [...readFilters(reading, types), ...(plane.filters?.(reading) ?? [])],
    order,
    ...(words === undefined ? {} : { search: words }),
    ...readPage(reading, {
      scope: cursorScope,
      fits: ({ part, values }) => values.length === (part === MOVED_PART ? 0 : order.length),
    }),
  };
  const { include, follow } = readIncluded(reading, types);
  const selection = readSelection(reading, types, plane.parameters.includes(FOLLOW));
  const branches = Branches.of(model, follow, selection);
  const aliases = reading.flag('aliases');
  const withMeta = reading.flag(META);
  reading.checkMinRevision();
  reading.finish();
  const shown = { locale, include, selection, branches, aliases, withMeta };
  return { entries, ...shown, canonical: reading.canonical(), cursorScope };
}

function readContentType(reading: QueryReading): ContentType | undefined {
  const text = reading.value('content_type');
  if (text === undefined) return undefined;
  const apiId = keyWithin(reading.model.codes, 'content_type', text);
  const type = apiId === null ? undefined : reading.model.typeByApiId(apiId);
  if (type?.kind === 'component') {
    const message = `Give a content type of kind entry; ${quoted(text)} is a component and has no entries.`;
    return reading.refuse('content_type', 'kind', message);
  }
  if (type !== undefined) return type;
  const known = reading.model.entryTypes.map((other) => other.apiId);
  const message = `There is no content type ${quoted(text)} in this environment; give the api_id of one.${didYouMean(text, known)}`;
  return reading.refuse('content_type', 'unknown', message);
}
