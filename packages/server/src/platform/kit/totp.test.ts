/** The test vectors of RFC 6238, appendix B, to six digits; and which codes are valid at a time. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newTotpSecret, otpauthUrl, stepOfCode, TOTP_STEP_MS, totpCode, totpStep } from './totp.ts';

const secret = Buffer.from('12345678901234567890');
/** Seconds since the epoch, and the last six digits of the code. */
const vectors = [
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
] as const;

describe('a one-time code', () => {
  for (const [seconds, code] of vectors) {
    it(`is ${code} at ${seconds} s`, () => assert.equal(totpCode(secret, totpStep(seconds * 1000)), code));
  }

  it('is valid one step early and late, and no further', () => {
    const now = 1_700_000_000_000;
    const step = totpStep(now);
    for (const off of [-1, 0, 1]) assert.equal(stepOfCode(secret, totpCode(secret, step + off), now), step + off);
    for (const off of [-3, -2, 2, 3]) assert.equal(stepOfCode(secret, totpCode(secret, step + off), now), undefined);
    assert.equal(stepOfCode(secret, totpCode(secret, step), now + TOTP_STEP_MS), step);
  });

  it('is refused once its step, or a later one, was used', () => {
    const now = 1_700_000_000_000;
    const step = totpStep(now);
    assert.equal(stepOfCode(secret, totpCode(secret, step), now, step), undefined);
    assert.equal(stepOfCode(secret, totpCode(secret, step - 1), now, step), undefined);
    assert.equal(stepOfCode(secret, totpCode(secret, step + 1), now, step), step + 1);
  });

  it('is refused in any other form', () => {
    for (const code of ['', '28708', '2870820', '28708２', 'abcdef']) {
      assert.equal(stepOfCode(secret, code, 59_000), undefined);
    }
  });
});

describe('a secret', () => {
  it('is 160 random bits', () => {
    assert.equal(newTotpSecret().length, 20);
    assert.notDeepEqual(newTotpSecret(), newTotpSecret());
  });

  it('has a URL for authenticator apps', () => {
    assert.equal(
      otpauthUrl(secret, { issuer: 'My CMS', name: 'ada@example.com' }),
      'otpauth://totp/My%20CMS:ada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=My%20CMS',
    );
  });
});
