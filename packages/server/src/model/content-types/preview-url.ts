/** The address of the page that shows drafts of a content type: a template that Studio fills in. */
import type { Violation } from '../../platform/errors/domain-error.ts';

export const PREVIEW_URL_CHARACTERS_MAX = 2_000;
/** What a template may have filled in. */
export const PREVIEW_PLACEHOLDERS = ['slug', 'id', 'key', 'locale', 'environment'] as const;

const PLACEHOLDER = /\{([^{}]*)\}/g;
/** Scheme and host stand there as they are, so that every page of a template is of one origin. */
const CONSTANT_ORIGIN = /^https?:\/\/[^/?#\\{}\s]+(?:[/?#]|$)/i;
/** What URLs have only encoded; a template with it is a mistake. */
const NEVER_IN_URLS = /[\s\\\p{Cc}]/u;
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
    return `In preview_url, use {slug}, {id}, {key}, {locale} and {environment} alone, and no other braces.`;
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

/** What the placeholders of a template stand for; null where there is nothing. */
export type PreviewFilling = Readonly<Record<(typeof PREVIEW_PLACEHOLDERS)[number], string | null>>;

/** The address that a template gives; null if it needs something that there is not. */
export function filledPreviewUrl(template: string, filling: PreviewFilling): string | null {
  const names = [...template.matchAll(PLACEHOLDER)].map(([, name]) => name as keyof PreviewFilling);
  if (names.some((name) => filling[name] === null)) return null;
  // A slug may have `/` in it, which stays.
  return template.replaceAll(PLACEHOLDER, (_, name: keyof PreviewFilling) => encodeURI(filling[name] ?? ''));
}
