/**
 * The languages that Studio speaks. Their words are loaded when a language is chosen, and those of some screens with the screen
 * (`PARTS` of `words-of-screens.ts` says which).
 */
import { i18n, type Messages } from '@lingui/core';

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;

const CHOSEN = 'lectern.language';

/** Words that are loaded with their screens. */
type Part = 'settings' | 'model' | 'assist' | 'blocks' | 'preview' | 'sharing' | 'media' | 'releases' | 'beginning';

type Catalog = Promise<{ readonly messages: Messages }>;

const catalogs: Readonly<Record<Language, Readonly<Record<Part | 'first', () => Catalog>>>> = {
  en: {
    first: () => import('./en.po?part=first'),
    settings: () => import('./en.po?part=settings'),
    model: () => import('./en.po?part=model'),
    assist: () => import('./en.po?part=assist'),
    blocks: () => import('./en.po?part=blocks'),
    preview: () => import('./en.po?part=preview'),
    sharing: () => import('./en.po?part=sharing'),
    media: () => import('./en.po?part=media'),
    releases: () => import('./en.po?part=releases'),
    beginning: () => import('./en.po?part=beginning'),
  },
  de: {
    first: () => import('./de.po?part=first'),
    settings: () => import('./de.po?part=settings'),
    model: () => import('./de.po?part=model'),
    assist: () => import('./de.po?part=assist'),
    blocks: () => import('./de.po?part=blocks'),
    preview: () => import('./de.po?part=preview'),
    sharing: () => import('./de.po?part=sharing'),
    media: () => import('./de.po?part=media'),
    releases: () => import('./de.po?part=releases'),
    beginning: () => import('./de.po?part=beginning'),
  },
};

/** What was loaded until now, which another language needs too. */
const parts = new Set<Part | 'first'>(['first']);

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
  const loaded = await Promise.all([...parts].map((part) => catalogs[language][part]()));
  for (const { messages } of loaded) i18n.load(language, messages);
  i18n.activate(language);
  document.documentElement.lang = language;
}

/** Loads the words of some screens in the language that is spoken. Their routes wait for it. */
export async function loadWords(part: Part): Promise<void> {
  if (parts.has(part)) return;
  const language = i18n.locale as Language;
  const { messages } = await catalogs[language][part]();
  parts.add(part);
  i18n.load(language, messages);
  // Who changed the language meanwhile waits for the words of the new one.
  if (i18n.locale !== language) await activateLanguage(i18n.locale as Language);
}

function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(LANGUAGES, tag);
}
