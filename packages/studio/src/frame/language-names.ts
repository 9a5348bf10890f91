/**
 * Languages by name, for people who do not know their codes: found by their name in Studio's language, in their own or in
 * English. The browser knows the names, and which languages and regions there are.
 */
import { fold } from '../../../contract/src/folded-text.ts';

/** Two of them make all regions and nearly all languages; these others are written too, or have more than one form. */
const OTHERS =
  'ast chr ckb dsb fil fur gsw haw hsb kok lld mai nds sat scn yue ' +
  'ar-EG ar-SA bn-BD de-AT de-CH de-DE en-AU en-CA en-GB en-IE en-IN en-NZ en-US en-ZA es-AR es-CL es-CO es-ES es-MX es-US ' +
  'fr-BE fr-CA fr-CH fr-FR it-CH it-IT nl-BE nl-NL pt-BR pt-PT sr-Cyrl sr-Latn sv-FI zh-Hans zh-Hant zh-HK zh-TW';
const OPTIONS_MAX = 100;
/** Texts with more parts than this are no search for a language. */
const WORDS_MAX = 8;

/** A language or a form of one that is written in a region or a script. */
export interface NamedLanguage {
  /** As a BCP 47 tag, such as `de-AT`. */
  readonly code: string;
  /** In Studio's language, such as `German (Austria)`. */
  readonly name: string;
}

interface KnownLanguage extends NamedLanguage {
  /** All that it is called, folded and without brackets. */
  readonly names: readonly string[];
}

/** The name of a code in Studio's language; null if the code is none, or of no known language. */
export function languageName(code: string, inLanguage: string): string | null {
  const tag = canonicalTag(code);
  if (tag === null) return null;
  const { language } = new Intl.Locale(tag);
  const isKnown = namesIn('en', 'language').of(language) !== undefined;
  return isKnown ? (namesIn(inLanguage, 'language').of(new Intl.Locale(tag).baseName) ?? tag) : null;
}

/** The code that a typed text is, or names: as it was typed where it does neither. */
export function languageCode(text: string, inLanguage: string): string {
  const typed = text.trim();
  // Before codes: "Yi" is a language, and `yi` the code of Yiddish.
  const named = known(inLanguage).find(({ name }) => name === typed);
  if (named !== undefined) return named.code;
  if (languageName(typed, inLanguage) !== null) return canonicalTag(typed) ?? typed;
  const wanted = words(typed);
  return search(wanted, inLanguage).find(({ names }) => names.includes(wanted))?.code ?? typed;
}

/**
 * The languages that a text may mean, best first; all of them for an empty one. After the name of a language, regions are found as
 * well: `german au` means that of Austria and of Australia.
 */
export function languagesFor(text: string, inLanguage: string): NamedLanguage[] {
  const typed = text.trim();
  const name = languageName(typed, inLanguage);
  const code = canonicalTag(typed);
  // The name of a code with extensions does not lead back to it.
  const asCode =
    name === null || code === null ? [] : [{ code, name: new Intl.Locale(code).baseName === code ? name : code }];
  const found = search(words(typed), inLanguage).filter((one) => one.code !== code);
  return [...asCode, ...found.map(({ code: one, name: called }) => ({ code: one, name: called }))].slice(
    0,
    typed === '' ? undefined : OPTIONS_MAX,
  );
}

function search(wanted: string, inLanguage: string): KnownLanguage[] {
  const all = known(inLanguage);
  if (wanted === '') return all;
  const begins = all.filter(({ names }) => names.some((name) => name.startsWith(wanted)));
  const has = all.filter((one) => !begins.includes(one) && one.names.some((name) => name.includes(` ${wanted}`)));
  const found = [...begins, ...has];
  const codes = new Set(found.map(({ code }) => code));
  return [...found, ...inRegions(wanted, inLanguage).filter(({ code }) => !codes.has(code))];
}

/** Languages that the first words name, as they are written in the regions whose names begin with the others. */
function inRegions(wanted: string, inLanguage: string): KnownLanguage[] {
  const parts = wanted.split(' ');
  if (parts.length > WORDS_MAX) return [];
  const found: KnownLanguage[] = [];
  for (let at = 1; at < parts.length; at++) {
    const [language, region] = [parts.slice(0, at).join(' '), parts.slice(at).join(' ')];
    for (const one of known(inLanguage))
      if (!one.code.includes('-') && one.names.includes(language))
        for (const code of regionsNamed(region, [inLanguage, one.code, 'en']))
          found.push(withNames(`${one.code}-${code}`, inLanguage));
  }
  return found;
}

function regionsNamed(wanted: string, inLanguages: readonly string[]): string[] {
  return regions().filter((code) =>
    inLanguages.some((language) => words(namesIn(language, 'region').of(code) ?? '').startsWith(wanted)),
  );
}

const lists = new Map<string, readonly KnownLanguage[]>();

/** All that are offered, by name. */
function known(inLanguage: string): KnownLanguage[] {
  const kept = lists.get(inLanguage);
  if (kept !== undefined) return [...kept];
  const codes = new Set([...pairs('a'), ...OTHERS.split(' ')].flatMap((code) => offered(code)));
  const { compare } = new Intl.Collator(inLanguage);
  const all = [...codes].map((code) => withNames(code, inLanguage)).sort((a, b) => compare(a.name, b.name));
  // Two codes with one name, such as those of Akan, could not be told apart.
  const list = all.filter(({ name }, index) => name !== all[index - 1]?.name);
  lists.set(inLanguage, list);
  return [...list];
}

/** The code as it is written now, where its language has a name: former codes stand for others. */
function offered(code: string): string[] {
  const isNamed = namesIn('en', 'language').of(new Intl.Locale(code).language) !== undefined;
  return isNamed && canonicalTag(code) === code ? [code] : [];
}

function withNames(code: string, inLanguage: string): KnownLanguage {
  const names = [inLanguage, code, 'en'].flatMap((language) =>
    (['language', 'dialect'] as const).map((type) => namesIn(language, type).of(code) ?? code),
  );
  return { code, name: names[0] ?? code, names: [...new Set(names.map(words))] };
}

function regions(): string[] {
  return pairs('A').filter((code) => namesIn('en', 'region').of(code) !== undefined);
}

/** All texts of two letters. @param first the first letter of the alphabet, capital or not */
function pairs(first: 'a' | 'A'): string[] {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(first.charCodeAt(0) + index));
  return letters.flatMap((one) => letters.map((other) => one + other));
}

/** A well-formed tag as it is usually written; also of `de_AT`, as Unix programs write it. */
function canonicalTag(text: string): string | null {
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
}

/** Folded, and without what stands between words. */
function words(text: string): string {
  return fold(text)
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter((word) => word !== '')
    .join(' ');
}

const namers = new Map<string, Intl.DisplayNames>();

/** @param type `language` for names such as `German (Austria)`, `dialect` for those such as `Austrian German` */
function namesIn(language: string, type: 'language' | 'dialect' | 'region'): Intl.DisplayNames {
  const key = `${type} ${language}`;
  const how =
    type === 'region'
      ? { type }
      : { type: 'language' as const, languageDisplay: type === 'dialect' ? type : ('standard' as const) };
  const kept = namers.get(key) ?? new Intl.DisplayNames([language, 'en'], { ...how, fallback: 'none' });
  namers.set(key, kept);
  return kept;
}
