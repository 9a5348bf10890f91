/**
 * The one layout of all mails, as text and as HTML. It loads nothing, follows the light or dark setting of the reader and
 * is readable without styles. Invariant: whatever a mail says is plain text, escaped here and nowhere else.
 */
import { escapeHtml } from '../../kit/html.ts';
import type { Mail, MailLink } from './mailer.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 24px 12px; background: #f4f4f1; color: #1d1f23; }
main { max-width: 34em; margin: 0 auto; padding: 24px; background: #fff; border-radius: 8px;
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
.quiet { color: #5a5f68; font-size: 14px; }
.button { display: inline-block; padding: 10px 20px; border-radius: 6px; background: #1f5fae; color: #fff;
  font-weight: 600; text-decoration: none; }
@media (prefers-color-scheme: dark) {
  body { background: #15171a; color: #eceef0; } main { background: #1f2226; } .quiet { color: #a9afb8; }
  a { color: #8ab8f5; } .button { background: #8ab8f5; color: #10233b; } }
`;
const SENT_BY = 'Sent by Lectern. Nobody reads replies to this address.';

/** The mail as plain text. */
export function mailText({ paragraphs, link }: Mail): string {
  const links = link === undefined ? [] : [`${link.label}:\n${link.url}`];
  return `${[...paragraphs, ...links, `-- \n${SENT_BY}`].join('\n\n')}\n`;
}

/** The mail as an HTML document. */
export function mailHtml({ subject, paragraphs, link }: Mail): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1 style="margin: 0 0 16px; font-size: 20px; line-height: 1.3">${escapeHtml(subject)}</h1>
${paragraphs.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`).join('\n')}
${link === undefined ? '' : linkHtml(link)}<hr>
<p class="quiet">${SENT_BY}</p>
</main>
</body>
</html>
`;
}

/** The URL stands there as text too, for programs that show no buttons. */
function linkHtml({ label, url }: MailLink): string {
  const address = escapeHtml(url);
  return `<p><a class="button" href="${address}">${escapeHtml(label)}</a></p>
<p class="quiet">If the button does not work, open this address:<br><a href="${address}">${address}</a></p>
`;
}
