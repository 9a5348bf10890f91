/** Metrics are shown whatever cannot be read, and as what they are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { type Gauge, openMetrics } from './metrics.ts';

/** How long a number may take to be read. */
const READ_MAX_MS = 2_000;

async function textOf(gauges: readonly Gauge[]): Promise<string> {
  const metrics = await openMetrics('token', { gauges });
  assert.ok(metrics !== null);
  try {
    return await metrics.text();
  } finally {
    metrics.close();
  }
}

test('numbers that cannot be read in time are left out, and all others are there', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const reading = textOf([
    { name: 'lectern_failing', help: 'A number.', read: () => Promise.reject(new Error('away')) },
    {
      name: 'lectern_throwing',
      help: 'A number.',
      read: () => {
        throw new Error('away');
      },
    },
    { name: 'lectern_hanging', help: 'A number.', read: () => new Promise(() => undefined) },
    { name: 'lectern_endless', help: 'A number.', read: () => Number.POSITIVE_INFINITY, isCounter: true },
    { name: 'lectern_good', help: 'A number.', read: async () => 7 },
  ]);
  let text: string | undefined;
  void reading.then((read) => {
    text = read;
  });
  while (text === undefined) {
    await turn();
    mock.timers.tick(READ_MAX_MS);
  }
  assert.match(text, /^lectern_good 7$/m);
  assert.doesNotMatch(text, /^lectern_(failing|throwing|hanging|endless)/m);
});

test('a number is not read again while its last reading goes on', async () => {
  let readings = 0;
  const metrics = await openMetrics('token', {
    gauges: [
      {
        name: 'lectern_slow',
        help: 'A number.',
        read: () => {
          readings += 1;
          return new Promise(() => undefined);
        },
      },
    ],
  });
  await Promise.all([metrics?.text(), metrics?.text()]);
  metrics?.close();
  assert.equal(readings, 1);
});

test('counters and constant labels are shown as such', async () => {
  const text = await textOf([
    { name: 'lectern_things_total', help: 'Things.', read: () => 3, isCounter: true },
    { name: 'lectern_info', help: 'Info.', labels: { version: '1.2.3' }, read: () => 1 },
  ]);
  assert.match(text, /^# TYPE lectern_things_total counter\nlectern_things_total 3$/m);
  assert.match(text, /^lectern_info\{version="1\.2\.3"\} 1$/m);
});
