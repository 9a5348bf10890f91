/**
 * `lectern move`: an embedded installation becomes a cluster on PostgreSQL and a bucket. Everybody who had a token, a
 * password or an address goes on with it, answers are the same byte for byte, and the old installation is as it was.
 * `MOVE_ENTRIES=100000` has that many entries moved as well.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { given, type Scene } from '../../../../testing/src/given.ts';
import { type ProgramResult, runProgram, spawnProgram, startProcess } from '../../../../testing/src/process.ts';
import { createPostgresDatabase, type PostgresDatabase } from '../../../../testing/src/servers/postgres.ts';
import { startBucket, type TestBucket } from '../../../../testing/src/servers/s3.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { digestsIn, type Embedded, fill, freshInstallation, goesOn, said, serve, stop } from './installation.ts';

const ENTRIES = Number(process.env.MOVE_ENTRIES ?? 0);
/** Filling it takes longest. */
const LARGE_TIMEOUT_MS = 3_600_000;
const ENTRIES_A_REQUEST = 1_000;
const CONFIGURATION_EXIT_CODE = 78;
const KILLS = 3;
const OBJECTS = "select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace";

interface Facts {
  readonly tables: readonly { readonly table: string; readonly rows: number; readonly sha256: string }[];
  readonly files: { readonly count: number; readonly sent: number; readonly lost: readonly object[] } | null;
  readonly variables: Readonly<Record<string, string>>;
  readonly secret: { readonly file?: string; readonly variable?: string };
}

