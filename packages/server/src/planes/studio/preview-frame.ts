/**
 * The page between Studio and the page of a preview: its policy alone names the host that is shown, so that the policy of
 * Studio, which everybody can read, names none.
 */
import { createHash } from 'node:crypto';
import type { FastifyReply } from 'fastify';
import { escapeHtml } from '../../platform/kit/html.ts';

const STYLE =
  'html,body{height:100%;margin:0}iframe{width:100%;height:100%;border:0;display:block}p{font:1rem system-ui;margin:1rem}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
/** Everything that a site needs, but to leave the frame. */
const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-modals';

/** Sends the page that shows an address; undefined for one that may not be shown, or not any more. */
export function sendFrame(reply: FastifyReply, url: string | undefined): FastifyReply {
  const content =
    url === undefined
      ? '<p>This preview can no longer be shown here. Open it again in Studio.</p>'
      : `<iframe src="${escapeHtml(url)}" title="Preview" sandbox="${SANDBOX}" referrerpolicy="no-referrer"></iframe>`;
  return reply
    .code(url === undefined ? 404 : 200)
    .headers(headersFor(url === undefined ? "'none'" : new URL(url).origin))
    .send(`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Preview</title><style>${STYLE}</style></head>
<body>${content}</body></html>
`);
}

function headersFor(frameSource: string): Readonly<Record<string, string>> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `style-src 'sha256-${STYLE_HASH}'`,
      `frame-src ${frameSource}`,
      // Studio asks in it why a site says nothing.
      `connect-src ${frameSource}`,
      `object-src ${frameSource}`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ].join('; '),
    'x-frame-options': 'SAMEORIGIN',
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
  };
}
