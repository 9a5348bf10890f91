/**
 * Which stored value a field has in a locale. The one place that knows how values of localized fields and of those
 * that are not lie in a document, and how fallback is followed.
 */
import { type Field, NO_LOCALE } from './field.ts';

/** Values, or what stands for them, by the number of their locale. */
type ValuesByLocale = Readonly<Record<number, unknown>>;

/** What is needed of the locales to follow fallback. */
export interface FallbackChains {
  readonly default: { readonly number: number };
  chain(number: number): readonly number[];
}

/**
 * The value that the field has of its own in the locale, without fallback; undefined where it has none.
 * Fields that are not localized have one value, which is asked for with the default locale.
 */
export function ownValue(
  values: ValuesByLocale | undefined,
  field: Pick<Field, 'localized' | 'home'>,
  locale: number,
): unknown {
  if (values === undefined) return undefined;
  if (!field.localized) return values[NO_LOCALE] ?? (field.home === null ? undefined : values[field.home]);
  // Of two values for the home, the one of no locale was written later: a write leaves only one of them.
  return locale === field.home ? (values[NO_LOCALE] ?? values[locale]) : values[locale];
}

/** The value shown in the locale: its own or the first one along its fallback chain. */
export function shownValue(
  values: ValuesByLocale | undefined,
  field: Pick<Field, 'localized' | 'home'>,
  locale: number,
  locales: FallbackChains,
): unknown {
  if (!field.localized) return ownValue(values, field, locale);
  for (const number of locales.chain(locale)) {
    const value = ownValue(values, field, number);
    if (value !== undefined) return value;
  }
  return undefined;
}
