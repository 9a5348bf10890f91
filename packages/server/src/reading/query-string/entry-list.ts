/**
 * From the query string of an entry list to one query: typed, and checked against the model of the environment.
 * Whatever cannot be done exactly as requested is refused; nothing is ignored.
 */
import type { ContentType } from '../../model/content-types/content-type.ts';
import type { Model } from '../../model/content-types/model.ts';
import { keyWithin } from '../../model/spaces/resource-id.ts';
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import { type EntryQuery, MOVED_PART, type Predicate } from '../query/query.ts';
import { dateAttributes, isFilter, readFilters, readTime } from './filter.ts';
import { readLocale, type ShownLocale } from './locale.ts';
import { readOrder } from './order.ts';
import { pageParameters, readPage } from './page.ts';
import { splitList } from './parameters.ts';
import { MIN_REVISION, QueryReading } from './query-reading.ts';
import { readSearch } from './search.ts';
import { readSelection, type Selection } from './selection.ts';

export const INCLUDE_DEFAULT = 1;
export const INCLUDE_MAX = 3;

/** Where a list is read: the planes for sites, or the management plane, which sees drafts and archived entries. */
export type ListPlane = 'delivery' | 'preview' | 'management';

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
] as const;
const managementParameters = ['status', 'updated_since', 'created_by', 'updated_by'] as const;
const statuses = ['draft', 'published', 'changed', 'archived'] as const;

/** Parameters that do not decide which entries a list has and in which order: a cursor outlives a change of them. */
const FREE_OF_ORDER = [...pageParameters, 'include', 'select'];

/** Parameters of entry lists by plane, beside `fields.<id>`. */
export const entryListParameters: Readonly<Record<ListPlane, readonly string[]>> = {
  delivery: [...sharedParameters, 'include', MIN_REVISION],
  preview: [...sharedParameters, 'include', MIN_REVISION],
  management: [...sharedParameters, ...managementParameters, MIN_REVISION],
};

/** The query of an entry list. */
export interface EntryListQuery {
  /** Which entries, and in which order. */
  readonly entries: EntryQuery;
  readonly locale: ShownLocale;
  readonly include: number;
  readonly selection: Selection | null;
  /** The whole query as text, the same for every order of parameters. */
  readonly canonical: string;
  /** The part of it that cursors are bound to. */
  readonly cursorScope: string;
}

/**
 * Reads the query string of an entry list.
 * @param search what stands behind `?` in the URL
 * @throws `validation_failed` that names everything that is wrong, each with the path `query.<name>`
 */
export function readEntryList(search: string, model: Model, plane: ListPlane): EntryListQuery {
  const reading = new QueryReading({ search, model, known: entryListParameters[plane], isFilter });
  const contentType = readContentType(reading);
  const types = contentType === undefined ? model.types : [contentType];
  const locale = readLocale(reading);
  const cursorScope = `${model.environment} ${plane} ${reading.canonical(FREE_OF_ORDER)}`;
  const words = readSearch(reading, locale);
  const order = readOrder(reading, types, plane === 'delivery' ? 'published_at' : 'updated_at');
  const entries: EntryQuery = {
    environment: model.environment,
    state: plane === 'delivery' ? 'published' : 'draft',
    withArchived: plane === 'management',
    contentType: contentType?.number ?? null,
    locale: locale ?? model.locales.default.number,
    predicates: [...readFilters(reading, types), ...readManagementFilters(reading)],
    order,
    ...(words === undefined ? {} : { search: words }),
    ...readPage(reading, {
      scope: cursorScope,
      fits: ({ part, values }) => values.length === (part === MOVED_PART ? 0 : order.length),
    }),
  };
  const include = readInclude(reading);
  const selection = readSelection(reading, types);
  reading.checkMinRevision();
  reading.finish();
  return { entries, locale, include, selection, canonical: reading.canonical(), cursorScope };
}

/**
 * Reads the query string of the management plane's entry list: the parameters of delivery but `include`, and
 * `status`, `updated_since`, `created_by`, `updated_by`. Give `writeCursor(position, query.cursorScope)` as the cursor of the next page.
 */
export function readListQuery(search: string, model: Model): EntryListQuery {
  return readEntryList(search, model, 'management');
}

/** Reads `include`: how deep links are resolved. */
export function readInclude(reading: QueryReading): number {
  return reading.integer('include', { min: 0, max: INCLUDE_MAX, otherwise: INCLUDE_DEFAULT });
}

function readContentType(reading: QueryReading): ContentType | undefined {
  const text = reading.value('content_type');
  if (text === undefined) return undefined;
  const apiId = keyWithin(reading.model.codes, 'content_type', text);
  const type = apiId === null ? undefined : reading.model.typeByApiId(apiId);
  if (type !== undefined) return type;
  const known = reading.model.types.map((other) => other.apiId);
  const message = `There is no content type ${quoted(text)} in this environment; give the api_id of one.${didYouMean(text, known)}`;
  return reading.refuse('content_type', 'unknown', message);
}

function readManagementFilters(reading: QueryReading): Predicate[] {
  return [
    readStatus(reading),
    readUpdatedSince(reading),
    readPerson(reading, 'created_by'),
    readPerson(reading, 'updated_by'),
  ].filter((one) => one !== undefined);
}

function readStatus(reading: QueryReading): Predicate | undefined {
  const text = reading.value('status');
  if (text === undefined) return undefined;
  const wanted = splitList(text);
  const strange = wanted.find((status) => !statuses.some((known) => known === status));
  if (strange !== undefined) {
    const message = `There is no status ${quoted(strange)}; give ${statuses.join(', ')}, several with commas.${didYouMean(strange, statuses)}`;
    return reading.refuse('status', 'unknown', message);
  }
  return {
    kind: 'system',
    condition: { attribute: { kind: 'system', name: 'status' }, operator: 'in', operands: wanted },
  };
}

function readUpdatedSince(reading: QueryReading): Predicate | undefined {
  const text = reading.value('updated_since');
  if (text === undefined) return undefined;
  const at = readTime(text);
  if (at === undefined)
    return reading.refuse(
      'updated_since',
      'type',
      'Give a time such as 2026-11-21T10:00:00Z or a day such as 2026-11-21.',
    );
  return {
    kind: 'system',
    condition: { attribute: { kind: 'system', name: 'updated_at' }, operator: 'gte', operands: [at] },
  };
}

/** Reads the id of somebody who has to do with the entry. */
function readPerson(reading: QueryReading, name: 'created_by' | 'updated_by'): Predicate | undefined {
  const id = reading.value(name);
  if (id === undefined) return undefined;
  return { kind: 'system', condition: { attribute: { kind: 'system', name }, operator: 'eq', operands: [id] } };
}
