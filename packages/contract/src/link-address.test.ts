/** Which addresses may stand in a link: each line is one that somebody has used, honestly or not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLinkTarget } from './link-address.ts';

const good = [
  'https://example.com',
  'HTTP://EXAMPLE.COM/a?b=c&d=e#f',
  'mailto:ann@example.com',
  'tel:+49301234',
  '/about',
  'about/us',
  './a',
  '../a',
  '#top',
  '?page=2',
  '',
  '//cdn.example.com/a',
  'https://example.com/a b',
  '/time/10:30',
  '/a?b=c:d',
  'https://example.com/?a=1&copy;=2',
  'a&b.html#c',
];
const bad = [
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  'java\tscript:alert(1)',
  'java\nscript:alert(1)',
  ' javascript:alert(1)',
  '\u0000javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'javascript\u0000:alert(1)',
  '\u00a0javascript:alert(1)',
  '\ufeffjavascript:alert(1)',
  '\u200bjavascript:alert(1)',
  'javascript&colon;alert(1)',
  'javascript&#58;alert(1)',
  'javascript&#x3a;alert(1)',
  '&#106;avascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'DATA:text/html;base64,PHM=',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  'ftp://example.com',
  'x:y',
  ':',
  'localhost:3000',
  'https://example.com\u2028',
  `/${'a'.repeat(5000)}`,
];

for (const href of good) test(`${JSON.stringify(href)} may be linked to`, () => assert.equal(isLinkTarget(href), true));
for (const href of bad) {
  test(`${JSON.stringify(href.slice(0, 50))} is refused`, () => assert.equal(isLinkTarget(href), false));
}
