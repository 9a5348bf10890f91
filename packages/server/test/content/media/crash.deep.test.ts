/**
 * `kill -9` of the service under eight concurrent uploads, again and again on one database and storage: every record has its
 * complete file, and every acknowledged upload exists. `KILLS=20` before an issue is closed, fewer otherwise. SQLite keeps its
 * files in the data folder, PostgreSQL in a bucket, as operators run them.
 */
import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../../testing/src/engines.ts';
import { formOf } from '../../../../testing/src/form.ts';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { startBucket } from '../../../../testing/src/servers/s3.ts';
import { removeFolder, temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { fetchFile } from './storages.ts';

const KILLS = Number(process.env.KILLS ?? 2);
const UPLOADERS = 8;
const FILE_BYTES_MAX = 400_000;
const LIFE_SPREAD_MS = 1_500;
/** Fewer acknowledgements a life than this would prove nothing. */
const ACKNOWLEDGEMENTS_MIN = 5;
const ACKNOWLEDGED_WITHIN_MS = 60_000;
const POLL_MS = 5;
const PAGE = 100;

/** Address → hash of the bytes that were sent. */
type Ledger = Map<string, string>;

describeEachEngine('a service that is killed under uploads', (engine) => {
  it(`has no record without its file, over ${KILLS} kills`, { timeout: 600_000 }, async (context) => {
    const dataDir = temporaryFolder('media-crash');
    const bucket = engine.kind === 'postgres' ? await startBucket() : undefined;
    const variables = { LECTERN_DATA_DIR: dataDir, ...bucket?.environment };
    try {
      const ledger: Ledger = new Map();
      const scene = await prepare(engine, variables);
      let records = 0;
      for (let kill = 0; kill < KILLS; kill++) {
        await oneLife(engine, variables, { scene, ledger });
        records = await verify(engine, variables, { scene, ledger });
      }
      context.diagnostic(
        `${ledger.size} acknowledged uploads, ${records} records, ${KILLS} kills, none without its file`,
      );
    } finally {
      closeConnections();
      await bucket?.stop();
      removeFolder(dataDir);
    }
  });
});

type Variables = Readonly<Record<string, string>>;
interface Told {
  readonly scene: Scene;
  readonly ledger: Ledger;
}

async function prepare(engine: TestEngine, env: Variables): Promise<Scene> {
  const service = await startProcess({ engine, env });
  const scene = await given(service.url);
  await service.end('SIGINT');
  closeConnections();
  return scene;
}

/** Starts the service, uploads to it, and kills it. */
async function oneLife(engine: TestEngine, env: Variables, { scene, ledger }: Told): Promise<void> {
  const service = await startProcess({ engine, env });
  const before = ledger.size;
  const uploading = Promise.all(Array.from({ length: UPLOADERS }, () => uploadUntilGone(service, scene, ledger)));
  const deadline = Date.now() + ACKNOWLEDGED_WITHIN_MS;
  while (ledger.size < before + ACKNOWLEDGEMENTS_MIN) {
    assert.ok(Date.now() < deadline, `the service acknowledges uploads: ${service.output()}`);
    await sleep(POLL_MS);
  }
  await sleep(Math.random() * LIFE_SPREAD_MS);
  const end = await service.end('SIGKILL');
  assert.equal(end.signal, 'SIGKILL', `it ended by itself: ${service.output()}`);
  await uploading;
  closeConnections();
}

async function uploadUntilGone(service: ServiceProcess, scene: Scene, ledger: Ledger): Promise<void> {
  const management = new Actor(service.url, scene.management.token);
  for (;;) {
    const bytes = randomBytes(1 + Math.floor(Math.random() * FILE_BYTES_MAX));
    const form = await formOf([['file', { name: 'a.bin', bytes }]]);
    const response = await management.send('POST', `${scene.base}/media`, form).catch(() => undefined);
    if (response === undefined) return;
    assert.equal(response.status, 201, String(response));
    ledger.set(new URL(response.string('url')).pathname, hashOf(bytes));
  }
}

/** Starts the service again and fetches every file that it has a record of. Gives how many those are. */
async function verify(engine: TestEngine, env: Variables, { scene, ledger }: Told): Promise<number> {
  const service = await startProcess({ engine, env });
  try {
    const management = new Actor(service.url, scene.management.token);
    const urls = await allUrls(management, scene);
    for (const url of urls) {
      const { status, bytes } = await fetchFile(url);
      assert.equal(status, 200, url);
      assert.ok(url.includes(hashOf(bytes)), `${url} has its own bytes`);
    }
    const recorded = new Set(urls.map((url) => new URL(url).pathname));
    for (const [path, hash] of ledger) assert.ok(recorded.has(path) && path.includes(hash), `${path} was acknowledged`);
    return urls.length;
  } finally {
    closeConnections();
    await service.end('SIGINT');
  }
}

async function allUrls(management: Actor, scene: Scene): Promise<string[]> {
  const urls: string[] = [];
  let total: number;
  do {
    const page = await management.get(`${scene.base}/media?limit=${PAGE}&skip=${urls.length}`, 200);
    assert.ok(urls.length === 0 || page.list('items').length > 0, 'each page has some');
    urls.push(...page.each('items', 'url').map(String));
    total = page.number('total');
  } while (urls.length < total);
  return urls;
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
