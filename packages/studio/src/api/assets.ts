/** Files of the media library by their ids. */
import { api, bodyOf } from './client.ts';
import type { Place } from './queries.ts';
import type { Asset } from './types.ts';

/** Those that exist, in one request. */
export async function assetsWithIds(
  { space, environment }: Place,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly Asset[]> {
  const path = { space_id: space, environment };
  const params = { path, query: { ids: ids.join(','), limit: ids.length } };
  const call = api.GET('/spaces/{space_id}/environments/{environment}/media', {
    params,
    ...(signal !== undefined && { signal }),
  });
  return (await bodyOf(call)).items;
}
