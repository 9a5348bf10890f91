/** What of an entry and all that it links to is not published as it stands, and what keeps it from being published. */
import { api, bodyOf } from '../../../api/client.ts';
import type { Place } from '../../../api/queries.ts';
import type { PublishPlan } from '../../../api/types.ts';
import type { PlanItem } from '../../../drafts/publishing.ts';

/** @param depth how many links are followed; all that the server follows unless given */
export function readPlan({ space, environment }: Place, id: string, depth?: number): Promise<PublishPlan> {
  const params = { path: { space_id: space, environment } };
  const body = { ids: [id], ...(depth === undefined ? {} : { depth }) };
  return bodyOf(api.POST('/spaces/{space_id}/environments/{environment}/publish-plan', { params, body }));
}

/** Whether the item can go out with the others. */
export function canBePublished(item: PlanItem): boolean {
  return item.problems.length === 0 && item.status !== 'archived';
}

/**
 * What is taken along unless the person says otherwise: entries that readers have never had. Of a published entry they see
 * the state before; whether its changes go out is for who made them.
 */
export function isTakenByDefault(item: PlanItem): boolean {
  return item.status === 'draft' && canBePublished(item);
}
