/** What happened to entries lately, as their list tells it: one request for all, and no right beyond reading them. */
import type { Entry } from '../../api/types.ts';
import { dayOf } from '../../frame/day-of.ts';

export type EventKind = 'created' | 'published' | 'changed' | 'archived';

export interface ActivityDay {
  /** As `2026-11-28`, where the person is. */
  readonly day: string;
  readonly events: readonly { readonly entry: Entry; readonly kind: EventKind }[];
}

/** The last change of each entry, by day. @param entries the latest first */
export function activityOf(entries: readonly Entry[]): readonly ActivityDay[] {
  const days = Map.groupBy(entries, ({ updated_at: at }) => dayOf(new Date(at)));
  return [...days].map(([day, ofDay]) => ({ day, events: ofDay.map((entry) => ({ entry, kind: kindOf(entry) })) }));
}

function kindOf({ status, updated_at: at, created_at: created }: Entry): EventKind {
  if (status === 'archived') return 'archived';
  // What is published and not changed since was published last: a change would have made it `changed`.
  if (status === 'published') return 'published';
  return at === created ? 'created' : 'changed';
}
