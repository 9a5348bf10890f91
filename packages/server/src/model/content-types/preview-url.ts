/** The address of the page that shows drafts of a content type: a template that Studio fills in. */
import type { Violation } from '../../../../contract/src/violations.ts';

export const PREVIEW_URL_CHARACTERS_MAX = 2_000;
/** The placeholders that a template may contain. */
export const PREVIEW_PLACEHOLDERS = ['slug', 'id', 'key', 'locale', 'environment', 'preview'] as const;

const PLACEHOLDER = /\{([^{}]*)\}/g;
/** Scheme and host must not contain placeholders, so that every page of a template has the same origin. */
const CONSTANT_ORIGIN = /^https?:\/\/[^/?#\\{}\s]+(?:[/?#]|$)/i;
/** Characters that URLs may only contain encoded. A template with one of them is a mistake. */
export const NEVER_IN_URLS = /[\s\\\p{Cc}]/u;
/** A query: from a question mark to the next hash. The fragment can contain one too. */
const QUERY = /\?[^#]*/g;
/** A parameter with nothing but placeholders for its value. */
const FILLED_PARAMETER = /^[\w.-]{1,64}=(?:\{\w+\})+$/;
/** What may precede a parameter. Some pages read parameters from the fragment, and a query can contain another `?`. */
const BEFORE_PARAMETER = /[?#&;]/;
/** Names of parameters that usually hold a secret. */
const SECRET_NAME = /secret|token|passw|pwd|credential|bypass|signature|jwt|auth(?!or)|key$/i;
/** Text that may be random: long enough to be a key, and not words joined by hyphens. */
const LONG_TEXT = /[\w-]{16,}/g;
/** Switches between letters and digits. Words and years contain few of them. */
const TURN = /[a-z](?=\d)|\d(?=[a-z])/gi;
const TURNS_OF_RANDOM_MIN = 4;
const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Returns what is wrong with a template. */
export function previewUrlViolations(template: unknown): Violation[] {
  if (template === null || template === undefined) return [];
  const advice = adviceFor(template);
  return advice === undefined ? [] : [{ path: 'preview_url', rule: 'format', message: advice }];
}

function adviceFor(template: unknown): string | undefined {
  if (typeof template !== 'string' || template.length > PREVIEW_URL_CHARACTERS_MAX)
    return `Give preview_url as text of at most ${PREVIEW_URL_CHARACTERS_MAX} characters, or null.`;
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '');
  const unknown = names.find((name) => !(PREVIEW_PLACEHOLDERS as readonly string[]).includes(name));
  const rest = template.replaceAll(PLACEHOLDER, 'x');
  if (unknown !== undefined || /[{}]/.test(rest))
    return `In preview_url, use {slug}, {id}, {key}, {locale}, {environment} and {preview} alone, and no other placeholders.`;
  const url = URL.parse(rest);
  if (url === null || NEVER_IN_URLS.test(template) || !CONSTANT_ORIGIN.test(template) || hasUserInfo(url))
    return 'Give preview_url as an address such as https://www.example.com/{locale}/{slug}, without placeholders in the host.';
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    return 'Give preview_url with https; http is only for this machine, as in http://localhost:3000/{slug}.';
  return undefined;
}

function hasUserInfo({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

/** Warns about what looks like a secret in a template, because anyone who can read content types or see a preview can see it. */
export function previewUrlWarnings(template: string | null): Violation[] {
  const found = template === null ? undefined : secretIn(template);
  if (found === undefined) return [];
  const message = `Take ${found} out of preview_url if it is a secret; whoever may read content types sees it.`;
  return [{ path: 'preview_url', rule: 'secret', message }];
}

/** Describes what looks like a secret in the template. Ignores the host of the address. */
function secretIn(template: string): string | undefined {
  const path = template.replace(CONSTANT_ORIGIN, '').replaceAll(PLACEHOLDER, '');
  for (const parameter of path.split(BEFORE_PARAMETER).slice(1))
    for (const [name, value] of new URLSearchParams(parameter))
      if (value !== '' && (SECRET_NAME.test(name) || hasRandom(value))) return `the parameter "${name.slice(0, 100)}"`;
  return hasRandom(path) ? 'the long random text' : undefined;
}

function hasRandom(text: string): boolean {
  return (text.match(LONG_TEXT) ?? []).some((run) => (run.match(TURN) ?? []).length >= TURNS_OF_RANDOM_MIN);
}

/** Returns a template without what may contain secrets: all parameters but those that are filled in. */
export function withoutSecrets(template: string | null): string | null {
  if (template === null) return null;
  return template.replaceAll(QUERY, (query) => {
    const filled = query.slice(1).split('&').filter(isFilled);
    return filled.length === 0 ? '' : `?${filled.join('&')}`;
  });
}

function isFilled(parameter: string): boolean {
  return FILLED_PARAMETER.test(parameter) && !hasRandom(parameter.replaceAll(PLACEHOLDER, ''));
}

/**
 * Returns the template that an imported record sets. Exports leave out what may be secret, so if the record's template equals the
 * existing one without that, the existing template stays.
 */
export function importedPreviewUrl(given: string | null, existing: string | null): string | null {
  return given !== null && given === withoutSecrets(existing) ? existing : given;
}

/** The values for a template's placeholders; null where there is none. */
export type PreviewFilling = Readonly<Record<(typeof PREVIEW_PLACEHOLDERS)[number], string | null>>;

/** Fills in a template. Returns null if it needs a value that is missing. */
export function filledPreviewUrl(template: string, filling: PreviewFilling): string | null {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name]) => name as keyof PreviewFilling);
  if (names.some((name) => filling[name] === null)) return null;
  // A slug may contain `/`, which is not encoded.
  return template.replaceAll(PLACEHOLDER, (_, name: keyof PreviewFilling) => encodeURI(filling[name] ?? ''));
}
