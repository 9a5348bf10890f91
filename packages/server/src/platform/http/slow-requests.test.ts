/** Which requests are logged as slow, and that the line has names and ids, and nothing that a client sent. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLogger } from './logger.ts';
import { parameterNames, type ServedRequest } from './served-request.ts';
import { SlowRequests } from './slow-requests.ts';

const served: ServedRequest = {
  method: 'GET',
  route: '/spaces/:space_id/entries',
  status: 200,
  durationMs: 1_000,
  requestId: 'req_1',
  caller: { account: 'acc_1', space: 'spc_1', keyId: 'key_1', key: 'cms_del_…abcd', user: null },
  space: 'spc_1',
  url: '/spaces/spc_1/entries?q=private-words&fields.title[eq]=private-title&q=more&ann@example.com=1&limit=5',
  plan: () => ({ conditions: ['fields.title'], order: ['-updated_at'], search: true, streamed: false, rows: 12 }),
};

function linesFor(slowMs: number, request: ServedRequest): { lines: string[]; count: number } {
  const lines: string[] = [];
  const log = createLogger({ level: 'info', format: 'json' }, {}, { write: (line) => lines.push(line) });
  const slow = new SlowRequests(slowMs, log);
  slow.answered(request);
  return { lines, count: slow.count };
}

test('a slow request is logged with whose it is, its parameters by name, and how its list was found', () => {
  const { lines, count } = linesFor(1_000, served);
  assert.equal(count, 1);
  const { time, level, msg, ...line } = JSON.parse(lines[0] ?? '');
  assert.deepEqual([typeof time, level, msg], ['string', 'info', 'slow request']);
  assert.deepEqual(line, {
    request_id: 'req_1',
    method: 'GET',
    route: '/spaces/:space_id/entries',
    status: 200,
    duration_ms: 1_000,
    account: 'acc_1',
    space: 'spc_1',
    key: 'cms_del_…abcd',
    parameters: ['q', 'fields.title[eq]', '…', 'limit'],
    plan: { conditions: ['fields.title'], order: ['-updated_at'], search: true, streamed: false, rows: 12 },
  });
  assert.doesNotMatch(lines.join(), /private|ann@/);
});

test('a faster one is not, and none is where nothing is slow', () => {
  assert.deepEqual(linesFor(1_000, { ...served, durationMs: 999 }), { lines: [], count: 0 });
  assert.deepEqual(linesFor(0, { ...served, durationMs: 60_000 }), { lines: [], count: 0 });
});

test('the plan is only made for those that are slow', () => {
  const plan = () => assert.fail('Nobody asked for it.');
  assert.deepEqual(linesFor(1_000, { ...served, durationMs: 1, plan }).lines, []);
});

test('names of parameters are few, and of the form that the interface has', () => {
  const many = Array.from({ length: 200 }, (_, index) => `p${index}=1`).join('&');
  assert.equal(parameterNames({ url: `/x?${many}`, status: 200 }).length, 50);
  assert.deepEqual(parameterNames({ url: '/x?a b=1&c%0Ad=2', status: 200 }), ['…']);
  assert.deepEqual(parameterNames({ url: '/x', status: 200 }), []);
});

test('a token in the place of a name is not shown, nor any name of a request that was refused', () => {
  const url = `/x?cms_mgm_${'a'.repeat(43)}&eyJhbGciOiJIUzI1NiJ9.e30.c2ln&limit`;
  assert.deepEqual(parameterNames({ url, status: 503 }), ['…', 'limit']);
  assert.deepEqual(parameterNames({ url: '/x?ann_smith', status: 422 }), []);
});
