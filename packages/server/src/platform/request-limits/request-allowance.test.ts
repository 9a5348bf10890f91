/** A network can send so many requests at once and so many a second; large bodies count more. */
import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { RequestAllowance } from './request-allowance.ts';

describe('the allowance of a network', () => {
  let now: number;
  let allowance: RequestAllowance;
  beforeEach(() => {
    now = 1_000_000;
    allowance = new RequestAllowance(() => now);
  });
  const takeAll = (ip: string, bytes: number | undefined) => {
    let taken = 0;
    while (allowance.take(ip, bytes) === 0) taken += 1;
    return taken;
  };

  it('is used up by its own requests alone, and grows back', () => {
    assert.equal(takeAll('192.0.2.1', 0), 600);
    assert.equal(allowance.take('192.0.2.1', 0), 50);
    assert.equal(allowance.take('192.0.2.2', 0), 0);
    now += 1_000;
    assert.equal(takeAll('192.0.2.1', 0), 20);
    now += 3_600_000;
    assert.equal(takeAll('192.0.2.1', 0), 600);
  });

  it('is used up faster by large bodies, and by those of unknown size', () => {
    assert.equal(takeAll('192.0.2.1', 1_048_576), 9);
    assert.equal(takeAll('192.0.2.2', undefined), 9);
    assert.equal(takeAll('192.0.2.3', 100), 600);
  });

  it('is one for all addresses of an IPv6 network', () => {
    assert.equal(takeAll('2001:db8:1:2::1', 0), 600);
    assert.ok(allowance.take('2001:db8:1:2::2', 0) > 0);
    assert.equal(allowance.take('2001:db8:1:3::1', 0), 0);
  });

  it('lets a body in that is larger than all of it', () => {
    assert.equal(allowance.take('192.0.2.1', 1_000_000_000), 0);
    assert.equal(allowance.take('192.0.2.1', 0), 50);
  });
});
