/** What browsers may do on the page of Studio: run its files, call this service, show its media, and nothing else. */

/** Origins that media of the installation come from, beside that of the page. */
export type MediaOrigins = () => readonly string[];

/** A host that policies have no form for. */
const IPV6_ORIGIN = /^https?:\/\/\[/;

/**
 * The headers of the page.
 * @param nonce of the styles that scripts add
 * @param mediaOrigins as URLs without a path
 */
export function pageHeaders(nonce: string, mediaOrigins: readonly string[]): Readonly<Record<string, string>> {
  const hosts = mediaOrigins.filter((origin) => !IPV6_ORIGIN.test(origin)).join(' ');
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src 'self' 'nonce-${nonce}'`,
      `img-src 'self' data: blob: ${hosts}`.trimEnd(),
      `media-src 'self' blob: ${hosts}`.trimEnd(),
      "font-src 'self'",
      "connect-src 'self'",
      "manifest-src 'self'",
      "frame-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join('; '),
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  };
}
