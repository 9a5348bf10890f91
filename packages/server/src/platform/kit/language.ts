/** The languages that pages and mails speak, and which of them a person reads. */

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** Of a header that is as long as headers may be, only the first tags count. */
const TAGS_READ_MAX = 20;

/** The language that `Accept-Language` prefers among those that we speak; English for none. @param header as it was sent */
export function languageOf(header: string | undefined): Language {
  return wantedLanguage(header) ?? 'en';
}

/** The same; undefined if the header names none of ours, as that of a program. */
export function wantedLanguage(header: string | undefined): Language | undefined {
  const wanted = (header ?? '').split(',', TAGS_READ_MAX).map((part) => {
    const [tag = '', quality] = part.trim().split(/\s*;\s*q=/i);
    return { tag: tag.toLowerCase().split('-', 1)[0], quality: quality === undefined ? 1 : Number(quality) };
  });
  const spoken = wanted.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality);
  for (const { tag } of spoken) {
    const found = languages.find((language) => language === tag);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The language as it is stored of a person; English for whoever has none yet. */
export function storedLanguage(text: string | null): Language {
  return languages.find((language) => language === text) ?? 'en';
}
