/**
 * Lists of resources (RFC 7644, section 3.4.2): their filter, their order and their page. The parameters are the same in a query
 * string and in the body of `.search`.
 */
import { type Complex, isComplex, type ResourceType } from './attribute.ts';
import { findAttribute } from './attribute-path.ts';
import { valuesAt } from './filter.ts';
import { type Filter, parseFilter } from './filter-syntax.ts';
import { readNames, type Selection } from './projection.ts';
import { isPrimary, requireSchema } from './resource-values.ts';
import { badRequest } from './scim-error.ts';

const SEARCH_URN = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest';
const LIST_URN = 'urn:ietf:params:scim:api:messages:2.0:ListResponse';
const COUNT_DEFAULT = 100;
/** The most resources of a page. */
export const COUNT_MAX = 200;
const START_INDEX_MAX = 1_000_000_000;

export interface ListQuery {
  readonly filter: Filter | undefined;
  readonly sortBy: string | undefined;
  readonly descending: boolean;
  /** How many resources precede the page. */
  readonly skip: number;
  readonly limit: number;
  readonly selection: Selection;
}

/** One page, and how many resources match in all. */
export interface ListPage {
  readonly total: number;
  readonly resources: readonly Complex[];
}

/** @param given the query string, or the body of `.search` */
export function readListQuery(given: Complex): ListQuery {
  const { filter, sortBy, sortOrder } = given;
  const names = {
    attributes: readNames(given.attributes),
    excludedAttributes: readNames(given.excludedAttributes),
  };
  return {
    filter: filter === undefined || filter === '' ? undefined : parseFilter(textOf(filter, 'filter')),
    sortBy: sortBy === undefined ? undefined : textOf(sortBy, 'sortBy'),
    descending: isDescending(sortOrder),
    skip: Math.max(1, numberOf(given.startIndex, 'startIndex', 1)) - 1,
    limit: Math.min(COUNT_MAX, Math.max(0, numberOf(given.count, 'count', COUNT_DEFAULT))),
    selection: selectionOf(names),
  };
}

/** As `readListQuery`, for the body of `.search`. */
export function readSearch(body: unknown): ListQuery {
  if (!isComplex(body)) throw badRequest('invalidSyntax', 'Send a JSON object.');
  requireSchema(body, SEARCH_URN);
  return readListQuery(body);
}

/** The attributes that a request selects in its query string. */
export function readSelection({ attributes, excludedAttributes }: Complex): Selection {
  return selectionOf({ attributes: readNames(attributes), excludedAttributes: readNames(excludedAttributes) });
}

/** The body of a response with one page. */
export function listResponse({ total, resources }: ListPage, { skip }: Pick<ListQuery, 'skip'>): object {
  return {
    schemas: [LIST_URN],
    totalResults: total,
    startIndex: skip + 1,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/**
 * The key by which a resource is sorted: of several values the primary one, else the first; null for none, which sorts last.
 * @throws `invalidPath` if the type has no such attribute
 */
export function sortKeyOf(type: ResourceType, sortBy: string): (resource: Complex) => string | number | null {
  const path = findAttribute(type, sortBy);
  const attribute = path?.at(-1);
  if (path === undefined || attribute === undefined)
    throw badRequest('invalidPath', `There is no attribute "${sortBy.slice(0, 200)}" to sort by.`);
  return (resource) => {
    const values = valuesAt(resource, path);
    const chosen = values.find(isPrimary) ?? values[0];
    const value = isComplex(chosen) ? chosen.value : chosen;
    if (typeof value === 'number') return value;
    if (value === undefined || value === null) return null;
    return attribute.caseExact ? String(value) : String(value).toLowerCase();
  };
}

/** Compares two keys of `sortKeyOf`. */
export function compareSortKeys(a: string | number | null, b: string | number | null, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const order = a < b ? -1 : Number(a > b);
  return descending ? -order : order;
}

function selectionOf({ attributes, excludedAttributes }: Record<keyof Selection, string[] | undefined>): Selection {
  return {
    ...(attributes === undefined ? {} : { attributes }),
    ...(excludedAttributes === undefined ? {} : { excludedAttributes }),
  };
}

function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw badRequest('invalidValue', `"${name}" has to be one text.`);
}

function isDescending(sortOrder: unknown): boolean {
  if (sortOrder === undefined || sortOrder === 'ascending') return false;
  if (sortOrder === 'descending') return true;
  throw badRequest('invalidValue', '"sortOrder" has to be ascending or descending.');
}

function numberOf(value: unknown, name: string, byDefault: number): number {
  if (value === undefined) return byDefault;
  const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value;
  if (Number.isSafeInteger(number)) return Math.min(number as number, START_INDEX_MAX);
  throw badRequest('invalidValue', `"${name}" has to be a whole number.`);
}
