/**
 * Computes the new locales of a space from the old ones and a request, or throws. Pure. Ensures that there is exactly one default
 * locale, that codes are unique, and that no fallback chain loops.
 */
import { DomainError, invalid } from '../../platform/errors/domain-error.ts';
import { checkTag, tagName } from './language-tag.ts';
import type { Locale } from './locale.ts';

/** Maximum number of locales in one space. */
export const LOCALES_MAX = 200;

/** A locale as a request gives it, codes unchecked. */
export interface LocaleInput {
  readonly code?: string;
  readonly name?: string;
  /** Code of the fallback locale; null ends the chain. */
  readonly fallback?: string | null;
  readonly optional?: boolean;
  readonly default?: boolean;
}

/**
 * Adds a new locale.
 * @throws `validation_failed` or `conflict`
 */
export function withNewLocale(
  locales: readonly Locale[],
  input: LocaleInput & { readonly code: string },
  identity: { readonly number: number; readonly id: string },
): Locale[] {
  if (locales.length >= LOCALES_MAX)
    throw new DomainError('conflict', `Delete a locale first; a space has at most ${LOCALES_MAX}.`);
  const code = canonicalCode(input.code, 'code');
  const standard = locales.find(({ isDefault }) => isDefault);
  const fallback = input.fallback === undefined ? (standard?.number ?? null) : numberOf(locales, input.fallback);
  const { optional = false, name = tagName(code) } = input;
  const locale: Locale = { ...identity, code, name, fallback, optional, isDefault: false, version: 0 };
  const all = [...locales, locale];
  requireFreeCode(all, locale);
  return settled(locales, input.default === true ? withDefault(all, locale.number) : all);
}

/**
 * Changes one of the locales.
 * @throws `validation_failed` or `conflict`
 */
export function withChangedLocale(locales: readonly Locale[], before: Locale, input: LocaleInput): Locale[] {
  if (input.default === false && before.isDefault) {
    throw invalid('default', 'default', 'Make another locale the default instead; a space always has one.');
  }
  const locale: Locale = {
    ...before,
    code: input.code === undefined ? before.code : canonicalCode(input.code, 'code'),
    name: input.name ?? before.name,
    fallback: input.fallback === undefined ? before.fallback : numberOf(locales, input.fallback),
    optional: input.optional ?? before.optional,
  };
  const all = locales.map((other) => (other.number === before.number ? locale : other));
  requireFreeCode(all, locale);
  requireNoLoop(all, locale);
  return settled(locales, input.default === true ? withDefault(all, locale.number) : all);
}

/**
 * Removes one of the locales; those that fell back to it now fall back to its fallback.
 * @throws `conflict` if it is the default locale
 */
export function withoutLocale(locales: readonly Locale[], gone: Locale): Locale[] {
  if (gone.isDefault)
    throw new DomainError('conflict', 'Make another locale the default first; the default locale cannot be deleted.');
  const rest = locales.filter(({ number }) => number !== gone.number);
  return settled(
    locales,
    rest.map((locale) => (locale.fallback === gone.number ? { ...locale, fallback: gone.fallback } : locale)),
  );
}

/** The first locale of a space. */
export function firstLocale(code: string, path: string, id: string): Locale {
  const canonical = canonicalCode(code, path);
  const name = tagName(canonical);
  return { number: 1, id, code: canonical, name, fallback: null, isDefault: true, optional: false, version: 1 };
}

/** The code of a locale's fallback; null if it has none. */
export function fallbackCode(locales: readonly Locale[], locale: Locale): string | null {
  return locales.find(({ number }) => number === locale.fallback)?.code ?? null;
}

function withDefault(locales: readonly Locale[], number: number): Locale[] {
  return locales.map((locale) => ({ ...locale, isDefault: locale.number === number }));
}

/** Increases the version of every locale whose representation changes. */
function settled(before: readonly Locale[], after: readonly Locale[]): Locale[] {
  return after.map((locale) => {
    const old = before.find(({ number }) => number === locale.number);
    const same = old !== undefined && shownText(before, old) === shownText(after, locale);
    return same ? locale : { ...locale, version: locale.version + 1 };
  });
}

function shownText(locales: readonly Locale[], locale: Locale): string {
  return JSON.stringify([locale.code, locale.name, fallbackCode(locales, locale), locale.isDefault, locale.optional]);
}

function canonicalCode(code: string, path: string): string {
  const { tag, problem } = checkTag(code);
  if (tag === undefined) throw invalid(path, 'locale', problem);
  return tag;
}

function numberOf(locales: readonly Locale[], code: string | null): number | null {
  if (code === null) return null;
  const locale = locales.find((other) => other.code === code);
  if (locale !== undefined) return locale.number;
  const codes = locales.map((other) => other.code).join(', ');
  throw invalid('fallback', 'locale', `Give one of ${codes}, or null; the space has no locale of that code.`);
}

function requireFreeCode(all: readonly Locale[], locale: Locale): void {
  if (all.every(({ code, number }) => number === locale.number || code !== locale.code)) return;
  throw new DomainError('conflict', `Change the locale ${locale.code} instead; the space has it already.`);
}

function requireNoLoop(all: readonly Locale[], locale: Locale): void {
  const passed = new Set<number>([locale.number]);
  let next = locale.fallback;
  while (next !== null) {
    if (passed.has(next))
      throw invalid(
        'fallback',
        'loop',
        'Choose another fallback or null; this one would lead back to the locale itself.',
      );
    passed.add(next);
    next = all.find(({ number }) => number === next)?.fallback ?? null;
  }
}
