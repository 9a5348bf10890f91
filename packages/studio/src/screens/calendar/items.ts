/** What the calendar has on its days: which of it goes out by itself, which is only planned, and what can be moved. Pure. */
import { instantsOf, localTimeIn } from '../../../../contract/src/zoned-time.ts';
import type { CalendarItem } from '../../api/calendar.ts';
import { dayIn } from '../../frame/schedule/zoned-words.ts';

/** How an item is drawn: planned ones hollow, what goes out or ends by itself filled, what is over as such. */
export type Look = 'planned' | 'scheduled' | 'end' | 'failed' | 'published' | 'undone';

export function lookOf({ kind, change_set: { state } }: CalendarItem): Look {
  if (kind === 'planned') return 'planned';
  if (kind === 'end') return state === 'undone' ? 'undone' : 'end';
  if (state === 'scheduled' || state === 'failed') return state;
  return 'published';
}

/** Whether readers no longer see its entry from then on. */
export function isUnpublished({ kind, action }: CalendarItem): boolean {
  return action === 'unpublish' && kind === 'publication';
}

/** Whether another day can be given to it: a plan, or a time at which it goes out. An end moves with its release. */
export function isMovable(item: CalendarItem): boolean {
  const look = lookOf(item);
  return look === 'planned' || look === 'scheduled';
}

/** No two items of a calendar have the same. */
export function itemId({ kind, change_set: { id } }: CalendarItem): string {
  return `${kind} ${id}`;
}

/** What it is called: by its entry where it has one that people know, else by its release. */
export function itemName({ entry, change_set: { name, origin } }: CalendarItem): string {
  return origin === 'schedule' ? (entry?.title ?? name) : name;
}

/** Items by the days of a zone, in the order of time. */
export function byDay(items: readonly CalendarItem[], zone: string): ReadonlyMap<string, readonly CalendarItem[]> {
  return Map.groupBy(items, ({ at }) => dayIn(zone, Date.parse(at)));
}

/** The same time of the clock on another day; where clocks leave it out, as long after midnight. */
export function movedTo({ at }: Pick<CalendarItem, 'at'>, day: string, zone: string): number {
  const before = Date.parse(at);
  const clock = localTimeIn(zone, before).slice('2026-12-01'.length);
  const [moved] = instantsOf(`${day}${clock}`, zone);
  return moved ?? before + (Date.parse(day) - Date.parse(dayIn(zone, before)));
}
