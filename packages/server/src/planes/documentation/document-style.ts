/** How pages of the documentation look, light and dark, and what a browser may do on them. */
import { createHash } from 'node:crypto';
import { PAGE_COLOURS } from '../../platform/http/pages/page-style.ts';

export const STYLE = `${PAGE_COLOURS}
* { box-sizing: border-box; }
body { margin: 0; padding: 1.5rem 1rem 4rem; background: var(--card); color: var(--text);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; overflow-wrap: anywhere; }
header, main { max-width: 46rem; margin: 0 auto; }
header { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; padding-bottom: 1rem; margin-bottom: 2rem;
  border-bottom: 1px solid var(--hairline); }
.name { display: flex; align-items: center; gap: .5rem; margin-inline-end: auto; color: var(--text);
  font: 600 1.125rem/1 var(--content); text-decoration: none; }
.name rect { fill: var(--mark); }
.name path { fill: #fff; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
h1, h2, h3 { font-family: var(--content); line-height: 1.25; letter-spacing: -.01em; }
h1 { margin: 0 0 1rem; font-size: 2.125rem; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.5rem; }
h3 { margin: 2rem 0 .5rem; font-size: 1.125rem; }
p, ul, ol, pre, table { margin: 0 0 1rem; }
code { padding: .125em .25em; border-radius: 4px; background: var(--ground); font: .875em/1.5 ui-monospace, Menlo, Consolas, monospace; }
pre { padding: .875rem 1rem; overflow-x: auto; border: 1px solid var(--hairline); border-radius: 8px; background: var(--ground);
  overflow-wrap: normal; }
pre code { padding: 0; background: none; }
.table { overflow-x: auto; margin: 0 0 1rem; }
table { width: 100%; margin: 0; border-collapse: collapse; overflow-wrap: normal; }
th, td { padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--hairline); text-align: start; vertical-align: top; }
th:empty { padding: 0; border: 0; }
img { max-width: 100%; border: 1px solid var(--hairline); border-radius: 8px; }
blockquote { margin: 0 0 1rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--hairline); color: var(--quiet); }
`;

/** Headers of the pages: nothing loads but pictures, nothing runs. */
export const DOCUMENT_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-cache',
};
