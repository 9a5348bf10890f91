/** The locales of an export that the service accepted, and how rows are assigned to them. */
import { canonicalLocale } from '../../locale-code.ts';
import type { SourceLocale, StrapiExport } from '../archive/strapi-export.ts';

/** The locales in which values are imported. */
export interface ImportedLocales {
  /** The default locale comes first. */
  readonly codes: readonly string[];
  readonly default: string;
}

/** Code of the default locale of an export; undefined if it has no locales. */
export function defaultLocaleOf({ locales, defaultLocale }: StrapiExport): SourceLocale | undefined {
  return locales.find(({ code }) => code === defaultLocale) ?? locales[0];
}

/**
 * The locales for the imported values.
 * @param refused codes that the service rejected
 * @param standard the default locale of the space, for an export without locales
 */
export function importedLocales(file: StrapiExport, refused: ReadonlySet<string>, standard: string): ImportedLocales {
  const own = defaultLocaleOf(file)?.code ?? standard;
  const others = file.locales.map(({ code }) => code).filter((code) => code !== own && !refused.has(code));
  return { codes: [own, ...others], default: own };
}

/** The locale of a row; null if that locale is not imported. */
export function localeOf(locale: string | null, { codes, default: standard }: ImportedLocales): string | null {
  const code = locale === null ? standard : canonicalLocale(locale);
  return codes.includes(code) ? code : null;
}
