/**
 * The one layout of all mails, as text and as HTML: the name, a headline in serif, what is said, one button. It loads nothing,
 * stands in plain tables with the styles at each element, as Outlook and Gmail read no others, and has colours for dark
 * programs beside. Invariant: whatever a mail says is plain text, escaped here and nowhere else.
 */
import { escapeHtml } from '../../kit/html.ts';
import type { Language } from '../../kit/language.ts';
import type { Mail, MailLink } from './mailer.ts';

const SERIF = "Charter, 'Iowan Old Style', Cambria, Georgia, serif";
const SANS = "system-ui, -apple-system, 'Segoe UI', Roboto, Arial, sans-serif";
/** For programs that follow `prefers-color-scheme`; those that turn colours by themselves take the light ones. */
const DARK_STYLE = `:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background: #161513 !important; } .sheet { background: #1c1b19 !important; border-color: #33312d !important; }
  .ink { color: #e4e1db !important; } .quiet { color: #bdb9b1 !important; } .accent { color: #7cc1c9 !important; }
  .button { background: #17747f !important; }
}`;

const WORDS: Readonly<Record<Language, { readonly sentBy: string; readonly otherwise: string }>> = {
  en: {
    sentBy: 'Sent by Lectern. Replies to this address are not read.',
    otherwise: 'If the button does not work, open this address:',
  },
  de: {
    sentBy: 'Gesendet von Lectern. Antworten an diese Adresse werden nicht gelesen.',
    otherwise: 'Falls die Schaltfläche nicht funktioniert, öffnen Sie diese Adresse:',
  },
};

/** The mail as plain text. */
export function mailText({ paragraphs, link, language = 'en' }: Mail): string {
  const links = link === undefined ? [] : [`${link.label}:\n${link.url}`];
  return `${[...paragraphs, ...links, `-- \n${WORDS[language].sentBy}`].join('\n\n')}\n`;
}

/** The mail as an HTML document. */
export function mailHtml({ subject, paragraphs, link, language = 'en' }: Mail): string {
  const title = escapeHtml(subject);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<style>${DARK_STYLE}</style>
</head>
<body class="ground" style="margin: 0; padding: 0; background: #faf9f7">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" class="ground" style="background: #faf9f7">
<tr><td align="center" style="padding: 32px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 560px">
<tr><td class="accent" style="padding: 0 4px 16px; color: #0f5f6a; font: 600 20px/1 ${SERIF}">Lectern</td></tr>
<tr><td class="sheet" style="padding: 32px; background: #ffffff; border: 1px solid #eae7e1; border-radius: 10px; overflow-wrap: anywhere">
<h1 class="ink" style="margin: 0 0 20px; color: #211f1b; font: 600 26px/1.25 ${SERIF}">${title}</h1>
${paragraphs.map(paragraphHtml).join('\n')}
${link === undefined ? '' : linkHtml(link, WORDS[language].otherwise)}</td></tr>
<tr><td class="quiet" style="padding: 16px 4px; color: #5a554c; font: 13px/1.5 ${SANS}">${WORDS[language].sentBy}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function paragraphHtml(text: string): string {
  const words = escapeHtml(text).replaceAll('\n', '<br>');
  return `<p class="ink" style="margin: 0 0 16px; color: #211f1b; font: 16px/1.5 ${SANS}">${words}</p>`;
}

/** The URL stands there as text too, for programs that show no buttons. The cell has the colour, as Outlook pads no links. */
function linkHtml({ label, url }: MailLink, otherwise: string): string {
  const address = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin: 8px 0 24px"><tr>
<td class="button" bgcolor="#0f5f6a" style="background: #0f5f6a; border-radius: 6px"><a href="${address}" style="display: inline-block; padding: 12px 24px; color: #ffffff; font: 600 16px/1.25 ${SANS}; text-decoration: none">${escapeHtml(label)}</a></td>
</tr></table>
<p class="quiet" style="margin: 0; color: #5a554c; font: 13px/1.5 ${SANS}">${otherwise}<br><a class="accent" href="${address}" style="color: #0f5f6a">${address}</a></p>
`;
}
