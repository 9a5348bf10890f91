/** What the content list asks of the API for an address: what the API knows of it, without archived entries unless asked for. */
import { inRelease } from '../../api/in-release.ts';
import { searchedFor } from '../../api/searched-for.ts';
import { onlyKnown, type SearchParams } from '../../frame/search-params.ts';

/** What an address may ask the list for; every filter of a field too. */
const KNOWN = new Set([
  'content_type',
  'slug',
  'locale',
  'order',
  'q',
  'links_to',
  'ids',
  'published_at',
  'created_at',
  'updated_at',
  'status',
  'updated_since',
  'created_by',
  'updated_by',
]);
const NOT_ARCHIVED = 'draft,changed,published';

/** The type that is shown, as far as the filters of an address are about it. */
interface Filtered {
  readonly fields: readonly { readonly id: string; readonly former_ids?: readonly string[] | undefined }[];
}

/** What of an address the API is asked. Filters of fields that the type does not have are left out, as all that it does not know. */
export function apiQueryOf(search: SearchParams, type?: Filtered): SearchParams {
  const fields = new Set(type?.fields.flatMap(({ id, former_ids: former = [] }) => [id, ...former]));
  return onlyKnown(search, (name) => {
    const [first, field = ''] = name.split('.');
    return first === 'fields' && field !== '' ? type === undefined || fields.has(field) : KNOWN.has(name);
  });
}

/** The query of the list itself: archived entries are in it where they are asked for, and all as they are in the release. */
export function listQueryOf(search: SearchParams, type?: Filtered): SearchParams {
  const query = apiQueryOf(search, type);
  return { status: NOT_ARCHIVED, ...query, ...searchedFor(query.q ?? ''), ...inRelease(search.in) };
}
