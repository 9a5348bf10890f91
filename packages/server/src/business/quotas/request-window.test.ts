/** Slices of a window on one node: how much is leased and when, until when it is used, and what is given back. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { RequestWindow } from './request-window.ts';
import type { WindowLength } from './window-length.ts';

const MONTH_END = Date.UTC(2026, 11, 1);
const MONTH_START = Date.UTC(2026, 10, 1);
/** A slice is not used in the last milliseconds of its window, as times are rounded. */
const MARGIN_MS = 2;
/** What the clock of this process is ahead of the database's. */
const AHEAD_MS = -12_345_678;

describe('a window', () => {
  /** The database's clock. */
  let time: number;
  let taken: number;
  let started: number;
  let leases: number[];
  let responseTakesMs: number;
  beforeEach(() => {
    time = MONTH_END - 5_000;
    taken = 0;
    started = Number.NaN;
    leases = [];
    responseTakesMs = 0;
  });
  const now = () => time + AHEAD_MS;

  function windowOf(length: WindowLength, limit: number): RequestWindow {
    const window = new RequestWindow({
      length,
      now,
      lease: async (amount, most) => {
        const askedAt = now();
        const start = length === 'second' ? time - (time % 1_000) : time < MONTH_END ? MONTH_START : MONTH_END;
        if (start !== started) taken = 0;
        started = start;
        const granted = Math.max(0, Math.min(amount, most - taken));
        taken += granted;
        leases.push(granted);
        const leasedAt = time;
        time += responseTakesMs;
        return { askedAt, startedAt: start, leasedAt, granted, taken };
      },
    });
    window.allow(limit);
    return window;
  }

  /** Takes as many as there are, waiting where necessary. */
  async function takeAll(window: RequestWindow, atMost = Number.POSITIVE_INFINITY): Promise<number> {
    for (let count = 0; ; count++) {
      if (count === atMost) return count;
      if (!window.hasLeft(now())) await window.lease();
      if (!window.hasLeft(now())) return count;
      window.take(now());
    }
  }

  it('lets in exactly its limit, in slices of at most 2 %', async () => {
    const window = windowOf('second', 1_000);
    assert.equal(await takeAll(window), 1_000);
    assert.ok(window.isExhausted(now()));
    assert.equal(Math.max(...leases), 20);
    assert.equal(leases.filter((granted) => granted > 0).length, 50);
  });

  it('leases the next slice before the present one is empty, once for all', async () => {
    const window = windowOf('second', 1_000);
    await window.lease();
    for (let n = 0; n < 12; n++) window.take(now());
    assert.deepEqual(leases, [20, 20]);
    await turn();
    assert.equal(window.remaining(now()), 1_000 - 12);
    assert.equal(window.unused(now()), 28);
  });

  it('leases nothing ahead when others may need the rest', async () => {
    const window = windowOf('second', 100);
    await takeAll(window, 96);
    const before = leases.length;
    assert.equal(window.unused(now()), 0);
    await window.lease();
    window.take(now());
    await turn();
    assert.equal(leases.length, before + 1);
  });

  it('is over for what was leased of it, and the next one has all of the limit', async () => {
    const window = windowOf('second', 10);
    await window.lease();
    time += 999 - MARGIN_MS;
    assert.ok(window.hasLeft(now()));
    time += 1;
    assert.ok(!window.hasLeft(now()));
    window.takeBack(window.startedAt);
    assert.ok(!window.hasLeft(now()));
    time += MARGIN_MS;
    assert.equal(await takeAll(window), 10);
  });

  it('is over before the database can have begun the next one, however long it took to respond', async () => {
    const window = windowOf('second', 100);
    time += 400;
    responseTakesMs = 300;
    await window.lease();
    time += 299 - MARGIN_MS;
    assert.ok(window.hasLeft(now()));
    time += 1;
    assert.ok(!window.hasLeft(now()));
    assert.equal(window.endsIn(now()), 300 + MARGIN_MS);
  });

  it('gives a token back to the window that it is of, and to no other', async () => {
    const window = windowOf('second', 10);
    await window.lease();
    const startedAt = window.startedAt;
    window.take(now());
    await turn();
    const left = window.unused(now());
    window.takeBack(startedAt);
    assert.equal(window.unused(now()), left + 1);
    time += 1_000;
    await window.lease();
    const next = window.unused(now());
    window.takeBack(startedAt);
    assert.equal(window.unused(now()), next);
  });

  it('asks again after a second whether a month that was used up has something left', async () => {
    const window = windowOf('month', 100);
    assert.equal(await takeAll(window), 100);
    assert.ok(window.isExhausted(now()));
    assert.equal(window.endsIn(now()), 5_000);
    taken = 90;
    time += 1_000;
    assert.ok(!window.isExhausted(now()));
    assert.equal(await takeAll(window), 10);
  });

  it('begins anew with the month', async () => {
    const window = windowOf('month', 100);
    await takeAll(window);
    time = MONTH_END - 1 - MARGIN_MS;
    await takeAll(window);
    assert.ok(window.isExhausted(now()));
    time = MONTH_END;
    assert.ok(!window.isExhausted(now()));
    assert.equal(await takeAll(window), 100);
  });

  it('leases of a month what lasts a moment, and at most 2 %', async () => {
    const window = windowOf('month', 1_000_000);
    time = MONTH_START;
    for (let n = 0; n < 20_000; n++) {
      await takeAll(window, 1);
      time += 1;
    }
    const largest = Math.max(...leases);
    assert.ok(largest >= 320 && largest <= 1_280, `${largest} for 1,000 requests a second`);
    assert.ok(window.unused(now()) <= 2 * largest);
    for (let n = 0; n < 100; n++) {
      time += 3_000;
      await takeAll(window, 20);
    }
    assert.ok((leases.at(-1) ?? 0) < largest);
    assert.ok(Math.max(...leases) <= 20_000);
  });

  it('hands out what was leased and not used, once', async () => {
    const window = windowOf('month', 1_000);
    await window.lease();
    window.take(now());
    await turn();
    const unused = window.unused(now());
    assert.deepEqual(window.drain(now()), { startedAt: MONTH_START, amount: unused });
    assert.equal(window.drain(now()), null);
  });

  it('goes on under another limit', async () => {
    const window = windowOf('month', 10);
    assert.equal(await takeAll(window), 10);
    window.allow(30);
    assert.ok(!window.isExhausted(now()));
    assert.equal(await takeAll(window), 20);
    window.allow(5);
    assert.ok(window.isExhausted(now()));
    assert.equal(window.remaining(now()), 0);
    window.allow(1_000);
    assert.equal(await takeAll(window, 1), 1);
    assert.ok(window.unused(now()) > 0);
    window.allow(30);
    assert.ok(!window.hasLeft(now()));
    assert.ok(window.isExhausted(now()));
    assert.equal(window.remaining(now()), 0);
  });

  it('is tried again where a lease failed', async () => {
    let fails = true;
    const window = new RequestWindow({
      length: 'second',
      now,
      lease: async () => {
        if (fails) throw new Error('The database is away.');
        return { askedAt: now(), startedAt: time, leasedAt: time, granted: 1, taken: 1 };
      },
    });
    window.allow(100);
    await assert.rejects(window.lease(), /away/);
    fails = false;
    await window.lease();
    assert.ok(window.hasLeft(now()));
  });
});
