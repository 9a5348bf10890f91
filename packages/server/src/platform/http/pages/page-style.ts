/** The style of the server's own pages, light and dark, and the policy that lets a browser do nothing but show them. */
import { createHash } from 'node:crypto';

/** The colours and fonts are those of Studio's `tokens.css`, which these pages cannot load. */
export const PAGE_COLOURS = `
:root { color-scheme: light dark; --ground: #faf9f7; --card: #fff; --text: #211f1b; --quiet: #5a554c; --line: #928c81;
  --hairline: #eae7e1; --action: #0f5f6a; --mark: #0f5f6a; --on-action: #fff; --wrong: #a1241b; --wrong-ground: #fdeeec;
  --accent: #0f5f6a; --content: Charter, "Bitstream Charter", "Iowan Old Style", "Sitka Text", Cambria, "Noto Serif", Georgia, serif; }
@media (prefers-color-scheme: dark) { :root { --ground: #161513; --card: #1c1b19; --text: #e4e1db; --quiet: #bdb9b1;
  --line: #7a766e; --hairline: #33312d; --action: #17747f; --mark: #17747f; --accent: #7cc1c9; --wrong: #f5958b;
  --wrong-ground: #3d1d1a; } }`;

export const PAGE_STYLE = `${PAGE_COLOURS}
* { box-sizing: border-box; }
body { margin: 0; padding: 3rem 1rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; overflow-wrap: anywhere; }
main { max-width: 27rem; margin: 0 auto; padding: 2rem; background: var(--card); border-radius: 10px;
  border: 1px solid var(--hairline); }
p { margin: 0 0 1rem; }
main > :last-child { margin-bottom: 0; }
.name { display: flex; align-items: center; gap: .5rem; margin-bottom: 1.5rem; font: 600 1.25rem/1 var(--content); }
.name rect { fill: var(--mark); }
.name path { fill: #fff; }
h1 { margin: 0 0 1rem; font: 600 1.875rem/1.2 var(--content); letter-spacing: -.01em; }
form { margin-top: 1.5rem; }
form + p { margin-top: 1rem; }
form + p .button { background: none; border: 1px solid var(--line); color: var(--accent); }
ul { margin: 0; padding: 0; list-style: none; }
li { padding: .75rem 0; border-top: 1px solid var(--hairline); color: var(--quiet); }
li a { color: var(--accent); font-weight: 600; }
dl { margin: 0 0 1.25rem; }
dl > div { padding: .5rem 0; border-bottom: 1px solid var(--hairline); }
dt { color: var(--quiet); font-size: .875rem; }
dd { margin: 0; font-weight: 600; }
.field { margin-bottom: 1.25rem; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input { width: 100%; padding: .625rem .75rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--card); color: var(--text); font: inherit; }
input:read-only { background: var(--ground); color: var(--quiet); }
input[aria-invalid] { border: 2px solid var(--wrong); }
button, .button { display: block; width: 100%; padding: .75rem 1rem; border: 0; border-radius: 6px; cursor: pointer;
  background: var(--action); color: var(--on-action); font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; }
button:hover, .button:hover { filter: brightness(1.1); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.hint, .wrong { margin: .25rem 0 0; font-size: .875rem; color: var(--quiet); }
.wrong { color: var(--wrong); font-weight: 600; }
.problem { padding: .75rem 1rem; border-left: 4px solid var(--wrong); background: var(--wrong-ground);
  color: var(--text); }
@media (max-width: 30rem) { body { padding: 1rem .75rem; } main { padding: 1.25rem; } }
`;

/** The mark, the same as that of Studio. */
export const MARK =
  '<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true"><rect width="32" height="32" rx="8"/><path d="m5.500 8.500 9.500 2.700v8L5.500 16.300zM26.500 8.500 17 11.200v8l9.500-2.900zM14.900 20.800h2.200v3.700h4.400v2H10.500v-2h4.400z"/></svg>';

const STYLE_HASH = createHash('sha256').update(PAGE_STYLE).digest('base64');

/** Headers of every page: nothing loads, runs, frames, caches or passes its URL on. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    'img-src data:',
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
  'x-robots-tag': 'noindex',
};
