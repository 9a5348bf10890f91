/** A time as somebody says it, by the date and the clocks of a time zone, and the instant that is meant. Pure. */
import { dayTime } from '../../../../contract/src/moments.ts';
import { instantsOf, isLocalTime, localTimeIn } from '../../../../contract/src/zoned-time.ts';
import { dayIn } from './zoned-words.ts';

const DAY_MS = 86_400_000;
/** When work begins, which is what is proposed first. */
const MORNING = '09:00';

export interface SaidTime {
  /** What `<input type="datetime-local">` holds, such as `2026-12-01T09:00`; '' or less than that while it is typed. */
  readonly local: string;
  /** Of two instants at which clocks show it, the later one. */
  readonly isLater: boolean;
}

/** The instants that may be meant, earliest first: none where clocks are put forward over it, two where they are put back. */
export function instantsSaid({ local }: SaidTime, zone: string): readonly number[] {
  return isLocalTime(local) ? instantsOf(local, zone) : [];
}

/** The instant that is meant; null where there is none. @param instants as `instantsSaid` gives them, or the server */
export function instantMeant({ isLater }: SaidTime, instants: readonly number[]): number | null {
  return (isLater ? instants.at(-1) : instants[0]) ?? null;
}

/** How an instant is said in a zone. */
export function saidAt(at: number, zone: string): SaidTime {
  const said = { local: localTimeIn(zone, at), isLater: false };
  return { ...said, isLater: instantsSaid(said, zone)[1] === at };
}

/** The morning some days after an instant. */
export function morningAfter(at: number, zone: string, days = 1): SaidTime {
  const day = new Date((dayTime(dayIn(zone, at)) ?? at) + days * DAY_MS).toISOString().slice(0, '2026-12-01'.length);
  return { local: `${day}T${MORNING}`, isLater: false };
}

/** What is wrong with a time. `end`: it is not after the time that it ends. */
export type SaidFault = 'none' | 'gap' | 'past' | 'end';

/** @param after of an end, the instant that it has to be after */
export function faultOf(
  said: SaidTime,
  at: number | null,
  { now, after }: { readonly now: number; readonly after?: number | null },
): SaidFault {
  if (at === null) return isLocalTime(said.local) ? 'gap' : 'none';
  if (after != null && at <= after) return 'end';
  return at <= now ? 'past' : 'none';
}
