/** Which items of a publish plan can go out, and which do unless the person says otherwise. */
import type { PlanItem } from '../../../drafts/publishing.ts';

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
