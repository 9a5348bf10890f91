/** Times in requests on change sets: instants, and local times of a time zone. */
import { momentTime } from '../../../../contract/src/moments.ts';
import { instantsOf, isLocalTime, isTimeZone } from '../../../../contract/src/zoned-time.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { ChangeSetRow } from './tables.ts';

/** When something is to happen: at an instant, or at a local time of a time zone. */
interface TimeInput {
  /** ISO 8601 with its offset. */
  readonly at?: string | undefined;
  /** Such as `2026-12-01T09:00`. */
  readonly local?: string | undefined;
  /** A name of the IANA list, such as `Europe/Berlin`. */
  readonly time_zone?: string | undefined;
}

/** When a set goes out and ends. */
export interface ScheduleInput extends TimeInput {
  readonly ends_at?: string | null | undefined;
  /** Whether the later of two scheduled sets may stand over the earlier where both touch a value. */
  readonly overlaps?: 'accept' | undefined;
}

/** The same as columns of the set. */
export type SetTimes = Pick<ChangeSetRow, 'time_zone' | 'publish_local' | 'ends_at'> & { readonly publish_at: number };

/** The instant that a text says, in milliseconds since the epoch. @throws `validation_failed` if it says none */
export function instantIn(path: string, text: string): number {
  const time = momentTime(text);
  if (time !== undefined) return time;
  const message = 'Give a time in ISO 8601 with its offset, such as 2026-12-01T09:00:00+01:00.';
  throw invalid(path, 'format', message, {});
}

/**
 * When a set goes out and ends, as a request has it.
 * @param now by the database's clock
 * @throws `validation_failed`, with the rule `zone` for a local time that is not one instant, `past` for a time that is over
 */
export function setTimes(input: ScheduleInput, now: number): SetTimes {
  const publishAt = publishTime(input);
  requireToCome(input.at === undefined ? 'local' : 'at', publishAt, now);
  const endsAt = input.ends_at == null ? null : instantIn('ends_at', input.ends_at);
  if (endsAt !== null && endsAt <= publishAt)
    throw invalid('ends_at', 'min', 'Choose an end after the time of publication.', { limit: isoTime(publishAt) });
  const zoned = input.at === undefined;
  return {
    publish_at: publishAt,
    time_zone: zoned ? (input.time_zone ?? null) : null,
    publish_local: zoned ? (input.local ?? null) : null,
    ends_at: endsAt,
  };
}

/** @throws `validation_failed` with the rule `past` for a time that is over */
export function requireToCome(path: string, time: number, now: number): void {
  if (time <= now) throw invalid(path, 'past', `Choose a time to come; it is ${isoTime(now)} now.`);
}

function publishTime({ at, local, time_zone: zone }: TimeInput): number {
  if (at !== undefined) {
    if (local === undefined && zone === undefined) return instantIn('at', at);
    throw invalid('at', 'exclusive', 'Give either at, or local and time_zone.');
  }
  if (local === undefined) throw invalid('at', 'required', 'Say when: with at, or with local and time_zone.');
  if (zone === undefined) throw invalid('time_zone', 'required', 'Say in which time zone, such as Europe/Berlin.');
  return localInstant(local, zone);
}

function localInstant(local: string, zone: string): number {
  if (!isLocalTime(local))
    throw invalid('local', 'format', 'Give a local time without an offset, such as 2026-12-01T09:00.', {});
  if (!isTimeZone(zone))
    throw invalid('time_zone', 'zone', 'Name a time zone of the IANA list, such as Europe/Berlin.', {
      reason: 'unknown',
    });
  const [first, second] = instantsOf(local, zone);
  if (first === undefined) {
    const message = 'Choose another time; clocks are put forward over this one.';
    throw invalid('local', 'zone', message, { reason: 'gap' });
  }
  if (second === undefined) return first;
  const instants = [isoTime(first), isoTime(second)];
  const message = `Clocks are put back, so that this time comes twice; send one of them as at: ${instants.join(' or ')}.`;
  throw invalid('local', 'zone', message, { reason: 'twice', instants });
}
