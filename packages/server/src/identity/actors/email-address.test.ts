/** Only bare ASCII mailboxes are addresses, and only the case of ASCII letters is ignored. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { readEmail } from './email-address.ts';

const LABEL = 'a'.repeat(63);

test('a mailbox is compared in lower case', () => {
  for (const [email, folded] of [
    ['Ann@Example.COM', 'ann@example.com'],
    ["o'neil+tag/x=1@mail.example.com", "o'neil+tag/x=1@mail.example.com"],
    ['a@b-c.example', 'a@b-c.example'],
    ['ann@XN--Bcher-kva.example', 'ann@xn--bcher-kva.example'],
    [`${'x'.repeat(64)}@example.com`, `${'x'.repeat(64)}@example.com`],
  ] as const) {
    assert.equal(readEmail(email), folded);
  }
});

test('anything else is refused', () => {
  for (const email of [
    '',
    'nobody',
    '@example.com',
    'ann@',
    'ann@localhost',
    '<ann@example.com>',
    'Ann <ann@example.com>',
    'ann@example.com\r\nBcc: bob@example.com',
    'ann@example.com ',
    ' ann@example.com',
    'ann,bob@example.com',
    'ann@bob@example.com',
    '"ann bob"@example.com',
    'ann@[192.0.2.1]',
    'ann@192.0.2.1',
    '.ann@example.com',
    'ann.@example.com',
    'a..b@example.com',
    'ann@-example.com',
    'ann@example-.com',
    'ann@example..com',
    'ann@example.com.',
    'ann@bücher.example',
    'jörg@example.com',
    '\u212Aate@example.com',
    'ann@\u212Aelvin.example',
    `${'x'.repeat(65)}@example.com`,
    `ann@${LABEL}a.example`,
    `ann@${LABEL}.${LABEL}.${LABEL}.${LABEL}.example`,
  ]) {
    assert.throws(
      () => readEmail(email),
      (error) => error instanceof DomainError && error.code === 'validation_failed',
      JSON.stringify(email),
    );
  }
});
