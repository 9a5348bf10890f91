/** Reads `locale`: the locale in which values are shown, and the one that filters and orders use. */
import { didYouMean, quoted } from '../../platform/kit/suggestion.ts';
import type { QueryReading } from './query-reading.ts';

/** Number of the locale in which values are shown; null for raw per-locale maps (`*`). */
export type ShownLocale = number | null;

/** Reads the locale in which values are shown; the default one if none is named. */
export function readLocale(reading: QueryReading): ShownLocale {
  const { locales } = reading.model;
  const code = reading.value('locale');
  if (code === undefined) return locales.default.number;
  if (code === '*') return null;
  const locale = locales.byCode(code);
  if (locale !== undefined) return locale.number;
  const codes = locales.all.map((known) => known.code);
  const message = `There is no locale ${quoted(code)}; use one of ${codes.join(', ')}, or * for all.${didYouMean(code, codes)}`;
  reading.refuse('locale', 'unknown', message);
  return locales.default.number;
}
