/** The text of `RateLimit` headers. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { NO_LIMIT, rateLimitOf } from './rate-limit.ts';
import { RequestWindow } from './request-window.ts';

const DECEMBER = Date.UTC(2026, 11);

it('the headers about limits say of each how long its window is, what it allows, what remains and when it ends', () => {
  const now = DECEMBER - 90_500;
  const [second, month] = [new RequestWindow('second', now), new RequestWindow('month', now)];
  second.taken = 60;
  month.taken = 1;
  month.stored = 7;
  const limits = [
    { length: 'second', limit: 100, window: second },
    { length: 'month', limit: 1_000, window: month },
  ] as const;
  const policy = '"second";q=100;w=1, "month";q=1000;w=2592000';
  const state = '"second";r=40;t=1, "month";r=992;t=91';
  assert.deepEqual(rateLimitOf(limits, now), {
    headers: ['ratelimit-policy', policy, 'ratelimit', state],
    lines: `\r\nratelimit-policy: ${policy}\r\nratelimit: ${state}`,
  });
  month.taken = 1_000;
  assert.match(rateLimitOf(limits, now).lines, /"month";r=0;t=91$/);
  assert.equal(rateLimitOf([], now), NO_LIMIT);
});
