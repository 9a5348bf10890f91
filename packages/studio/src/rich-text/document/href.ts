/** Which addresses a link may have: the server's rule, against which a test holds it. */

const HREF_CHARACTERS_MAX = 4096;
const SCHEMES = new Set(['http', 'https', 'mailto', 'tel']);
const SCHEME_SHAPE = /^([a-z][a-z0-9+.-]*):/i;
/** Browsers remove tabs and line breaks from addresses, and whitespace and control characters around them. */
const DROPPED_BY_BROWSERS = /[\p{Cc}\p{Zl}\p{Zp}]|^\s|\s$/u;
/** `&colon;` and `&#58` become a colon if a page forgets to escape. */
const CHARACTER_REFERENCE = /&(?:#|[a-z0-9]+;)/i;
const FIRST_SEGMENT_END = /[/?]|(?<!&)#/;
const HOST_SHAPE = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?:[/?#:]|$)/u;
const MAIL_SHAPE = /^[^\s@/]+@[^\s@/]+\.[^\s@/]+$/;
const WHOLE_ADDRESS = /^https?:\/\/\S+$/i;

/** Whether a link may have the address. */
export function isLinkTarget(href: string): boolean {
  if (href.length > HREF_CHARACTERS_MAX || DROPPED_BY_BROWSERS.test(href)) return false;
  const scheme = SCHEME_SHAPE.exec(href)?.[1]?.toLowerCase();
  if (scheme !== undefined && SCHEMES.has(scheme)) return true;
  const firstSegment = href.split(FIRST_SEGMENT_END, 1)[0] ?? '';
  return scheme === undefined && !firstSegment.includes(':') && !CHARACTER_REFERENCE.test(firstSegment);
}

/** The address that a person meant: `example.com` is a site and `ann@example.com` a mailbox, all else stays as it is. */
export function meantAddress(typed: string): string {
  const address = typed.trim();
  if (MAIL_SHAPE.test(address)) return `mailto:${address}`;
  return HOST_SHAPE.test(address) ? `https://${address}` : address;
}

/** Whether a text is nothing but a web address that a link may have. */
export function isAddress(text: string): boolean {
  return WHOLE_ADDRESS.test(text) && isLinkTarget(text);
}
