/**
 * Lectern accepts only one spelling of a language tag (`en-US`, never `en-us`). Other spellings in an export are converted when it
 * is read.
 */
import { canonicalLocale } from '../locale-code.ts';
import type { Notes } from '../notes.ts';
import type { ContentfulExport, SourceItem, SourceLocale, SourceValues } from './export-file.ts';

/** The export with every locale code in Lectern's spelling; the same object if nothing changes. */
export function withCanonicalLocales(file: ContentfulExport, notes: Notes): ContentfulExport {
  const spelling = new Map(
    file.locales.map(({ code }) => [code, canonicalLocale(code)] as const).filter(([code, own]) => code !== own),
  );
  if (spelling.size === 0) return file;
  for (const [code, own] of spelling) notes.add('changed', `locale ${code}`, `Its code is spelt "${own}" here.`);
  const respelt = (code: string) => spelling.get(code) ?? code;
  return {
    ...file,
    locales: file.locales.map((locale) => respeltLocale(locale, respelt)),
    contentTypes: file.contentTypes.map((type) => ({
      ...type,
      fields: type.fields.map((field) =>
        field.defaultValue ? { ...field, defaultValue: respeltValues(field.defaultValue, respelt) } : field,
      ),
    })),
    entries: file.entries.map((item) => respeltItem(item, respelt)),
    assets: file.assets.map((item) => respeltItem(item, respelt)),
  };
}

function respeltLocale(locale: SourceLocale, respelt: (code: string) => string): SourceLocale {
  const fallbackCode = locale.fallbackCode ?? null;
  return { ...locale, code: respelt(locale.code), fallbackCode: fallbackCode === null ? null : respelt(fallbackCode) };
}

function respeltItem(item: SourceItem, respelt: (code: string) => string): SourceItem {
  const fields = Object.entries(item.fields).map(([id, values]) => [id, respeltValues(values, respelt)]);
  return { ...item, fields: Object.fromEntries(fields) };
}

function respeltValues(values: SourceValues, respelt: (code: string) => string): SourceValues {
  return Object.fromEntries(Object.entries(values).map(([code, value]) => [respelt(code), value]));
}
