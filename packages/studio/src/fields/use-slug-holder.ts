/** Whether another entry has a slug, found out while it is typed. */
import { useQuery } from '@tanstack/react-query';
import { isSlug } from '../../../contract/src/slugs.ts';
import { api, bodyOf } from '../api/client.ts';
import { inRelease } from '../api/in-release.ts';
import { useDebouncedValue } from '../ui/index.ts';
import { nameOf } from './links/entry-titles.ts';
import { useOpenEntry } from './open-entry.tsx';
import { useSurroundings } from './surroundings.tsx';

const PAUSE_MS = 300;

/** The title of another entry of the type that has the slug in the locale; null if none has, or none is known yet. */
export function useSlugHolder(field: string, locale: string, slug: string): string | null {
  const { place, types } = useSurroundings();
  const { draft, type } = useOpenEntry();
  const [settled] = useDebouncedValue(slug, PAUSE_MS);
  const found = useQuery({
    queryKey: [place.space, place.environment, 'slug-holder', type.api_id, field, locale, settled, place.release],
    queryFn: async ({ signal }) => {
      // Two, as one of them may be this entry.
      const asked = { content_type: type.api_id, locale, limit: 2, [`fields.${field}`]: settled };
      const query = { ...asked, ...inRelease(place.release) };
      const path = { space_id: place.space, environment: place.environment };
      const params = { path, query };
      const call = api.GET('/spaces/{space_id}/environments/{environment}/entries', { params, signal });
      return (await bodyOf(call)).items;
    },
    enabled: isSlug(settled),
  });
  if (slug !== settled) return null;
  const holder = found.data?.find(({ key }) => key !== draft.address.key);
  return holder === undefined ? null : nameOf(holder, types, locale);
}
