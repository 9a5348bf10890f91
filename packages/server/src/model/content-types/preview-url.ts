/** The address of the page that shows drafts of a content type: a template that Studio fills in. */
import type { Violation } from '../../../../contract/src/violations.ts';

export const PREVIEW_URL_CHARACTERS_MAX = 2_000;
/** What a template may have filled in. */
export const PREVIEW_PLACEHOLDERS = ['slug', 'id', 'key', 'locale', 'environment', 'preview'] as const;

const PLACEHOLDER = /\{([^{}]*)\}/g;
/** Scheme and host stand there as they are, so that every page of a template is of one origin. */
const CONSTANT_ORIGIN = /^https?:\/\/[^/?#\\{}\s]+(?:[/?#]|$)/i;
/** What URLs have only encoded; a template with it is a mistake. */
const NEVER_IN_URLS = /[\s\\\p{Cc}]/u;
/** From a question mark to the next hash: that of the address, and one behind the hash. */
const QUERY = /\?[^#]*/g;
/** What stands before a parameter: behind a hash too, where pages read them, and where a query has a mark of its own again. */
const BEFORE_PARAMETER = /[?#&;]/;
/** Names of parameters that usually hold a secret. */
const SECRET_NAME = /secret|token|passw|pwd|credential|bypass|signature|jwt|auth(?!or)|key$/i;
/** Text that may be random: long enough to be a key, and no words with hyphens between them. */
const LONG_TEXT = /[\w-]{16,}/g;
/** Where letters meet digits; words and years have few such places. */
const TURN = /[a-z](?=\d)|\d(?=[a-z])/gi;
const TURNS_OF_RANDOM_MIN = 4;
const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What is wrong with a template. */
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
    return `In preview_url, use {slug}, {id}, {key}, {locale}, {environment} and {preview} alone, and no other braces.`;
  const url = URL.parse(rest);
  if (url === null || NEVER_IN_URLS.test(template) || !CONSTANT_ORIGIN.test(template) || hasUserInfo(url))
    return 'Give preview_url as an address such as https://www.example.com/{locale}/{slug}, with its host written out.';
  if (url.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    return 'Give preview_url with https; http is for this machine alone, as in http://localhost:3000/{slug}.';
  return undefined;
}

function hasUserInfo({ username, password }: URL): boolean {
  return username !== '' || password !== '';
}

/** A warning about what looks like a secret in a template: whoever reads content types, or is shown a preview, sees it. */
export function previewUrlWarnings(template: string | null): Violation[] {
  const found = template === null ? undefined : secretIn(template);
  if (found === undefined) return [];
  const message = `Take ${found} out of preview_url if it is a secret; whoever may read content types sees it.`;
  return [{ path: 'preview_url', rule: 'secret', message }];
}

/** What looks like a secret, in words; the host of the address is not looked at. */
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

/** A template without its query, in which secrets stand. */
export function withoutQuery(template: string | null): string | null {
  return template === null ? null : template.replaceAll(QUERY, '');
}

/**
 * The template that an imported record gives a content type: the one that the type has, if the record has the same
 * without its query, as exports leave that out.
 */
export function importedPreviewUrl(given: string | null, standing: string | null): string | null {
  return given !== null && given === withoutQuery(standing) ? standing : given;
}

/** What the placeholders of a template stand for; null where there is nothing. */
export type PreviewFilling = Readonly<Record<(typeof PREVIEW_PLACEHOLDERS)[number], string | null>>;

/** The address that a template gives; null if it needs something that there is not. */
export function filledPreviewUrl(template: string, filling: PreviewFilling): string | null {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name]) => name as keyof PreviewFilling);
  if (names.some((name) => filling[name] === null)) return null;
  // A slug may have `/` in it, which stays.
  return template.replaceAll(PLACEHOLDER, (_, name: keyof PreviewFilling) => encodeURI(filling[name] ?? ''));
}
