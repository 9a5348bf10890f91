/** What an entry is without the release: what readers see, or its draft where they see nothing, and for proposals always. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import type { Place } from '../../../api/queries.ts';
import { releaseQuery } from '../../../api/releases.ts';
import type { Entry } from '../../../api/types.ts';
import { useDraft, useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import type { Values } from '../history/differences.ts';
import { versionQuery } from '../history/versions.ts';

export interface Ground {
  /** Whether it is what readers see. */
  readonly isPublished: boolean;
  readonly values: Values;
}

/** Undefined until it is known; null of an entry that only the release has. */
export function useGround(): Ground | null | undefined {
  const { draft } = useOpenEntry();
  const { place } = useSurroundings();
  const entry = useDraft(draft, (now) => now.entry);
  const { data: release } = useQuery(releaseQuery(place, draft.address.release ?? ''));
  const isNew = entry === null || entry.change === 'create';
  const version = entry?.published_version ?? null;
  const isPublished = version !== null && release?.onto !== 'drafts';
  const isKnown = !isNew && release !== undefined;
  const published = useQuery({
    ...versionQuery(place, entry?.id ?? '', version ?? 0),
    enabled: isKnown && isPublished,
  });
  const plain = useQuery({
    ...draftQuery(place, entry ?? { key: draft.address.key, version: 0 }),
    enabled: isKnown && !isPublished,
  });
  if (isNew) return null;
  const fields = isPublished ? published.data?.fields : plain.data?.fields;
  return fields === undefined ? undefined : { isPublished, values: fields };
}

function draftQuery({ space, environment }: Place, { key, version }: Pick<Entry, 'key' | 'version'>) {
  return queryOptions({
    queryKey: [space, environment, 'entries', 'draft', key, version],
    queryFn: () => {
      const params = { path: { space_id: space, environment, key } };
      return bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/entries/{key}', { params }));
    },
  });
}
