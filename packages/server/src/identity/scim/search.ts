/**
 * Finds resources of one or several types: filters, sorts and cuts out a page. Everything that may match is read once, in steps
 * that let other work run; only ids and sort keys are kept.
 */
import { Pace } from '../../platform/kit/pace.ts';
import type { Complex, ResourceType } from './protocol/attribute.ts';
import { attributesIn, compileFilter, requiredTexts } from './protocol/filter.ts';
import { compareSortKeys, type ListPage, type ListQuery, sortKeyOf } from './protocol/list-query.ts';
import { Projection } from './protocol/projection.ts';

/** The resources of one type in an account. */
export interface ResourceSource {
  readonly type: ResourceType;
  count(): Promise<number>;
  /** Ids in their order, for a page of all resources. */
  idsAt(skip: number, limit: number): Promise<string[]>;
  /**
   * All resources that may match.
   * @param needed attributes that are used; others may be missing
   * @param texts the values that some attributes must be equal to
   */
  scan(needed: ReadonlySet<string>, texts: ReadonlyMap<string, string>): AsyncIterable<Complex>;
  /** @param shows whether an attribute is shown; others may be missing */
  load(ids: readonly string[], shows: (name: string) => boolean): Promise<Complex[]>;
}

interface Found {
  readonly source: ResourceSource;
  readonly id: string;
  readonly key: string | number | null;
}

/** A page of the matching resources. @throws ScimError if no type has an attribute, or one cannot be sorted by */
export async function findResources(sources: readonly ResourceSource[], query: ListQuery): Promise<ListPage> {
  const [only, ...others] = sources;
  if (only !== undefined && others.length === 0 && query.filter === undefined && query.sortBy === undefined)
    return pageOfAll(only, query);
  const found: Found[] = [];
  for (const source of sources) found.push(...(await matching(source, query, sources)));
  if (query.sortBy !== undefined) found.sort((a, b) => compareSortKeys(a.key, b.key, query.descending));
  const page = found.slice(query.skip, query.skip + query.limit);
  const loaded = new Map<string, Complex>();
  for (const source of sources) {
    const ids = page.filter((one) => one.source === source).map(({ id }) => id);
    for (const resource of await load(source, ids, query)) loaded.set(String(resource.id), resource);
  }
  return { total: found.length, resources: present(page.map(({ id }) => loaded.get(id))) };
}

async function pageOfAll(source: ResourceSource, query: ListQuery): Promise<ListPage> {
  const ids = query.limit === 0 ? [] : await source.idsAt(query.skip, query.limit);
  const loaded = new Map((await load(source, ids, query)).map((resource) => [String(resource.id), resource]));
  return { total: await source.count(), resources: present(ids.map((id) => loaded.get(id))) };
}

/** Drops resources that were deleted in the meantime. */
function present(resources: readonly (Complex | undefined)[]): Complex[] {
  return resources.filter((resource) => resource !== undefined);
}

async function load(source: ResourceSource, ids: readonly string[], { selection }: ListQuery): Promise<Complex[]> {
  if (ids.length === 0) return [];
  const projection = new Projection(source.type, selection);
  const resources = await source.load(ids, (name) => projection.shows(name));
  return resources.map((resource) => projection.of(resource));
}

async function matching(
  source: ResourceSource,
  { filter, sortBy }: ListQuery,
  sources: readonly ResourceSource[],
): Promise<Found[]> {
  const { type } = source;
  const types = sources.map((one) => one.type);
  const match = filter === undefined ? () => true : compileFilter(filter, type, types);
  const keyOf = sortBy === undefined ? () => null : sortKeyOf(type, sortBy);
  const needed = filter === undefined ? new Set<string>() : attributesIn(filter, type);
  if (sortBy !== undefined) for (const name of attributesIn({ kind: 'present', path: sortBy }, type)) needed.add(name);
  const found: Found[] = [];
  const pace = new Pace();
  const texts = filter === undefined ? new Map<string, string>() : requiredTexts(filter, type);
  for await (const resource of source.scan(needed, texts)) {
    if (match(resource)) found.push({ source, id: String(resource.id), key: keyOf(resource) });
    await pace.restIfDue();
  }
  return found;
}