if (process.env.DB !== 'sqlite') {
  describe('an embedded installation that is moved', { timeout: 300_000 }, () => {
    let old: Embedded;
    let scenes: Scene[];
    let bucket: TestBucket;
    let answers: Map<string, string>;
    let files: Map<string, string>;
    const databases: PostgresDatabase[] = [];
    const freshUrl = async () => {
      const database = await createPostgresDatabase();
      databases.push(database);
      return database.url;
    };
    const filesUrl = () => `s3://${bucket.bucket}?endpoint=${bucket.endpoint}&region=${bucket.region}`;
    const accessKey = () => ({
      LECTERN_S3_ACCESS_KEY_ID: bucket.credentials.accessKeyId,
      LECTERN_S3_SECRET_ACCESS_KEY: bucket.credentials.secretAccessKey,
    });
    const move = (...words: string[]): Promise<ProgramResult> =>
      runProgram(['move', ...words], {
        ...old.env,
        ...(words.includes('--files') ? accessKey() : {}),
        LECTERN_ALLOW_UNSAFE_DURABILITY: 'true',
      });

    before(async () => {
      bucket = await startBucket();
      old = freshInstallation();
      const service = await serve(old);
      scenes = await fill(service.url);
      answers = await said(service.url, scenes);
      await stop(service);
      files = digestsIn(old.dataDir);
    });
    after(async () => {
      await bucket.stop();
      for (const database of databases) await database.drop();
    });

    it('is refused while its service runs, and changes nothing', async () => {
      const url = await freshUrl();
      const service = await serve(old);
      const { code, output } = await move('--to', url);
      await stop(service);
      assert.equal(code, CONFIGURATION_EXIT_CODE, output);
      assert.match(output, /lectern\.db is in use: stop the service/);
      assert.deepEqual(await rows(url, OBJECTS), [{ count: 0 }]);
      files = digestsIn(old.dataDir);
    });

    it('says the same to everybody from PostgreSQL and a bucket, and goes on', async () => {
      const url = await freshUrl();
      const { code, output } = await move('--to', url, '--files', filesUrl(), '--json');
      assert.equal(code, 0, output);
      assert.deepEqual(digestsIn(old.dataDir), files, 'the old one is as it was, byte for byte');
      const facts = JSON.parse(output) as Facts;
      const rowsOf = new Map(facts.tables.map(({ table, rows: count }) => [table, count]));
      for (const table of [
        'entries',
        'users',
        'sessions',
        'api_keys',
        'webhooks',
        'journal',
        'audit_seals',
        'search_index',
      ])
        assert.ok((rowsOf.get(table) ?? 0) > 0, `${table} has rows`);
      assert.ok(facts.files !== null && facts.files.sent > 0 && facts.files.lost.length === 0, output);
      assert.deepEqual(facts.secret, { file: join(old.dataDir, 'secret') });

      const env = { ...nodeOf(facts, old), LECTERN_DATABASE_URL: url, ...accessKey() };
      const engine = { databaseConfig: () => ({ kind: 'postgres', url, unsafeDurability: true }) as const };
      const node = await startProcess({ engine, env });
      const now = await said(node.url, scenes);
      for (const [name, text] of answers) assert.equal(now.get(name), text, name);
      assert.equal(now.size, answers.size);
      await goesOn(node.url, scenes);
      await stop(node);
      const verified = await runProgram(['audit', 'verify'], { ...env, LECTERN_ALLOW_UNSAFE_DURABILITY: 'true' });
      assert.equal(verified.code, 0, verified.output);
      const again = await move('--to', url, '--files', filesUrl());
      assert.equal(again.code, CONFIGURATION_EXIT_CODE);
      assert.match(again.output, /not empty; create an empty one/);
    });

    it('goes on in the old place too, with the same answers', async () => {
      const service = await serve(old);
      assert.deepEqual(await said(service.url, scenes), answers);
      await stop(service);
    });

    it('leaves an empty database where it is killed, and is moved by the next call', async (context) => {
      const url = await freshUrl();
      let killed = 0;
      for (let round = 0; round < KILLS; round++) {
        const program = spawnProgram(['move', '--to', url], { ...old.env, LECTERN_ALLOW_UNSAFE_DURABILITY: 'true' });
        let hasEnded = false;
        program.ended.then(() => {
          hasEnded = true;
        });
        while (
          !hasEnded &&
          (
            await rows(
              url,
              `select 1 from pg_stat_activity where application_name = 'lectern move' and datname = current_database()`,
            )
          ).length === 0
        )
          await sleep(5);
        await sleep(100 + round * 60);
        const { signal } = await program.end('SIGKILL');
        if (signal !== 'SIGKILL') break;
        killed += 1;
        assert.deepEqual(await rows(url, OBJECTS), [{ count: 0 }], 'nothing is there');
      }
      context.diagnostic(`${killed} kills`);
      assert.ok(killed > 0);
      const { code, output } = await move('--to', url);
      assert.equal(code, 0, output);
      assert.match(output, /read back and compared/);
      assert.match(output, /every node needs it as the folder "storage"/);
      assert.ok(output.includes(`LECTERN_SECRET="$(cat ${join(old.dataDir, 'secret')})"`), output);
    });

    it('is refused with a target that has anything in it', async () => {
      const url = await freshUrl();
      await rows(url, 'create table of_others (id int)');
      const { code, output } = await move('--to', url);
      assert.equal(code, CONFIGURATION_EXIT_CODE, output);
      assert.match(output, /not empty/);
      assert.deepEqual(await rows(url, OBJECTS), [{ count: 1 }]);
    });

    it('is refused with a bucket that has files of others', async () => {
      const other = await startBucket();
      try {
        const target = `s3://${other.bucket}?endpoint=${other.endpoint}&region=${other.region}`;
        await putForeignFile(other);
        const url = await freshUrl();
        const { code, output } = await move('--to', url, '--files', target);
        assert.equal(code, CONFIGURATION_EXIT_CODE, output);
        assert.match(output, /files that do not belong to this installation \(such as files\/foreign\)/);
        assert.deepEqual(await rows(url, OBJECTS), [{ count: 0 }]);
      } finally {
        await other.stop();
      }
    });

    it('is refused with a wrong secret, and where there is nothing', async () => {
      const url = await freshUrl();
      const env = { ...old.env, LECTERN_SECRET: 'another secret that is long enough for all' };
      const wrong = await runProgram(['move', '--to', url], env);
      assert.equal(wrong.code, CONFIGURATION_EXIT_CODE, wrong.output);
      assert.match(wrong.output, /secret is not that of the database/);
      const nothing = await runProgram(['move', '--to', url], {
        ...old.env,
        LECTERN_DATA_DIR: temporaryFolder('empty'),
      });
      assert.equal(nothing.code, CONFIGURATION_EXIT_CODE, nothing.output);
      assert.match(nothing.output, /There is no installation in .*LECTERN_DATA_DIR/);
    });

    for (const [words, env, message] of [
      [[], {}, /Option --to is missing/],
      [['--to', 'mysql://a/b'], {}, /LECTERN_DATABASE_URL/],
      [['--to', 'postgres://a/b', '--files', '/folder'], {}, /--files takes s3:/],
      [['--to', 'postgres://a/b', '--files', 's3://b?colour=red'], {}, /--files takes s3:/],
      [['--to', 'postgres://a/b'], { LECTERN_DATABASE_URL: 'postgres://c/d' }, /LECTERN_DATABASE_URL is set/],
      [['--to', 'postgres://a/b', '--files', 's3://b'], { LECTERN_S3_BUCKET: 'a' }, /in a bucket already/],
    ] as const)
      it(`tells how it is used: ${words.join(' ')} ${Object.keys(env)}`, async () => {
        const { code, output } = await runProgram(['move', ...words], { ...old.env, ...env });
        assert.ok([2, CONFIGURATION_EXIT_CODE].includes(code ?? 0), output);
        assert.match(output, message);
      });
  });

  describe('a large installation that is moved', { skip: ENTRIES === 0, timeout: LARGE_TIMEOUT_MS }, () => {
    it(`arrives whole, with ${ENTRIES} entries`, async (context) => {
      const large = freshInstallation();
      const service = await serve(large);
      await importMany(await given(service.url), ENTRIES);
      await stop(service);
      const database = await createPostgresDatabase();
      try {
        const env = { ...large.env, LECTERN_ALLOW_UNSAFE_DURABILITY: 'true' };
        const begun = performance.now();
        const { code, output } = await runProgram(['move', '--to', database.url], env);
        assert.equal(code, 0, output);
        const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
        context.diagnostic(`${ENTRIES} entries in ${seconds} s: ${output.split('\n')[0]}`);
        assert.deepEqual(await rows(database.url, 'select count(*)::int as count from entries'), [{ count: ENTRIES }]);
      } finally {
        await database.drop();
      }
    });
  });
}

