/** The text of `RateLimit` headers, and how seldom it changes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LimitText, rateLimitOf } from './rate-limit.ts';

const NOVEMBER = Date.UTC(2026, 10);
const DECEMBER = Date.UTC(2026, 11);
const SECOND = Date.UTC(2026, 10, 3, 12);

/** The texts of two limits as they stand. */
function texts({ limit = 100, remaining = 40 }): readonly [LimitText, LimitText] {
  const [second, month] = [new LimitText('second'), new LimitText('month')];
  second.update({ limit, startedAt: SECOND, endsAt: SECOND + 1_000, remaining }, SECOND + 300);
  month.update({ limit: 1_000, startedAt: NOVEMBER, endsAt: DECEMBER, remaining: 999 }, DECEMBER - 90_500);
  return [second, month];
}

describe('the headers about limits', () => {
  it('say of each limit how long its window is, what it allows, what remains and when it ends', () => {
    const { headers, lines } = rateLimitOf(texts({}));
    const policy = '"second";q=100;w=1, "month";q=1000;w=2592000';
    const state = '"second";r=40;t=1, "month";r=999;t=91';
    assert.deepEqual(headers, ['ratelimit-policy', policy, 'ratelimit', state]);
    assert.equal(lines, `\r\nratelimit-policy: ${policy}\r\nratelimit: ${state}`);
  });

  it('say exactly what remains of up to 10,000 requests, and round it down beyond', () => {
    for (const [limit, remaining, shown] of [
      [10_000, 9_999, 9_999],
      [20_000, 19_999, 19_998],
      [1_000_000, 999_999, 999_900],
      [1_000_000, 7, 0],
    ] as const)
      assert.match(rateLimitOf(texts({ limit, remaining })).headers[3] ?? '', new RegExp(`"second";r=${shown};`));
  });

  it('change only with what they show', () => {
    const text = new LimitText('second');
    const state = { limit: 1_000_000, startedAt: SECOND, endsAt: SECOND + 1_000, remaining: 999_999 };
    const next = { ...state, startedAt: SECOND + 1_000, endsAt: SECOND + 2_000 };
    assert.equal(text.update(state, SECOND), true);
    assert.equal(text.update({ ...next, remaining: 999_901 }, SECOND + 1_995), false);
    assert.equal(text.update({ ...next, remaining: 999_899 }, SECOND + 1_995), true);
    assert.equal(text.update({ ...next, remaining: 999_899 }, SECOND + 999), true);
    assert.equal(text.update({ ...next, remaining: 999_899, limit: 2_000_000 }, SECOND + 999), true);
  });
});
