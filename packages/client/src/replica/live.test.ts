/** A copy pauses every few seconds for as long as a site runs, so that a pause must leave nothing behind. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { it } from 'node:test';
import { pause } from '../pause.ts';
import { live } from './live.ts';

it('a pause leaves nothing at its signal', async () => {
  const end = new AbortController();
  for (let n = 0; n < 3; n++) await pause(1, end.signal);
  assert.equal(getEventListeners(end.signal, 'abort').length, 0);
  const paused = pause(60_000, end.signal);
  end.abort();
  await paused;
});

it('listening goes on once the environment is there', async () => {
  const answers = [
    new Response('{}', { status: 409 }),
    new Response('event: ready\ndata: {"revision":7}\n\n'),
    new Response('{}', { status: 401 }),
  ];
  const client = { url: 'https://a.example', space: 'spc', token: 'cms_del_1' };
  const told = await new Promise((resolve) => {
    const fetch = async () => answers.shift() ?? assert.fail();
    const ready: number[] = [];
    live({ ...client, fetch }, () => {}, {
      onReady: (revision) => ready.push(revision),
      onError: ({ status }) => resolve([...ready, status]),
    });
  });
  assert.deepEqual(told, [7, 401]);
});
