/** One file, as the server has it. */
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../api/client.ts';

export function assetQuery(id: string) {
  return queryOptions({
    queryKey: ['asset', id],
    queryFn: () => bodyOf(api.GET('/media/{asset_id}', { params: { path: { asset_id: id } } })),
  });
}
