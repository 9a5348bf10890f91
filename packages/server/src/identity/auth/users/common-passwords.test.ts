/** Passwords that are guessed first are recognised in their usual variations; passphrases are not. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import { isCommonPassword } from './common-passwords.ts';
import { checkPassword } from './password-policy.ts';

const common = `
password password1 password123 Password123! PASSWORD p@ssw0rd P@ssw0rd1 passw0rd 12345678 123456789 1234567890 87654321 qwertyuiop qwerty123
qwerty12345 1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 qazwsxedc asdfghjkl zxcvbnm1 11111111 00000000 12121212 abcabcabc abcdefgh abcd1234 a1b2c3d4
iloveyou iloveyou2 sunshine princess football baseball superman starwars trustno1 letmein1 welcome1 Welcome2024! dragon123 monkey123
michael1 jennifer charlie1 jordan23 admin123 administrator changeme changeme1 computer internet whatever liverpool chelsea1 arsenal1
pokemon1 naruto123 metallica slipknot passwordpassword adminadmin testtest !@#$%^&* aaaaaaaa a1b2c3d4e5 88888888 qwertyqwerty passwort1 motdepasse
corvette mercedes maverick midnight butterfly chocolate elizabeth alexander christian swordfish1 manchester newyork1 california december1
`
  .split(/\s+/)
  .filter((word) => word !== '');

const own = [
  'quiet harbour at dawn 71',
  'another quiet harbour 5',
  'correct-horse-battery-staple',
  'Tr4velling-Light-88',
  'k9#mV2$pQx',
  'seven yellow kettles',
  'Zh7tq-Lw29x',
  'пароль-длинный-весьма',
  '静かな港の夜明け7',
  'my dog ate 3 pancakes',
  'harbor-lantern-4412',
  'xxxkettle-orbit-91',
];

for (const password of common) {
  test(`"${password}" is common`, async () => assert.equal(await isCommonPassword(password), true));
}

for (const password of own) {
  test(`"${password}" is not`, async () => assert.equal(await isCommonPassword(password), false));
}

test('the name of the product with a year is refused, although no list has it', async () => {
  await assert.rejects(checkPassword('lectern2026', []), (error) => {
    assert.ok(error instanceof DomainError);
    assert.deepEqual(
      (error.extra.errors as { rule: string }[]).map(({ rule }) => rule),
      ['context'],
    );
    return true;
  });
});
