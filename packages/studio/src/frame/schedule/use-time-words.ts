/** Times in words, as the person is told them. */
import { ownZone } from './own-zone.ts';
import { useTelling } from './use-telling.ts';
import { datedMoment, scheduleSentence } from './zoned-words.ts';

/** A time on the clocks of the person, with the day of the week. */
export function useTimeWords(): (at: string) => string {
  const telling = useTelling();
  return (at) => datedMoment(Date.parse(at), ownZone(), telling);
}

/** A time in a sentence, as it was said and on the clocks of the person. @param zone null where an instant was said */
export function useTimeSentence(): (at: string, zone: string | null) => string {
  const telling = useTelling();
  return (at, zone) => scheduleSentence(Date.parse(at), { zone: zone ?? ownZone(), own: ownZone() }, telling);
}
