/** The statements of docs/operations/outgrown.md, on a PostgreSQL with content: what works as it stands, and what is refused. */
import assert from 'node:assert/strict';
import { chmodSync, chownSync, readFileSync } from 'node:fs';
import { it } from 'node:test';
import pg from 'pg';
import { Actor, closeConnections } from '../../../testing/src/client.ts';
import { serviceEnvironment } from '../../../testing/src/environment.ts';
import { given, magazine, publishNew, type Scene } from '../../../testing/src/given.ts';
import { runProgram } from '../../../testing/src/process.ts';
import { createStartedDatabase, type PostgresDatabase } from '../../../testing/src/servers/postgres.ts';
import { postgresUser } from '../../../testing/src/servers/postgres-binaries.ts';
import { startService } from '../../../testing/src/service.ts';
import { removeFolder, temporaryFolder } from '../../../testing/src/temporary-folder.ts';

const PAGE = readFileSync(new URL('../../../../docs/operations/outgrown.md', import.meta.url), 'utf8');
const [RANGES = '', HASHES = '', REFUSED = '', TABLESPACE = ''] = [...PAGE.matchAll(/```sql\n(.*?)```/gs)].map(
  ([, statements]) => statements ?? '',
);

it('the service goes on with partitioned tables on two disks', { skip: process.env.DB === 'sqlite' }, async () => {
  const database = await createStartedDatabase();
  const folder = tablespaceFolder();
  const engine = {
    databaseConfig: () => ({ kind: 'postgres' as const, url: database.url, unsafeDurability: true }),
  };
  try {
    const scene = await withService(engine, async (url) => {
      const made = await given(url, { types: magazine });
      await publishNew(made.owner, made.base, articleOf('before'));
      return made;
    });
    await run(database, [RANGES, HASHES]);
    await run(database, separate(TABLESPACE.replace('/mnt/large', folder)));
    await withService(engine, (url) => useAgain(url, scene));
    const [{ here, beyond } = {}] = await run(database, [
      'SELECT (SELECT count(*)::int FROM entry_states_1) AS here, (SELECT count(*)::int FROM entry_states_2) AS beyond',
    ]);
    assert.ok(Number(here) > 0 && Number(beyond) > 0, `${here} rows here, ${beyond} beyond`);
    const { code, output } = await runProgram(['doctor', '--json'], serviceEnvironment({ engine }));
    assert.equal(code, 0, output);
  } finally {
    await database.drop();
    await run(maintenanceOf(database), ['DROP TABLESPACE IF EXISTS large_disk']);
    removeFolder(folder);
  }
});

it('unique keys without the column are what PostgreSQL refuses', { skip: process.env.DB === 'sqlite' }, async () => {
  const database = await createStartedDatabase();
  try {
    for (const statement of separate(REFUSED))
      await assert.rejects(run(database, [statement]), {
        message: 'unique constraint on partitioned table must include all partitioning columns',
      });
  } finally {
    await database.drop();
  }
});

/** Content from before is there, and new one is written into both partitions. */
async function useAgain(url: string, { owner, delivery, ...before }: Scene): Promise<void> {
  const known = { ...before, owner: new Actor(url, owner.token), delivery: new Actor(url, delivery.token) };
  const other = await given(url, { types: magazine });
  for (const place of [known, other]) {
    await publishNew(place.owner, place.base, articleOf('then'));
    const taken = await place.owner.post(`${place.base}/entries`, articleOf('then'), 409);
    assert.equal(taken.at('detail.code'), 'slug_conflict');
    const list = await place.delivery.get(`${place.read}/entries?order=slug`, 200);
    assert.deepEqual(list.each('items', 'slug'), place === known ? ['before', 'then'] : ['then']);
  }
}

function articleOf(slug: string) {
  return { content_type_id: 'article', fields: { title: slug }, slug };
}

async function withService<T>(
  engine: Parameters<typeof startService>[0]['engine'],
  work: (url: string) => Promise<T>,
): Promise<T> {
  const service = await startService({ engine });
  try {
    return await work(service.url);
  } finally {
    closeConnections();
    await service.close();
  }
}

/** A folder that the server may write into. */
function tablespaceFolder(): string {
  const folder = temporaryFolder('tablespace');
  const user = postgresUser();
  chmodSync(folder, 0o700);
  if (user !== null) chownSync(folder, user.uid, user.gid);
  return folder;
}

/** What cannot run in one transaction is sent statement by statement. */
function separate(statements: string): string[] {
  return statements.split(';\n').filter((statement) => statement.trim() !== '');
}

function maintenanceOf(database: PostgresDatabase): Pick<PostgresDatabase, 'url'> {
  return { url: new URL('/postgres', database.url).href };
}

async function run(
  { url }: Pick<PostgresDatabase, 'url'>,
  statements: readonly string[],
): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: pg.QueryResultRow[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows ?? [];
    return rows;
  } finally {
    await client.end();
  }
}
