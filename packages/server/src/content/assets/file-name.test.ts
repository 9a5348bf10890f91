/** How file names from clients are cleaned. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanFileName } from './file-name.ts';

const cases: readonly (readonly [string | undefined, string])[] = [
  ['picture.jpg', 'picture.jpg'],
  ['Häfen & more.jpg', 'Häfen & more.jpg'],
  ['Ha\u0308fen.jpg', 'Häfen.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ada\\cat.png', 'cat.png'],
  ['a/b/', 'file'],
  ['..', 'file'],
  ['...', 'file'],
  ['', 'file'],
  [undefined, 'file'],
  ['  spaced.txt  ', 'spaced.txt'],
  ['nul\0byte.txt', 'nulbyte.txt'],
  ['line\r\nbreak.txt', 'linebreak.txt'],
  ['gpj.\u202eexe', 'gpj.exe'],
  ['lone\ud800.txt', 'lone\ufffd.txt'],
  ['the %22best%22.jpg', 'the "best".jpg'],
  ['100%.txt', '100%.txt'],
  ['.htaccess', '.htaccess'],
];

for (const [given, expected] of cases) {
  test(`${JSON.stringify(given)} becomes ${JSON.stringify(expected)}`, () => {
    assert.equal(cleanFileName(given), expected);
  });
}
