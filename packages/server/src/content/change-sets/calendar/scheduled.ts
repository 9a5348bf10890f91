/** What scheduled change sets do with entries by themselves. */
import { isoTime } from '../../../platform/kit/clock.ts';
import type { ScheduledAction, ScheduledIn } from '../../entries/entry-rules.ts';
import { setId } from '../change-set.ts';
import { actionOf } from '../set-item.ts';
import { type ScheduledItem, scheduledItems } from './calendar-store.ts';

/** Sets of entries in one response; those that are due soonest count. */
const SETS_MAX = 2_000;

export const scheduledIn: ScheduledIn = async (db, environment, keys) => {
  if (keys.length === 0) return new Map();
  const found = new Map<string, ScheduledAction[]>();
  for (const item of await scheduledItems(db, { environment: environment.number, keys, limit: SETS_MAX }))
    found.set(item.key, [...(found.get(item.key) ?? []), ...actionsOf(item, environment.code)]);
  for (const actions of found.values()) actions.sort((one, other) => (one.at < other.at ? -1 : 1));
  return found;
};

/** That the set goes out, and that it ends. A published one only ends. */
function actionsOf(item: ScheduledItem, code: string): ScheduledAction[] {
  const set = setId(code, item.change_set);
  const actions: ScheduledAction[] = [];
  if (item.state === 'scheduled' && item.publish_at !== null)
    actions.push({ change_set: set, action: actionOf(item), at: isoTime(item.publish_at) });
  if (item.ends_at !== null) actions.push({ change_set: set, action: 'end', at: isoTime(item.ends_at) });
  return actions;
}
