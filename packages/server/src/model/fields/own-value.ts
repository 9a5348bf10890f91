/**
 * Finds a field's stored value in a locale. The only place that knows where a document stores values of localized and non-localized
 * fields, and how fallback works.
 */
import { type Field, NO_LOCALE } from './field.ts';

/** Values, or their counterparts in an index row, by locale number. */
type ValuesByLocale = Readonly<Record<number, unknown>>;

/** The part of the locales needed to follow fallback. */
export interface FallbackChains {
  readonly default: { readonly number: number };
  chain(number: number): readonly number[];
}

/**
 * The field's own value in the locale, without fallback; undefined if there is none. A field that is not localized has one value,
 * returned for the default locale.
 */
export function ownValue(
  values: ValuesByLocale | undefined,
  field: Pick<Field, 'localized' | 'home'>,
  locale: number,
): unknown {
  if (values === undefined) return undefined;
  if (!field.localized) return values[NO_LOCALE] ?? (field.home === null ? undefined : values[field.home]);
  // If the home locale has two values, the one without a locale is newer, because a write keeps only one of them.
  return locale === field.home ? (values[NO_LOCALE] ?? values[locale]) : values[locale];
}

/**
 * The value shown in the locale: its own, or the first one along its fallback chain.
 * @param isSeen whether readers see anything of a value
 */
export function shownValue(
  values: ValuesByLocale | undefined,
  field: Pick<Field, 'localized' | 'home'>,
  locale: number,
  locales: FallbackChains,
  isSeen: (value: unknown) => boolean = () => true,
): unknown {
  for (const number of field.localized ? locales.chain(locale) : [locale]) {
    const value = ownValue(values, field, number);
    if (value !== undefined && isSeen(value)) return value;
  }
  return undefined;
}
