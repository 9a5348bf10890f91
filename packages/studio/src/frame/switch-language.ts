/** In which language Studio speaks: its own words, and those for what the API refuses. */
import { type ProblemWords, setProblemWords } from '../api/problem.ts';
import { activateLanguage, keepLanguage, type Language } from '../languages/languages.ts';

const problemWords: Readonly<Record<Language, () => Promise<ProblemWords>>> = {
  en: async () => (await import('./problems-en.ts')).problemsInEnglish,
  de: async () => (await import('./problems-de.ts')).problemsInGerman,
};

/** Speaks a language from now on. */
export async function switchLanguage(language: Language): Promise<void> {
  const [words] = await Promise.all([problemWords[language](), activateLanguage(language)]);
  setProblemWords(words);
}

/** Keeps the choice of a person in this browser, and speaks that language from now on. */
export async function chooseLanguage(language: Language): Promise<void> {
  keepLanguage(language);
  await switchLanguage(language);
}
