/** What operators see of a service that is well, and of one whose database does not answer. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Actor, closeConnections } from '../../../testing/src/client.ts';
import { createEntry, given, magazine } from '../../../testing/src/given.ts';
import { onEachEngine } from '../../../testing/src/on-each-engine.ts';
import { createPostgresDatabase, startPostgres } from '../../../testing/src/servers/postgres.ts';
import { startService } from '../../../testing/src/service.ts';
import { temporaryFolder } from '../../../testing/src/temporary-folder.ts';
import { until } from '../../../testing/src/until.ts';
import { PROGRAM_VERSION } from '../../src/platform/config/program-version.ts';
import { usualDeadline } from '../../src/platform/kit/deadline.ts';
import { startReceiver } from '../webhooks/receiver.ts';
import { makeWebhook, SENDS_HOME } from '../webhooks/webhook.ts';

const METRICS_TOKEN = 'a-token-for-the-metrics-of-operators';
/** Gauges that need the database are waited for two seconds. */
const ANSWERED_WITHIN_MS = 5_000;

onEachEngine(
  'the metrics',
  (stage) => {
    const read = async () => (await new Actor(stage.url, METRICS_TOKEN).get('/metrics', 200)).text;

    it('say that all is well, which version it is, and how much space is left', async () => {
      const text = await read();
      const states = ['lectern_ready', 'lectern_database_up', 'lectern_writes_accepted', 'lectern_draining'];
      assert.deepEqual(
        states.map((name) => numberOf(text, name)),
        [1, 1, 1, 0],
      );
      assert.match(
        text,
        new RegExp(
          `^lectern_build_info\\{version="${PROGRAM_VERSION}",commit="[0-9a-f]{12}",node="[\\d.]+",database="(sqlite|postgres)"\\} 1$`,
          'm',
        ),
      );
      const [free, size] = [numberOf(text, 'lectern_disk_free_bytes'), numberOf(text, 'lectern_disk_size_bytes')];
      assert.ok(free > 0 && free <= size, text);
      assert.ok(numberOf(text, 'lectern_connections') >= 1, text);
      assert.equal(numberOf(text, 'lectern_connections_refused_total'), 0);
      assert.equal(numberOf(text, 'lectern_webhook_oldest_due_seconds'), 0);
    });

    it('say for how long records have waited for their seal', async () => {
      await given(stage.url);
      const deadline = Date.now() + ANSWERED_WITHIN_MS;
      while (numberOf(await read(), 'lectern_audit_unsealed_seconds') !== 0) assert.ok(Date.now() < deadline);
    });

    it('say for how long the oldest webhook has waited, but not those of disabled webhooks', async () => {
      const receiver = await startReceiver(() => undefined);
      try {
        const scene = await given(stage.url, { types: magazine });
        const webhook = await makeWebhook(scene, receiver.url);
        await createEntry(scene.owner, scene.base, { content_type_id: 'author', fields: { name: 'Ada' } });
        const becomes = (isDue: boolean) =>
          until(read, (text) => numberOf(text, 'lectern_webhook_oldest_due_seconds') > 0 === isDue, ANSWERED_WITHIN_MS);
        await becomes(true);
        await scene.owner.patch(`${scene.space}/webhooks/${webhook.string('id')}`, { active: false }, 200);
        await becomes(false);
      } finally {
        await receiver.close();
      }
    });
  },
  { ...SENDS_HOME, LECTERN_METRICS_TOKEN: METRICS_TOKEN },
);

describe('while PostgreSQL does not answer', () => {
  it('the metrics go on, and say so', async () => {
    const server = await startPostgres();
    try {
      const { url } = await createPostgresDatabase(server);
      const databaseConfig = () => ({ kind: 'postgres' as const, url, unsafeDurability: true });
      const env = { LECTERN_METRICS_TOKEN: METRICS_TOKEN, LECTERN_DATA_DIR: temporaryFolder('data') };
      const service = await startService({ engine: { databaseConfig }, env }, { deadline: usualDeadline });
      const operator = new Actor(service.url, METRICS_TOKEN);
      try {
        assert.equal(numberOf((await operator.get('/metrics', 200)).text, 'lectern_ready'), 1);
        server.freeze();
        // What the last look at the database showed holds for a second.
        const text = await until(
          async () => (await operator.get('/metrics', 200)).text,
          (seen) =>
            numberOf(seen, 'lectern_database_up') === 0 && numberOf(seen, 'lectern_database_silent_seconds') > 0,
        );
        // Ready, as what is published goes on from memory.
        assert.deepEqual(
          ['lectern_ready', 'lectern_writes_accepted'].map((name) => numberOf(text, name)),
          [1, 0],
        );
        assert.doesNotMatch(text, /^lectern_webhook_attempts_pending/m);
        assert.ok(numberOf(text, 'lectern_disk_free_bytes') > 0);
      } finally {
        server.thaw();
        closeConnections();
        await service.close();
      }
    } finally {
      await server.close();
    }
  });
});

/** The value of a series without labels; NaN if it is not there. */
function numberOf(text: string, name: string): number {
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}
