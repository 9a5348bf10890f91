/** What values that differ are named with: the model of both environments, and where they stand in blocks the entry around them. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, bodyOf } from '../../../../api/client.ts';
import { contentTypesQuery, type Place, queryClient } from '../../../../api/queries.ts';
import type { ComparedResource } from '../../../../api/types.ts';
import { isStructured } from '../../../../fields/blocks/blocks-in.ts';
import type { EntryFields } from '../../../../fields/blocks/linked-values.ts';
import { batched } from '../../../../fields/links/batches.ts';
import type { Naming } from './inner-lines.ts';
import { usePairModel } from './pair-surroundings.tsx';

/** Names come with a comparison, and are as fresh. */
const FRESH_MS = 60_000;

type Resource = Pick<ComparedResource, 'path' | 'kind' | 'content_type' | 'source' | 'target'>;

/**
 * The entry is read where something stands inside of a block: where changes come from, unless it is gone there.
 * @param places what of the resource is named
 * @returns null while the entry is read
 */
export function useNaming(resource: Resource | null, places: readonly { readonly path: string }[]): Naming | null {
  const { space, from, to, types, locales } = usePairModel();
  const [environment, id] =
    resource === null || resource.source.version === null ? [to, resource?.target.id] : [from, resource.source.id];
  const structured = types.find(({ api_id }) => api_id === resource?.content_type)?.fields.filter(isStructured) ?? [];
  const roots = structured.map((field) => `${resource?.path}.fields.${field.id}.`);
  const isInside = places.some(({ path }) => roots.some((root) => path.startsWith(root)));
  const enabled = resource?.kind === 'entry' && isInside;
  const { data, isLoading } = useQuery({ ...structuresQuery({ space, environment }, id ?? ''), enabled });
  const fields = data ?? undefined;
  const naming = useMemo(() => ({ types, locales: locales.map(({ code }) => code), fields }), [types, locales, fields]);
  return isLoading ? null : naming;
}

/** The values of an entry that have components in them. Those of entries that are asked for together are one request. */
function structuresQuery(place: Place, id: string) {
  return queryOptions({
    queryKey: [place.space, place.environment, 'structures', id],
    queryFn: () => readerOf(place)(id),
    staleTime: FRESH_MS,
  });
}

type Reader = (id: string) => Promise<EntryFields | null>;
const readers = new Map<string, Reader>();

function readerOf(place: Place): Reader {
  const name = `${place.space}/${place.environment}`;
  const known = readers.get(name);
  if (known !== undefined) return known;
  const made = batched((ids) => structuresOf(place, ids));
  readers.set(name, made);
  return made;
}

async function structuresOf(place: Place, ids: readonly string[]): Promise<ReadonlyMap<string, EntryFields>> {
  const types = await queryClient.ensureQueryData(contentTypesQuery(place));
  const own = types.filter(({ kind }) => kind === 'entry').flatMap((type) => type.fields.filter(isStructured));
  if (own.length === 0) return new Map();
  const fields = new Set(own.map(({ id }) => `fields.${id}`));
  const path = { space_id: place.space, environment: place.environment };
  const query = { ids: ids.join(','), select: [...fields].join(','), limit: ids.length };
  const call = api.GET('/spaces/{space_id}/environments/{environment}/entries', { params: { path, query } });
  const { items } = await bodyOf(call);
  return new Map(items.map((entry) => [entry.id, entry.fields as EntryFields]));
}
