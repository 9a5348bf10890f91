/** The languages that Studio speaks. A catalog is loaded when its language is chosen; English stands in the sources. */
import { i18n, type Messages } from '@lingui/core';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const CHOSEN = 'lectern.language';

const catalogs: Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('./en.po'),
  de: () => import('./de.po'),
};

/** The language that the person chose in this browser, else the first of the browser's that Studio speaks, else English. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(CHOSEN), ...navigator.languages];
  const found = wanted.map((tag) => tag?.slice(0, 2)).find((tag) => tag !== undefined && isLanguage(tag));
  return found !== undefined && isLanguage(found) ? found : 'en';
}

/** Keeps the choice of a person in this browser. */
export function keepLanguage(language: Language): void {
  localStorage.setItem(CHOSEN, language);
}

/** Speaks a language: words, and the page's `lang`, which screen readers pronounce by. */
export async function activateLanguage(language: Language): Promise<void> {
  const { messages } = await catalogs[language]();
  i18n.loadAndActivate({ locale: language, messages });
  document.documentElement.lang = language;
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}
