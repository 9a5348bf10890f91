/**
 * The values of a content type's entries, by locale: the basis for deciding about slugs, dates and uniqueness before anything is
 * converted.
 */
import type { SourceItem, SourceLocale, SourceValues } from './export-file.ts';

/** The locales of the file that the service accepted, and their fallbacks. */
export interface SourceLocales {
  readonly codes: ReadonlySet<string>;
  readonly default: string;
  /** A locale and its fallbacks, in order. */
  readonly chain: (code: string) => readonly string[];
}

/** One own value of a field, with its entry and locale; null does not count as a value. */
export interface OwnValue {
  readonly entry: SourceItem;
  readonly locale: string;
  readonly value: unknown;
}

/** Builds the locales from the file's list, without those that the service rejected. */
export function sourceLocales(locales: readonly SourceLocale[], refused: ReadonlySet<string>): SourceLocales {
  const taken = locales.filter((locale) => !refused.has(locale.code));
  const fallbacks = new Map(taken.map((locale) => [locale.code, locale.fallbackCode ?? null]));
  const standard = taken.find((locale) => locale.default === true) ?? taken[0];
  return {
    codes: new Set(fallbacks.keys()),
    default: standard?.code ?? 'en-US',
    chain: (code) => chainOf(code, fallbacks),
  };
}

/** The own values of one field in the order of the file. */
export function ownValues(entries: readonly SourceItem[], fieldId: string): readonly OwnValue[] {
  return entries.flatMap((entry) => {
    const pairs = Object.entries(valuesOf(entry, fieldId)).filter(([, value]) => value !== null && value !== undefined);
    return pairs.map(([locale, value]) => ({ entry, locale, value }));
  });
}

/** The own value of a field in one locale; undefined if there is none. */
export function valueIn(entry: SourceItem, fieldId: string, locale: string): unknown {
  const values = valuesOf(entry, fieldId);
  return Object.hasOwn(values, locale) ? (values[locale] ?? undefined) : undefined;
}

function valuesOf(entry: SourceItem, fieldId: string): SourceValues {
  return (Object.hasOwn(entry.fields, fieldId) ? entry.fields[fieldId] : undefined) ?? {};
}

function chainOf(code: string, fallbacks: ReadonlyMap<string, string | null>): readonly string[] {
  const chain: string[] = [];
  let next: string | null = code;
  while (next !== null && !chain.includes(next)) {
    chain.push(next);
    next = fallbacks.get(next) ?? null;
  }
  return chain;
}
