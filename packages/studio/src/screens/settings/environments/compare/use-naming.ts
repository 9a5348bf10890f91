/** What values that differ are named with: the model of both environments, and where they stand in blocks the entry around them. */
import type { ComparedResource } from '../../../../api/types.ts';
import type { Naming } from '../../../../fields/blocks/inner-lines.ts';
import { useEntryNaming } from '../../../../fields/blocks/use-entry-naming.ts';
import { usePairModel } from './pair-surroundings.tsx';

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
  const type = types.find(({ kind, api_id }) => kind === 'entry' && api_id === resource?.content_type);
  const paths = places.map(({ path }) => path.slice((resource?.path.length ?? 0) + 1));
  return useEntryNaming({ place: { space, environment }, id, type, paths, types, locales });
}
