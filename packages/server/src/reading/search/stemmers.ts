/**
 * The stem of a word: what `running` and `runs` have in common. There is one stemmer per language; words of other languages are
 * their own stems. Invariant: the same word has the same stem on every machine and engine.
 */
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as english } from '@orama/stemmers/english';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';

type Stemmer = (word: string) => string;

/** The language of all locales without a stemmer: their texts are searched by whole words only. */
const UNSTEMMED = 'und';

const stemmers: ReadonlyMap<string, Stemmer> = new Map([
  ['da', danish],
  ['de', german],
  ['en', english],
  ['es', spanish],
  ['fi', finnish],
  ['fr', french],
  ['hu', hungarian],
  ['it', italian],
  ['nb', norwegian],
  ['nl', dutch],
  ['nn', norwegian],
  ['no', norwegian],
  ['pt', portuguese],
  ['ro', romanian],
  ['ru', russian],
  ['sv', swedish],
]);

/** The language in which texts of a locale are searched; locales of one language share it. */
export function languageOf(localeCode: string): string {
  const [language = ''] = localeCode.toLowerCase().split('-');
  return stemmers.has(language) ? language : UNSTEMMED;
}

/** The stem of a lower-case word, or the word itself if the language has no stemmer. */
export function stemOf(word: string, language: string): string {
  return stemmers.get(language)?.(word) ?? word;
}
