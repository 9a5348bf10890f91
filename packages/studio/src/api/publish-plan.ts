/** What of entries and all that they link to is not published as it stands, and what keeps it from being published. */
import { api, bodyOf } from './client.ts';
import type { Place } from './queries.ts';
import type { PublishPlan } from './types.ts';

/**
 * @param ids at most 100
 * @param depth how many links are followed; all that the server follows unless given
 */
export function readPlan({ space, environment }: Place, ids: readonly string[], depth?: number): Promise<PublishPlan> {
  const params = { path: { space_id: space, environment } };
  const body = { ids: [...ids], ...(depth === undefined ? {} : { depth }) };
  return bodyOf(api.POST('/spaces/{space_id}/environments/{environment}/publish-plan', { params, body }));
}
