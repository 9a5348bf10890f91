/** What values of an entry are named with: the model, and where they stand in blocks the entry around them. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { contentTypesQuery, type Place, queryClient } from '../../api/queries.ts';
import type { ContentType, Locale } from '../../api/types.ts';
import { batched } from '../links/batches.ts';
import { isStructured } from './blocks-in.ts';
import type { Naming } from './inner-lines.ts';
import type { EntryFields } from './linked-values.ts';

/** Names come with a comparison, and are as fresh. */
const FRESH_MS = 60_000;

interface NamedEntry {
  /** The environment that it is read in. */
  readonly place: Place;
  readonly id: string | undefined;
  readonly type: ContentType | undefined;
  /** What is named, such as `fields.title.de`. */
  readonly paths: readonly string[];
  readonly types: readonly ContentType[];
  readonly locales: readonly Locale[];
}

/** The entry is read where something stands inside of a block or a component. @returns null meanwhile */
export function useEntryNaming({ place, id, type, paths, types, locales }: NamedEntry): Naming | null {
  const roots = type?.fields.filter(isStructured).map((field) => `fields.${field.id}.`) ?? [];
  const isInside = paths.some((path) => roots.some((root) => path.startsWith(root)));
  const { data, isLoading } = useQuery({ ...structuresQuery(place, id ?? ''), enabled: isInside && id !== undefined });
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
