/**
 * A page of the documentation as HTML: Markdown as GitHub reads it, with links between pages as the service has them.
 * It works without scripts and loads its pictures alone.
 */
import { Marked, type Tokens } from 'marked';
import { MARK } from '../../platform/http/pages/page-style.ts';
import { escapeHtml } from '../../platform/kit/html.ts';
import type { Place } from './document-place.ts';
import { STYLE } from './document-style.ts';

/** @param markdown the text; @param place the folder that it stands in, which its links begin from */
export function renderDocument(markdown: string, place: Place): string {
  const root = place === 'home' ? '' : '../';
  const title = markdown.match(/^# (.+)$/m)?.[1] ?? 'Documentation';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · Lectern</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header><a class="name" href="${root}guide">${MARK}Lectern</a>
<a href="${root}guide">All guides</a><a href="${root}../docs">API reference</a><a href="${root}../studio">Studio</a></header>
<main>
${reader(place).parse(markdown, { async: false })}</main>
</body>
</html>
`;
}

function reader(place: Place): Marked {
  return new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const words = this.parser.parseInline(tokens);
        const address = addressOf(href, place);
        return address === null ? words : `<a href="${escapeHtml(address)}">${words}</a>`;
      },
      code({ text, lang }: Tokens.Code) {
        const language = lang?.split(' ')[0] ?? '';
        return `<pre tabindex="0"><code data-language="${escapeHtml(language)}">${escapeHtml(text)}</code></pre>\n`;
      },
      image({ href, text }: Tokens.Image) {
        return `<img src="${escapeHtml(href)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
    },
    hooks: {
      postprocess: (html) =>
        html.replaceAll('<table>', '<div class="table" tabindex="0"><table>').replaceAll('</table>', '</table></div>'),
    },
  });
}

/** The anchor of a heading, as GitHub makes them. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

/** Where a link leads in the service; null where what it leads to is no page of it. */
function addressOf(href: string, place: Place): string | null {
  if (href.startsWith('#')) return href;
  if (/^(https?|mailto):/.test(href)) return URL.canParse(href) ? href : null;
  const page = href.match(/^(?:\.\.\/)?(?:(guide|reference|operations)\/)?([a-z0-9-]+)\.md(#.*)?$/);
  if (page === null) return null;
  const [, section, name, anchor = ''] = page;
  if (section !== undefined) return `${place === 'home' ? '' : '../'}${section}/${name}${anchor}`;
  return place === 'home' || href.startsWith('../') ? null : `${name}${anchor}`;
}
