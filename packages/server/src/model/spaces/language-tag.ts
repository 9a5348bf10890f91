/**
 * BCP 47 language tags: their canonical form, and whether language, script and region exist, according to Node's Unicode data and
 * the private-use ranges of BCP 47. Variants and extensions are not looked up.
 */

const TAG_CHARACTERS_MAX = 64;
const ADVICE = 'Give a BCP 47 language tag such as "de" or "pt-BR"';

const PRIVATE_LANGUAGE = /^(?:und|q[a-t][a-z])$/;
const PRIVATE_SCRIPT = /^Qa(?:a[a-z]|b[a-x])$/;
const PRIVATE_REGION = /^(?:AA|Q[M-Z]|X[A-Z]|ZZ)$/;

const languageNames = namesOf('language');
const scriptNames = namesOf('script');
const regionNames = namesOf('region');

/** A tag in canonical form, or a hint about what to give instead. */
export type CheckedTag =
  | { readonly tag: string; readonly problem?: never }
  | { readonly tag?: never; readonly problem: string };

export function checkTag(text: string): CheckedTag {
  const canonical = canonicalTag(text);
  if (canonical === undefined) return { problem: `${ADVICE}.${correctedHint(text)}` };
  const { language, script, region } = new Intl.Locale(canonical);
  if (!isLanguage(language))
    return { problem: `${ADVICE}; there is no language "${language}".${languageHint(language)}` };
  if (script !== undefined && !isScript(script)) return { problem: `${ADVICE}; there is no script "${script}".` };
  if (region !== undefined && !isRegion(region)) return { problem: `${ADVICE}; there is no region "${region}".` };
  return { tag: canonical };
}

/** The English name of a checked tag, such as `German (Austria)`, without the tag's extensions. */
export function tagName(tag: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(new Intl.Locale(tag).baseName) ?? tag;
}

function canonicalTag(text: string): string | undefined {
  if (text.length > TAG_CHARACTERS_MAX) return undefined;
  try {
    return Intl.getCanonicalLocales(text)[0];
  } catch {
    return undefined;
  }
}

/** Some languages have no name in the Unicode data, but still a usual script or region. */
function isLanguage(language: string): boolean {
  if (languageNames.of(language) !== undefined || PRIVATE_LANGUAGE.test(language)) return true;
  const { script, region } = new Intl.Locale(language).maximize();
  return script !== undefined || region !== undefined;
}

function isScript(script: string): boolean {
  return scriptNames.of(script) !== undefined || PRIVATE_SCRIPT.test(script);
}

function isRegion(region: string): boolean {
  return regionNames.of(region) !== undefined || PRIVATE_REGION.test(region);
}

/** Unix programs write `de_AT`. */
function correctedHint(text: string): string {
  const tag = canonicalTag(text.replaceAll('_', '-'));
  return tag === undefined ? '' : ` Did you mean "${tag}"?`;
}

/** Finds the tag of a language given by its English or native name. */
function languageHint(name: string): string {
  const tag = tagsByName().get(name.toLowerCase());
  return tag === undefined ? '' : ` Did you mean "${tag}"?`;
}

let byName: ReadonlyMap<string, string> | undefined;

/** Lower-case name → tag, for languages with two-letter codes. */
function tagsByName(): ReadonlyMap<string, string> {
  byName ??= new Map(
    twoLetterTags().flatMap((tag) => [
      [(languageNames.of(tag) ?? tag).toLowerCase(), tag],
      [(new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag).toLowerCase(), tag],
    ]),
  );
  return byName;
}

function twoLetterTags(): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  return pairs.filter((pair) => languageNames.of(pair) !== undefined);
}

function namesOf(type: 'language' | 'script' | 'region'): Intl.DisplayNames {
  return new Intl.DisplayNames(['en'], { type, fallback: 'none' });
}
