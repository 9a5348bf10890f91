/** What `lectern top` learns of a process: the last minute, bounded whoever asks for whatever. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RequestFigures } from './request-figures.ts';
import type { ServedRequest } from './served-request.ts';

function served(more: Partial<ServedRequest> = {}): ServedRequest {
  return {
    method: 'GET',
    route: '/entries',
    status: 200,
    durationMs: 10,
    requestId: 'req_1',
    caller: { account: 'acc_1', space: 'spc_1', keyId: 'key_1', key: 'cms_del_…abcd', user: null },
    space: 'spc_1',
    url: '/entries?q=private',
    plan: () => undefined,
    ...more,
  };
}

test('the busiest spaces, keys and routes come first, with their failures', () => {
  const figures = new RequestFigures(() => 1_000);
  for (let index = 0; index < 3; index++) figures.answered(served());
  figures.answered(served({ space: 'spc_2', durationMs: 200, status: 503, route: '/assets' }));
  const person = { account: 'acc_1', space: null, keyId: null, key: null, user: 'usr_1' };
  figures.answered(served({ space: null, caller: person }));
  figures.answered(served({ caller: undefined, space: null, route: '404', method: '' }));
  const { spaces, keys, routes, slowest } = figures.report(2);
  assert.deepEqual(spaces, [
    { name: 'spc_2', requests: 1, failures: 1, ms: 200 },
    { name: 'spc_1', requests: 3, failures: 0, ms: 30 },
  ]);
  assert.deepEqual(
    keys.map(({ name, requests }) => [name, requests]),
    [
      ['cms_del_…abcd', 4],
      ['usr_1', 1],
    ],
  );
  assert.deepEqual(
    routes.map(({ name }) => name),
    ['GET /assets', 'GET /entries'],
  );
  assert.deepEqual([slowest.length, slowest[0]?.duration_ms, slowest[0]?.parameters], [2, 200, ['q']]);
  assert.doesNotMatch(JSON.stringify(slowest), /private/);
});

test('what is older than a minute is forgotten, and what a clock that was ahead has counted', () => {
  let now = 100_000;
  const figures = new RequestFigures(() => now);
  figures.answered(served());
  now += 59_000;
  assert.equal(figures.report(10).spaces[0]?.requests, 1);
  now += 2_000;
  assert.deepEqual(figures.report(10).spaces, []);
  figures.answered(served());
  now -= 3_600_000;
  figures.answered(served({ space: 'spc_2' }));
  assert.deepEqual(
    figures.report(10).spaces.map(({ name }) => name),
    ['spc_2'],
  );
});

test('any number of spaces takes bounded memory: the latest are counted together', () => {
  const figures = new RequestFigures(() => 1_000);
  for (let index = 0; index < 5_000; index++) figures.answered(served({ space: `spc_${index}` }));
  const { spaces } = figures.report(10_000);
  assert.equal(spaces.length, 2_001);
  assert.equal(spaces[0]?.name, '(others)');
  assert.equal(spaces[0]?.requests, 3_000);
});
