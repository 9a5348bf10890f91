/** Metrics are shown whatever cannot be read, and as what they are. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Gauge, openMetrics } from './metrics.ts';

async function textOf(gauges: readonly Gauge[]): Promise<string> {
  const metrics = await openMetrics('token', { gauges });
  assert.ok(metrics !== null);
  try {
    return await metrics.text();
  } finally {
    metrics.close();
  }
}

test('numbers that cannot be read are left out, and all others are there', async () => {
  const startedAt = performance.now();
  const text = await textOf([
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
  assert.match(text, /^lectern_good 7$/m);
  assert.doesNotMatch(text, /^lectern_(failing|throwing|hanging|endless)/m);
  assert.ok(performance.now() - startedAt < 4_000);
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
