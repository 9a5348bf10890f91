/**
 * Which stored value a field has in a locale. The one place that knows where a document stores values of localized and
 * other fields, and how fallback works.
 */
import { type Field, NO_LOCALE } from './field.ts';

/** Values, or their counterparts in an index row, by locale number. */
type ValuesByLocale = Readonly<Record<number, unknown>>;

/** What following fallback needs of the locales. */
export interface FallbackChains {
  readonly default: { readonly number: number };
  chain(number: number): readonly number[];
}

/**
 * The field's own value in the locale, without fallback; undefined if it has none. A field that is not localized has
 * one value, which the default locale returns.
 */
export function ownValue(
  values: ValuesByLocale | undefined,
  field: Pick<Field, 'localized' | 'home'>,
  locale: number,
): unknown {
  if (values === undefined) return undefined;
  if (!field.localized) return values[NO_LOCALE] ?? (field.home === null ? undefined : values[field.home]);
  // With two values for the home, the one of no locale was written later: a write leaves only one of them.
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
