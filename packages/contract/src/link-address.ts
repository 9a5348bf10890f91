/**
 * Which addresses a link in rich text may have. This is an allow-list: web, email and telephone addresses, and addresses
 * relative to the page. Nothing that a browser could execute gets through, however it is disguised.
 */

const HREF_CHARACTERS_MAX = 4096;
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);
const SCHEME_SHAPE = /^([a-z][a-z0-9+.-]*):/i;
/** Browsers strip tabs and line breaks from addresses, and trim whitespace and control characters around them. */
const DROPPED_BY_BROWSERS = /[\p{Cc}\p{Zl}\p{Zp}]|^\s|\s$/u;
/** `&colon;` and `&#58` become a colon if a page forgets to escape. */
const CHARACTER_REFERENCE = /&(?:#|[a-z0-9]+;)/i;
const FIRST_SEGMENT_END = /[/?]|(?<!&)#/;

/** Whether a link in rich text may point to this address. */
export function isLinkTarget(href: string): boolean {
  return hrefProblem(href) === null;
}

/** @returns null if the address is allowed, otherwise a sentence that says what to enter instead */
export function hrefProblem(href: string): string | null {
  if (href.length > HREF_CHARACTERS_MAX) return `Shorten the address to ${HREF_CHARACTERS_MAX} characters.`;
  if (DROPPED_BY_BROWSERS.test(href)) return 'Take control characters, and blanks at either end, out of the address.';
  const scheme = SCHEME_SHAPE.exec(href)?.[1]?.toLowerCase();
  if (scheme !== undefined && SCHEMES.has(scheme)) return null;
  const firstSegment = href.split(FIRST_SEGMENT_END, 1)[0] ?? '';
  const isRelative = scheme === undefined && !firstSegment.includes(':') && !CHARACTER_REFERENCE.test(firstSegment);
  return isRelative ? null : 'Give an address that begins with https:, http:, mailto: or tel:, or a relative one.';
}
