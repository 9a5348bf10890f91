/** Which numbers come back as they were given. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { inexactNumberIn, isExactNumber } from './exact-numbers.ts';

const EXACT = [
  '0',
  '-0',
  '0.0',
  '-0e5',
  '1',
  '1.50',
  '+1.5',
  '.5',
  '5.',
  '1e3',
  '1E+3',
  '0.1',
  '100000000000000000000',
];
EXACT.push(
  '9007199254740992',
  '9007199254740992.000',
  '1.7976931348623157e308',
  '5e-324',
  '0.30000000000000004',
  '12e-1',
);
EXACT.push(`1${'0'.repeat(300)}`, `0.${'0'.repeat(300)}1`, '0e99999');
const OTHERS = ['9007199254740993', '9007199254740993.0', '-9007199254740993e0', '900719925474099.3e1', '1e-400'];
OTHERS.push(
  '123456789123456.12345',
  '0.12345678901234567890',
  '1e999',
  '12345678901234567890',
  '1e-9999999999999999999',
);
OTHERS.push(`1.${'0'.repeat(300)}1`, '2e-324', '', '.', ' 1', '0x10', '1e', 'Infinity');
const SEED = 36;

for (const text of EXACT) test(`${text.slice(0, 40)} comes back`, () => assert.equal(isExactNumber(text), true));
for (const text of OTHERS)
  test(`${text.slice(0, 40)} comes back as another`, () => assert.equal(isExactNumber(text), false));

test('every double comes back, however it is written, and none of its neighbours does', () => {
  fc.assert(
    fc.property(
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => value !== 0),
      (value) => {
        const [digits = '', exponent = '0'] = value.toExponential().split('e');
        for (const text of [
          String(value),
          value.toExponential(),
          `${digits}${digits.includes('.') ? '' : '.'}000E${exponent}`,
        ])
          assert.equal(isExactNumber(text), true, text);
        const longer = `${digits}${digits.includes('.') ? '' : '.'}${'0'.repeat(20)}1e${exponent}`;
        assert.equal(isExactNumber(longer), false, longer);
      },
    ),
    { seed: SEED, numRuns: 1_000 },
  );
});

test('in JSON, numbers in texts and keys do not count', () => {
  assert.equal(inexactNumberIn('{"9007199254740993": ["1e-400", "a\\"9007199254740993", 1.5, true, null]}'), undefined);
  assert.equal(inexactNumberIn('{"a": [1, {"b": -9007199254740993.0}], "c": 1e-400}'), '-9007199254740993.0');
});
