/** `lectern restore --space` where something is in its way: kills, lost files, plans, foreign backups, and accounts that are gone. */
import assert from 'node:assert/strict';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { createEntry, given, joinAs, type Member, PASSWORD, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, spawnProgram } from '../../../../testing/src/process.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { until } from '../../../../testing/src/until.ts';
import { writePlans } from '../../accounts/plans/plans-file.ts';
import { upload } from '../../branches/transfer/full-space.ts';
import { type BackupFacts, done, refused, serve } from './backup-story.ts';
import { prepareScene } from './load.ts';
import { embeddedPlaces, type Place } from './places.ts';
import { rowsOf } from './restored-state.ts';

const WAIT_MAX_MS = 90_000;
const KILLS = 6;
const BALLAST_ENTRIES = 60;
const RESTORING = "select number from environments where status = 'restoring'";

describe('one space of a backup', { timeout: 600_000 }, () => {
  const places = embeddedPlaces();
  let place: Place;
  let service: ServiceProcess;
  let scene: Scene;
  let second: Member;
  let folder: string;
  let backup: string;

  before(async () => {
    place = await places.make();
    service = await serve(place);
    scene = await prepareScene(service.url, BALLAST_ENTRIES);
    second = await joinAs(scene.member, 'editor');
    await upload(scene, scene.base, { key: 'words', name: 'words.txt', bytes: 'only here' });
    await scene.owner.post(`${scene.space}/webhooks`, { name: 'hook', url: 'https://hook.example.com/' }, 201);
    folder = temporaryFolder('backups');
    ({ backup } = await done<BackupFacts>(place, 'backup', folder));
    await scene.owner.delete(scene.space, 204);
  });
  after(async () => {
    closeConnections();
    await service.end('SIGINT');
  });
  const copyOfBackup = () => {
    const copy = join(temporaryFolder('changed'), 'backup');
    cpSync(backup, copy, { recursive: true });
    return copy;
  };
  const refusedFrom = async (from: string, ...more: string[]) => {
    const { output } = await refused(place, from, '--space', scene.spaceId, ...more);
    assert.equal((await scene.owner.get(scene.space)).status, 404, output);
    return output;
  };

  it('is refused from a backup that misses a file, or has a damaged one', async () => {
    const stored = join('storage', filesIn(backup)[0] ?? '');
    // The installation has the file still, for a week.
    rmSync(join(place.dataDir, stored));
    const [lost, damaged, broken] = [copyOfBackup(), copyOfBackup(), copyOfBackup()];
    rmSync(join(lost, stored));
    assert.match(await refusedFrom(lost), /missing or damaged in the backup.*--allow-missing-files/);
    rmSync(join(damaged, stored));
    writeFileSync(join(damaged, stored), 'other wor');
    assert.match(await refusedFrom(damaged), /missing or damaged in the backup/);
    rmSync(join(broken, 'lectern.db'));
    assert.match(await refusedFrom(broken), /lectern\.db is missing/);
  });

  it('is refused from a backup of another version or installation', async () => {
    const copy = copyOfBackup();
    const path = join(copy, 'manifest.json');
    const manifest = JSON.parse(readFileSync(path, 'utf8'));
    writeFileSync(path, JSON.stringify({ ...manifest, database: { ...manifest.database, migrations: [] } }));
    assert.match(await refusedFrom(copy), /made by an older version/);
    const elsewhere = await places.make();
    const other = await serve(elsewhere);
    const foreign = await given(other.url);
    const foreignBackups = temporaryFolder('backups');
    await done(elsewhere, 'backup', foreignBackups);
    closeConnections();
    await other.end('SIGINT');
    const { output } = await refused(place, foreignBackups, '--space', foreign.spaceId);
    assert.match(output, /of another installation/);
  });

  it('is refused where the plan of its account has no room', async () => {
    const limits = { entries: BALLAST_ENTRIES - 1 };
    const plans = writePlans([{ id: 'small', name: 'Small', price: 0, interval: 'year', limits }]);
    const env = { ...place.env, LECTERN_PLANS_FILE: plans, LECTERN_DEFAULT_PLAN: 'small' };
    const { output } = await refused({ env }, folder, '--space', scene.spaceId);
    assert.match(output, /this one allows 59 for entries/);
    assert.equal((await scene.owner.get(scene.space)).status, 404);
  });

  it('is not there while a restore was killed, and whole after the next', async () => {
    let killed = 0;
    for (let round = 0; killed < KILLS; round++) {
      const program = spawnProgram(['restore', folder, '--space', scene.spaceId], place.env);
      let hasEnded = false;
      void program.ended.then(() => {
        hasEnded = true;
      });
      while (!hasEnded && (await rowsOf(place.config, RESTORING)).length === 0) await sleep(5);
      await sleep((round * 23) % 120);
      const { signal } = await program.end('SIGKILL');
      const isThere = (await scene.owner.get(scene.space)).status === 200;
      if (signal === 'SIGKILL' && !isThere) killed += 1;
      if (isThere) await scene.owner.delete(scene.space, 204);
    }
    await done(place, 'restore', folder, '--space', scene.spaceId);
    const entries = await scene.owner.get(`${scene.base}/entries?limit=100`, 200);
    assert.equal(entries.number('total'), BALLAST_ENTRIES);
    assert.deepEqual(await rowsOf(place.config, RESTORING), [], 'what the killed ones left is removed');
    const deleting = () => rowsOf(place.config, "select number from environments where status = 'deleting'");
    await until(deleting, (rows) => rows.length === 0, WAIT_MAX_MS);
    const orphans = 'select id from entries where environment not in (select number from environments)';
    assert.deepEqual(await rowsOf(place.config, orphans), []);
    await done(place, 'doctor');
  });

  it('sends its webhooks what happens from then on, and nothing from before', async () => {
    const sent = () => rowsOf(place.config, 'select resource, event from webhook_deliveries order by id');
    const earlier = (await sent()).length;
    await createEntry(scene.owner, scene.base, { key: 'later', content_type_id: 'note', fields: { title: 'Later' } });
    const now = await until(sent, (rows) => rows.length > earlier, WAIT_MAX_MS);
    assert.deepEqual(
      now.slice(earlier).map(({ resource, event }) => [String(resource).split('/').at(-1), event]),
      [['later', 'entry.create']],
    );
  });

  it('comes back with its account and the members who are gone, who prove themselves anew', async () => {
    closeConnections();
    await service.end('SIGINT');
    const database = new DatabaseSync(join(place.dataDir, 'lectern.db'));
    database.prepare('update accounts set deletion_at = 1 where id = ?').run(scene.member.accountId);
    database.prepare('update users set deletion_at = 1 where id = ?').run(second.userId);
    database.close();
    service = await serve(place);
    const people = `select (select count(*) from accounts where id = '${scene.member.accountId}')
      + (select count(*) from users where id = '${second.userId}') as count`;
    await until(
      () => rowsOf(place.config, people),
      ([row]) => row?.count === 0,
      WAIT_MAX_MS,
    );

    const facts = await done<{ account_restored: boolean; members_restored: number }>(
      ...([place, 'restore', folder, '--space', scene.spaceId, '--with-keys'] as const),
    );
    assert.deepEqual([facts.account_restored, facts.members_restored], [true, 2]);
    const nobody = new Actor(service.url, null);
    const session = await nobody.post('/auth/login', { email: scene.member.email, password: PASSWORD }, 200);
    const owner = new Actor(service.url, session.string('access_token'));
    const entries = await owner.get(`${scene.base}/entries?limit=100`, 200);
    assert.equal(entries.number('total'), BALLAST_ENTRIES);
    const members = await owner.get(`/accounts/${scene.member.accountId}/members`, 200);
    assert.equal(members.number('total'), 2);
    const again = { email: second.email, password: PASSWORD };
    assert.equal((await nobody.post('/auth/login', again)).status, 401, 'the password of then is no proof');
    assert.equal((await new Actor(service.url, scene.delivery.token).get(`${scene.read}/entries`)).status, 401);
    await done(place, 'doctor');
    await done(place, 'audit', 'verify');
  });
});

function filesIn(from: string): string[] {
  const lines = readFileSync(join(from, 'files.ndjson'), 'utf8').trim().split('\n');
  return lines.map((line) => (JSON.parse(line) as { name: string }).name);
}
