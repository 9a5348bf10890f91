/** Which requests are kept, and that their memory is bounded. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { KeptRequests, type NotedRequest, REQUESTS_KEPT } from './recent-requests.ts';

const MEGABYTE = 1_048_576;
const KEY = { account: 'acc_1', space: 'spc_1', keyId: 'key_1', key: 'cms_del_…abcd', user: null };
const PERSON = { account: 'acc_1', space: null, keyId: null, key: null, user: 'usr_1' };

function request(at: number, more: Partial<NotedRequest> = {}): NotedRequest {
  const about = { method: 'GET', url: '/entries', status: 200, durationMs: 1, requestId: `req_${at}` };
  return { at, ...about, caller: KEY, refusal: null, ...more };
}

describe('the latest requests of a space', () => {
  it('are the latest 500 that succeeded and the latest 500 that failed, of keys as of people', () => {
    const recent = new KeptRequests(0);
    for (let at = 1; at <= 3 * REQUESTS_KEPT; at++) {
      recent.note('spc_1', request(at, { status: at % 3 === 0 ? 404 : 200 }));
      recent.note('spc_1', request(at, { caller: PERSON }));
    }
    const kept = recent.of('spc_1', 'acc_1');
    const ofKeys = kept.filter(({ caller }) => caller === KEY);
    const failed = ofKeys.filter(({ status }) => status === 404).map(({ at }) => at);
    assert.deepEqual([kept.length, ofKeys.length, failed.length], [1_500, 1_000, 500]);
    assert.deepEqual([Math.min(...failed), Math.max(...failed)], [1_503, 3_000]);
    assert.equal(Math.min(...kept.filter(({ caller }) => caller === PERSON).map(({ at }) => at)), 2_501);
  });

  it('are nothing that another account asked of it', () => {
    const recent = new KeptRequests(0);
    recent.note('spc_1', request(1, { caller: { ...PERSON, account: 'acc_2' } }));
    assert.deepEqual(recent.of('spc_1', 'acc_1'), []);
  });

  it('take 16 MB at most, and are forgotten first where none came for longest', () => {
    const recent = new KeptRequests(0);
    const long = 'x'.repeat(8_000);
    for (let at = 1; at <= 20_000; at++) {
      recent.note(`spc_${at % 5_000}`, request(at, { url: long, status: at % 2 === 0 ? 200 : 500 }));
      if (at % 100 === 0) recent.note('spc_busy', request(at));
    }
    assert.ok(recent.bytes <= 16 * MEGABYTE);
    assert.ok(recent.of('spc_busy', 'acc_1').length > 0);
    assert.equal(recent.of('spc_1', 'acc_1').length > 0, false);
  });
});
