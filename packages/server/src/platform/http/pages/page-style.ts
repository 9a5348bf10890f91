/** The style of the server's own pages, light and dark, and the policy that lets a browser do nothing but show them. */
import { createHash } from 'node:crypto';

export const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #f4f4f1; --card: #fff; --text: #1d1f23; --quiet: #5a5f68; --line: #8b9099;
  --action: #1f5fae; --on-action: #fff; --wrong: #a3160f; --wrong-ground: #fdecea; }
@media (prefers-color-scheme: dark) { :root { --ground: #15171a; --card: #1f2226; --text: #eceef0; --quiet: #a9afb8;
  --line: #7a818b; --action: #8ab8f5; --on-action: #10233b; --wrong: #ffb4ab; --wrong-ground: #3a1f1d; } }
* { box-sizing: border-box; }
body { margin: 0; padding: 4rem 1rem; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 27rem; margin: 0 auto; padding: 2rem; background: var(--card); border-radius: .75rem;
  box-shadow: 0 1px 3px rgb(0 0 0 / .16); }
p { margin: 0 0 1rem; }
main > :last-child { margin-bottom: 0; }
.name { color: var(--quiet); font-weight: 600; letter-spacing: .02em; margin-bottom: .25rem; }
h1 { margin: 0 0 1rem; font-size: 1.5rem; line-height: 1.25; }
form { margin-top: 1.5rem; }
form + p { margin-top: 1rem; }
form + p .button { background: none; border: 1px solid var(--line); color: var(--action); }
dl { margin: 0 0 1.25rem; }
dl > div { padding: .5rem 0; border-bottom: 1px solid var(--line); }
dt { color: var(--quiet); font-size: .875rem; }
dd { margin: 0; font-weight: 600; }
.field { margin-bottom: 1.25rem; }
label { display: block; margin-bottom: .25rem; font-weight: 600; }
input { width: 100%; padding: .625rem .75rem; border: 1px solid var(--line); border-radius: .375rem;
  background: var(--card); color: var(--text); font: inherit; }
input:read-only { background: var(--ground); color: var(--quiet); }
input[aria-invalid] { border: 2px solid var(--wrong); }
button, .button { display: block; width: 100%; padding: .75rem 1rem; border: 0; border-radius: .375rem; cursor: pointer;
  background: var(--action); color: var(--on-action); font: inherit; font-weight: 600; text-align: center;
  text-decoration: none; }
button:hover, .button:hover { filter: brightness(1.1); }
:focus-visible { outline: 3px solid var(--action); outline-offset: 2px; }
.hint, .wrong { margin: .25rem 0 0; font-size: .875rem; color: var(--quiet); }
.wrong { color: var(--wrong); font-weight: 600; }
.problem { padding: .75rem 1rem; border-left: 4px solid var(--wrong); background: var(--wrong-ground);
  color: var(--text); }
@media (max-width: 30rem) { body { padding: 1rem .75rem; } main { padding: 1.25rem; } }
`;

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
