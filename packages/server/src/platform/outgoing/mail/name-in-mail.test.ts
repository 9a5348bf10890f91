/** Which names mails show, which they cut, and which they leave out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameInMail, quotedName } from './name-in-mail.ts';

test('a name stands in a mail as it is', () => {
  for (const name of [
    'Harbour Press <b>',
    'St. Mary & Sons',
    'J. R. R. Tolkien',
    'Ærø 2026',
    'Dr. No',
    'e.V. Lesekreis',
  ])
    assert.equal(nameInMail(name), name, name);
});

test('a name that a mail program would make a link of is left out', () => {
  const names = [
    'https://evil.example/win',
    'Win at evil.example now',
    'WWW evil',
    'evil。example',
    'buy@evil.example',
    'EVIL．EXAMPLE',
    'evil․example',
    '203.0.113.7',
    'пример.рф',
  ];
  for (const name of names) assert.equal(nameInMail(name), undefined, name);
  assert.equal(quotedName('evil.example', 'an account'), 'an account');
  assert.equal(quotedName('Harbour', 'an account'), '"Harbour"');
});

test('a name as long as a message is cut', () => {
  assert.equal(nameInMail('a'.repeat(255))?.length, 60);
  assert.equal([...(nameInMail('🐚'.repeat(61)) ?? '')].length, 60);
});
