/** Times in mails, for readers whose zone is unknown. */
import { isoTime } from '../../kit/clock.ts';
import type { Language } from '../../kit/language.ts';

const DATE_END = 10;
const MINUTES_END = 16;

/** Such as `2026-11-21 at 10:00 UTC`, or `21.11.2026 um 10:00 UTC`. */
export function timeInMail(at: number, language: Language = 'en'): string {
  const time = isoTime(at).slice(DATE_END + 1, MINUTES_END);
  return `${dayInMail(at, language)} ${language === 'de' ? 'um' : 'at'} ${time} UTC`;
}

/** Such as `2026-11-21`, or `21.11.2026`. */
export function dayInMail(at: number, language: Language = 'en'): string {
  const day = isoTime(at).slice(0, DATE_END);
  return language === 'de' ? day.split('-').reverse().join('.') : day;
}
