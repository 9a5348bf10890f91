/** Following in parts that need no service: a pause must leave nothing behind, faults of a site end nothing, and pages stand in for a stream. */
import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { it } from 'node:test';
import type { LecternError } from '../lectern-error.ts';
import { pause } from '../pause.ts';
import type { Fetch } from '../types/client.ts';
import type { Change } from './change.ts';
import { live } from './live.ts';
import { replica } from './replica.ts';

const CLIENT = { url: 'https://a.example', space: 'spc', token: 'cms_del_1' };

it('a pause leaves nothing at its signal', async () => {
  const end = new AbortController();
  for (let n = 0; n < 3; n++) await pause(1, end.signal);
  assert.equal(getEventListeners(end.signal, 'abort').length, 0);
  const paused = pause(60_000, end.signal);
  end.abort();
  await paused;
  await pause(60_000, end.signal);
});

it('a copy is closed once it is saved, also where that is under way already', async () => {
  const model = { op: 'model', kind: 'model', id: 'model', value: { content_types: [], locales: [] } };
  const page = JSON.stringify({ revision: 7, complete: true, reset: false, next: 'c7', changes: [model] });
  let saved = 0;
  const save = async () => {
    await new Promise(setImmediate);
    saved++;
  };
  const store = { load: async () => undefined, save };
  const copy = await replica({ ...CLIENT, fetch: async () => new Response(page) }, { store, follow: false });
  const closed = [copy.close(), copy.close()].map((close) => close.then(() => saved));
  assert.deepEqual(await Promise.all(closed), [1, 1]);
});

it('listening goes on once the environment is there', async () => {
  const answers = [
    new Response('{}', { status: 409 }),
    new Response('event: ready\ndata: {"revision":7}\n\n'),
    new Response('{}', { status: 401 }),
  ];
  const told = await new Promise((resolve) => {
    const fetch = async () => answers.shift() ?? assert.fail();
    const ready: number[] = [];
    live({ ...CLIENT, fetch }, () => {}, {
      onReady: (revision) => ready.push(revision),
      onError: (error) => resolve([...ready, (error as LecternError).status]),
    });
  });
  assert.deepEqual(told, [7, 401]);
});

it('what a site throws goes to it, and the change counts as told', async () => {
  const events = [1, 2].map((revision) => `id: ${revision}\nevent: change\ndata: {"revision":${revision}}\n\n`);
  const answers = [new Response(events.join('')), new Response('{}', { status: 401 })];
  const sent: unknown[] = [];
  const fetch: Fetch = async (_url, { headers }) => {
    sent.push(headers['last-event-id']);
    return answers.shift() ?? assert.fail();
  };
  const told: number[] = [];
  const errors: string[] = [];
  await new Promise<void>((resolve) => {
    const onChange = async ({ revision }: Change) => {
      told.push(revision);
      throw new Error(`of ${revision}`);
    };
    const onError = (error: unknown) => {
      errors.push((error as Error).message);
      if ((error as LecternError).status === 401) resolve();
    };
    live({ ...CLIENT, fetch }, onChange, { onError });
  });
  assert.deepEqual(
    [told, sent],
    [
      [1, 2],
      [undefined, '2'],
    ],
  );
  assert.deepEqual(errors.slice(0, 2), ['of 1', 'of 2']);
});

it('pages of changes stand in for a stream that is refused, and go on where it ended', async () => {
  const page = (next: string, changes: object[], more: object = {}) => {
    const body = { revision: 5, complete: true, reset: false, next, changes, ...more };
    return Response.json(body, { headers: { 'cache-tag': 'spc,environment_aaaaaa' } });
  };
  const full = () => new Response('{}', { status: 503 });
  const put = { op: 'put', kind: 'entry', id: 'ent_aaaaaa_one', value: { content_type: 'page' } };
  const answers = [
    new Response('id: first\nevent: ready\ndata: {"revision":4}\n\n'),
    full(),
    page('second', [put, { op: 'remove', kind: 'asset', id: 'ast_aaaaaa_two' }], { complete: false }),
    page('third', [put]),
    full(),
    page('fourth', [], { reset: true }),
    new Response('{}', { status: 401 }),
  ];
  const sent: string[] = [];
  const fetch: Fetch = async (url, { headers }) => {
    const { pathname, searchParams } = new URL(url);
    sent.push(`${pathname.split('/').pop()} ${headers['last-event-id'] ?? searchParams.get('since')}`);
    return answers.shift() ?? assert.fail();
  };
  const told: Change[] = [];
  await new Promise<void>((resolve) => {
    live({ ...CLIENT, fetch }, (change) => told.push(change), { onError: () => resolve() });
  });
  assert.deepEqual(sent, [
    'live null',
    'live first',
    'sync first',
    'sync second',
    'live third',
    'sync third',
    'live fourth',
  ]);
  const [one, all] = told;
  assert.deepEqual(one, {
    revision: 5,
    entries: [['ent_aaaaaa_one', 'page', 'put']],
    assets: [['ast_aaaaaa_two', 'remove']],
    model: false,
    tags: ['ent_aaaaaa_one', 'ast_aaaaaa_two', 'ctp_aaaaaa_page', 'mixed_aaaaaa', 'assets_aaaaaa'],
    all: false,
  });
  assert.deepEqual([all?.all, told.length], [true, 2]);
});
