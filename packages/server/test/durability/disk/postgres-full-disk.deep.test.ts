/**
 * A PostgreSQL whose tables are on a disk that is filled to its last byte under writers, again and again: refusals name the disk,
 * reads go on, nothing acknowledged is lost, and writes come back by themselves once there is room. `DISK_FILLS=20` before an issue is closed.
 */
import assert from 'node:assert/strict';
import { chownSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { Actor, type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { type PostgresServer, startPostgres } from '../../../../testing/src/servers/postgres.ts';
import { postgresUser } from '../../../../testing/src/servers/postgres-binaries.ts';
import type { DatabaseConfig } from '../../../src/platform/database/database.ts';
import { FIELDS, Ledger, LOCALES, stampedFields } from '../crash/ledger.ts';
import { isRefusal, verifyRefused, verifyStored } from '../crash/stored-state.ts';
import { SmallDisk } from './small-disk.ts';

const FILLS = Number(process.env.DISK_FILLS ?? 2);
const DISK_MEGABYTES = 96;
const WRITERS = 4;
const SHARED_ENTRIES_MAX = 64;
const FULL_WITHIN_MS = 60_000;
/** How long the disk counts as full after the last refusal, and a little more. */
const BACK_WITHIN_MS = 15_000;
/** Acknowledged writes before the disk fills, each time. */
const WRITTEN_BEFORE = 40;
const POLL_MS = 50;

const skip = process.env.DB === 'sqlite' ? 'DB=sqlite' : SmallDisk.whyNot();

it(`a PostgreSQL whose disk fills ${FILLS} times`, { timeout: 900_000, skip }, async (context) => {
  const disk = SmallDisk.mount(DISK_MEGABYTES);
  const server = await startPostgres({ durable: true });
  let service: ServiceProcess | undefined;
  try {
    const url = await makeDatabaseOn(disk, server);
    const config: DatabaseConfig = { kind: 'postgres', url, unsafeDurability: false };
    service = await startProcess({ engine: { databaseConfig: () => config } });
    const scene = await prepare(service.url);
    const ledger = new Ledger();
    const refused: string[] = [];
    for (let fill = 0; fill < FILLS; fill++) {
      refused.push(...(await fillUnderWriters(disk, scene, ledger)));
      await verifyFull(scene);
      disk.makeRoom();
      await untilWrites(scene, 'ok');
      ledger.note(await create(scene, { status: 201 }));
    }
    await ledger.verify(scene.management, scene.delivery, scene.read);
    context.diagnostic(`${ledger.acknowledgements} acknowledged writes, none lost; ${refused.length} refused`);
    closeConnections();
    await service.end('SIGINT');
    await verifyStored(config);
    await verifyRefused(config, refused);
  } finally {
    closeConnections();
    await service?.end('SIGKILL');
    await server.close();
    disk.unmount();
  }
});

/** A database whose tables are on that disk; its log is where the server is. */
async function makeDatabaseOn(disk: SmallDisk, server: PostgresServer): Promise<string> {
  const folder = join(disk.folder, 'tables');
  mkdirSync(folder, { mode: 0o700 });
  const user = postgresUser();
  if (user !== null) chownSync(folder, user.uid, user.gid);
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`CREATE TABLESPACE small LOCATION '${folder}'`);
  await client.query('CREATE DATABASE small TEMPLATE template0 TABLESPACE small');
  await client.end();
  return Object.assign(new URL(server.url), { pathname: '/small' }).href;
}

async function prepare(url: string): Promise<Scene> {
  const scene = await given(url);
  for (const code of LOCALES.slice(1)) await scene.owner.post(`${scene.space}/locales`, { code }, 201);
  const fields = FIELDS.map((id) => field(id, 'string', { localized: true }));
  await scene.owner.post(`${scene.base}/content-types`, { api_id: 'stamped', name: 'Stamped', fields }, 201);
  return scene;
}

/** Fills the disk under writers, and ends each once it was told that the disk is full. @returns the stamps of what was refused */
async function fillUnderWriters(disk: SmallDisk, scene: Scene, ledger: Ledger): Promise<string[]> {
  const deadline = Date.now() + FULL_WITHIN_MS;
  const refused: string[] = [];
  const untilRefused = async () => {
    for (;;) {
      const stamp = crypto.randomUUID();
      const response = await change(scene, ledger, stamp);
      if (isRefusal(response)) refused.push(stamp);
      if (response.status < 300) ledger.note(response);
      // A machine with much else to do refuses writes for other reasons too.
      else if (response.status !== 409 && namesTheDisk(response)) return;
      assert.ok(Date.now() < deadline, 'the disk is full');
    }
  };
  const writing = Array.from({ length: WRITERS }, untilRefused);
  const enough = ledger.acknowledgements + WRITTEN_BEFORE;
  while (ledger.acknowledgements < enough && Date.now() < deadline) await sleep(POLL_MS);
  disk.fill();
  await Promise.all(writing);
  return refused;
}

function change(scene: Scene, { ids }: Ledger, stamp: string): Promise<ApiResponse> {
  const id = ids[Math.floor(Math.random() * ids.length)];
  if (id === undefined || (ids.length < SHARED_ENTRIES_MAX && Math.random() < 0.5)) return create(scene, { stamp });
  if (Math.random() < 0.3) return scene.management.post(`/entries/${id}/publish`);
  return scene.management.patch(`/entries/${id}`, { fields: stampedFields(stamp) });
}

function create(
  { management, base }: Scene,
  { stamp = crypto.randomUUID(), status }: { stamp?: string; status?: number },
): Promise<ApiResponse> {
  const body = { content_type_id: 'stamped', fields: stampedFields(stamp) };
  return management.post(`${base}/entries`, body, status);
}

/** Writes are told apart, and everything published is read. */
async function verifyFull(scene: Scene): Promise<void> {
  await untilWrites(scene, 'disk_full');
  const strict = await new Actor(scene.owner.url, null).get('/readyz?writes=required', 503);
  assert.ok(namesTheDisk(strict), String(strict));
  assert.equal((await scene.delivery.get(`${scene.read}/entries?limit=1000`, 200)).at('items') === undefined, false);
  await scene.management.get(`${scene.base}/entries`, 200);
}

async function untilWrites({ owner }: Scene, wanted: 'ok' | 'disk_full'): Promise<void> {
  for (const deadline = Date.now() + BACK_WITHIN_MS; ; await sleep(POLL_MS)) {
    const state = await new Actor(owner.url, null).get('/readyz', 200);
    if (state.at('writes') === wanted) return;
    assert.ok(Date.now() < deadline, `writes become ${wanted}: ${state}`);
  }
}

function namesTheDisk(response: ApiResponse): boolean {
  assert.equal(response.status, 503, String(response));
  return response.string('detail.message').includes('disk of the database is full');
}
