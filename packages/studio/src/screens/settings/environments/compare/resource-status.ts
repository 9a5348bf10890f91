/** What becomes of a resource when the environment that is compared is merged into the other one, as far as a comparison tells. */
import type { ComparedResource } from '../../../../api/types.ts';

/** `both`: each of the two changed the same value; `there`: only the other one changed it, and a merge leaves it. */
export const resourceStatuses = ['both', 'added', 'changed', 'removed', 'there'] as const;
export type ResourceStatus = (typeof resourceStatuses)[number];

const OF_CHANGE = { none: 'there', created: 'added', changed: 'changed', deleted: 'removed' } as const;

export function statusOf({ source, differences }: Pick<ComparedResource, 'source' | 'differences'>): ResourceStatus {
  if (differences.some(({ changed_in: side }) => side === 'both')) return 'both';
  return OF_CHANGE[source.change];
}

/** How many of the resources have each status. */
export function countsOf(items: readonly ComparedResource[]): Readonly<Record<ResourceStatus, number>> {
  const counts = { both: 0, added: 0, changed: 0, removed: 0, there: 0 };
  for (const item of items) counts[statusOf(item)] += 1;
  return counts;
}
