/** Preview links as the server has them. */
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from './client.ts';

/** What the keys of preview links begin with. */
export function previewLinksKey(space: string) {
  return [space, 'preview-links'] as const;
}

export function previewLinkQuery(space: string, id: string) {
  return queryOptions({
    queryKey: [...previewLinksKey(space), 'one', id],
    queryFn: () => {
      const params = { path: { space_id: space, preview_link_id: id } };
      return bodyOf(api.GET('/spaces/{space_id}/preview-links/{preview_link_id}', { params }));
    },
  });
}

/** Where the list is read, page by page, newest first. */
export function previewLinksPath(space: string, limit: number): string {
  return `/spaces/${space}/preview-links?order=-created_at&limit=${limit}`;
}
