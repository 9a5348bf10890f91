/** Times in mails, for readers whose zone is unknown. */
import { isoTime } from '../../kit/clock.ts';

const MINUTES_END = 16;

/** Such as `2026-11-21 at 10:00 UTC`. */
export function timeInMail(at: number): string {
  return `${isoTime(at).slice(0, MINUTES_END).replace('T', ' at ')} UTC`;
}
