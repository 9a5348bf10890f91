/** `LECTERN_BACKUP`: a service makes backups by itself, removes surplus ones, and reports when it cannot. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { until } from '../../../../testing/src/until.ts';
import { done, serve } from './backup-story.ts';
import { backupName } from './fresh-folder.ts';
import { embeddedPlaces } from './places.ts';

const WAIT_MAX_MS = 30_000;
const DAY_MS = 86_400_000;
const OLD_BACKUPS = 9;
/** The job has looked whether a backup is due. */
const CHECKED = /lectern_job_last_success_timestamp_seconds\{job="backup"\} \d/;

describe('daily backups', () => {
  const places = embeddedPlaces();

  it('are made where the newest is a day old, and the surplus removed', async () => {
    const folder = temporaryFolder('daily');
    const old = Array.from({ length: OLD_BACKUPS }, (_, days) => backupName(Date.now() - (days + 1) * DAY_MS - 1_000));
    for (const name of old) mkdirSync(join(folder, name));
    const place = await places.make();
    const daily = { ...place, env: { ...place.env, LECTERN_BACKUP: folder, LECTERN_METRICS_TOKEN: 'a-token' } };
    const service = await serve(daily);
    try {
      const fresh = () => readdirSync(folder).filter((name) => name.endsWith('Z') && name > (old[0] ?? ''));
      const isDone = () => fresh().length === 1 && readdirSync(folder).filter((name) => name.endsWith('Z')).length < 10;
      await until(isDone, Boolean, WAIT_MAX_MS);
      await done(place, 'restore', join(folder, fresh()[0] ?? ''), '--check');
      const metrics = await new Actor(service.url, 'a-token').get('/metrics', 200);
      const [, seconds] = /^lectern_backup_last_timestamp_seconds (\S+)$/m.exec(metrics.text) ?? [];
      assert.ok(Math.abs(Number(seconds) * 1_000 - Date.now()) < WAIT_MAX_MS, metrics.text);
      assert.match(metrics.text, /lectern_job_runs_total\{job="backup"\} 1/);
    } finally {
      closeConnections();
      await service.end('SIGINT');
    }
    const again = await serve(daily);
    const metrics = new Actor(again.url, 'a-token');
    await until(async () => CHECKED.test((await metrics.get('/metrics', 200)).text), Boolean, WAIT_MAX_MS);
    assert.match((await metrics.get('/metrics', 200)).text, /lectern_job_runs_total\{job="backup"\} 0/);
    closeConnections();
    assert.equal((await again.end('SIGINT')).code, 0);
  });

  it('that fail are logged, and shown by the metrics of the job', async () => {
    const file = join(temporaryFolder('daily'), 'file');
    writeFileSync(file, 'No folder.');
    const place = await places.make();
    const env = { ...place.env, LECTERN_BACKUP: file, LECTERN_METRICS_TOKEN: 'a-token' };
    const service = await serve({ ...place, env });
    try {
      await until(() => service.output().includes('The backup in'), Boolean, WAIT_MAX_MS);
      const { text } = await new Actor(service.url, 'a-token').get('/metrics', 200);
      assert.match(text, /lectern_job_failures_total\{job="backup"\} 1/);
      assert.match(text, /lectern_backup_last_timestamp_seconds 0/);
    } finally {
      closeConnections();
      await service.end('SIGINT');
    }
  });
});
