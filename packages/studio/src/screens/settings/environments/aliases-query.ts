/** The aliases of a space: further names of its environments. */
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../../../api/client.ts';
import { ALL } from '../../../api/queries.ts';

export function aliasesQuery(space: string) {
  return queryOptions({
    queryKey: [space, 'environment-aliases'],
    queryFn: async () => {
      const params = { path: { space_id: space }, query: { limit: ALL, order: 'name' } };
      return (await bodyOf(api.GET('/spaces/{space_id}/environment-aliases', { params }))).items;
    },
  });
}