/** The variables that a node is started with, as the command tells them. */
function nodeOf({ variables, secret }: Facts, { dataDir }: Embedded): Record<string, string> {
  const file = secret.file ?? join(dataDir, 'secret');
  return { ...variables, LECTERN_SECRET: readFileSync(file, 'utf8').trim() };
}

async function rows(url: string, sql: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function putForeignFile(bucket: TestBucket): Promise<void> {
  const { writeFileSync } = await import('node:fs');
  const { S3Storage } = await import('../../../src/content/files/s3-storage.ts');
  const path = join(temporaryFolder('foreign'), 'file');
  writeFileSync(path, 'of others');
  const storage = new S3Storage(bucket);
  await storage.put({ name: 'files/foreign', path, size: 9, mimeType: 'text/plain' });
  await storage.close();
}

async function importMany({ owner, base, space }: Scene, count: number): Promise<void> {
  await owner.post(`${space}/locales`, { code: 'de' }, 201);
  const fields = [
    { id: 'title', name: 'Title', type: 'string', localized: true },
    { id: 'path', name: 'Path', type: 'slug' },
    { id: 'body', name: 'Body', type: 'text', localized: true },
    { id: 'next', name: 'Next', type: 'entry' },
    { id: 'code', name: 'Code', type: 'integer', unique: true },
  ];
  await owner.put(
    `${base}/content-types/page`,
    { name: 'Page', slug_field: 'path', display_field: 'title', fields },
    201,
  );
  for (let first = 0; first < count; first += ENTRIES_A_REQUEST) {
    const lines = Array.from({ length: Math.min(ENTRIES_A_REQUEST, count - first) }, (_, index) => {
      const n = first + index;
      const words = Array.from({ length: 30 }, (_, word) => `word${(n * 31 + word * 7) % 5_000}`).join(' ');
      const title = { 'en-US': `Page ${n}`, de: `Seite ${n}` };
      const body = { 'en-US': words, de: `${words} ende` };
      const values = { title, path: `page-${n}`, body, next: `page-${(n + 1) % count}`, code: n };
      return JSON.stringify({ entry: { key: `page-${n}`, content_type: 'page', status: 'published', fields: values } });
    });
    const headers = { 'content-type': 'application/x-ndjson' };
    const response = await owner.send('POST', `${base}/import`, { raw: lines.join('\n'), headers });
    assert.equal(response.status, 200, String(response).slice(0, 400));
  }
}
