/** What publishing an entry changes for readers, language by language. */
import type { ContentType, Locale } from '../../../api/types.ts';
import { isStructured } from '../../../fields/blocks/blocks-in.ts';
import { valueInLocale } from '../../../fields/blocks/in-locale.ts';
import { type Difference, differencesOf, type Values } from '../history/differences.ts';

/** What readers of a language have, and get. */
export type LanguageState =
  /** Nothing is written in it. */
  | 'empty'
  /** Readers have nothing in it yet. */
  | 'new'
  /** Readers have it as it is here. */
  | 'unchanged'
  | 'changed';

export interface LanguageSummary {
  readonly locale: Locale;
  readonly state: LanguageState;
  /** The values that readers do not have as they are here; none where all of it is new. */
  readonly changes: readonly Difference[];
}

/**
 * @param types what components are of
 * @param locales the default one first
 * @param published what readers have; null before the first publication, and where it was taken back
 * @param draft what they get
 */
export function publishSummary(
  type: Pick<ContentType, 'fields'>,
  types: readonly ContentType[],
  locales: readonly Locale[],
  publishedValues: Values | null,
  draftValues: Values,
): readonly LanguageSummary[] {
  const published = publishedValues && byLanguage(type, types, locales, publishedValues);
  const draft = byLanguage(type, types, locales, draftValues);
  const codes = locales.map(({ code }) => code);
  const changes = published === null ? [] : differencesOf(type.fields, codes, published, draft);
  return locales.map((locale) => {
    const mine = changes.filter((change) => change.locale === locale.code);
    const isNew = !isWritten(type, locale, published);
    return {
      locale,
      state: isNew ? (isWritten(type, locale, draft) ? 'new' : 'empty') : mine.length > 0 ? 'changed' : 'unchanged',
      changes: isNew ? [] : mine,
    };
  });
}

/** How many languages readers get something new in. */
export function languagesPublished(summary: readonly LanguageSummary[]): number {
  return summary.filter(({ state }) => state === 'new' || state === 'changed').length;
}

/** The values, those inside of components that all languages share given to the languages that they are in. */
function byLanguage(
  { fields }: Pick<ContentType, 'fields'>,
  types: readonly ContentType[],
  locales: readonly Locale[],
  values: Values,
): Values {
  const shared = fields.filter((field) => isStructured(field) && !field.localized);
  const parts = shared.map((field) => {
    const value = values[field.id]?.[locales[0]?.code ?? ''];
    const inEach = locales.map(({ code }, index) => [
      code,
      valueInLocale(value, field, types, { code, isDefault: index === 0 }),
    ]);
    return [field.id, Object.fromEntries(inEach)];
  });
  return { ...values, ...Object.fromEntries(parts) };
}

/** Values without a language belong to the default one. */
function isWritten({ fields }: Pick<ContentType, 'fields'>, { code }: Locale, values: Values | null): boolean {
  return values !== null && fields.some(({ id }) => values[id]?.[code] !== undefined);
}
