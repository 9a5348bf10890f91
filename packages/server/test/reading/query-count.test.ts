/**
 * The database cost of reading is a snapshot: the SQL of an entry list with `include=3` whose columns are built but whose entries
 * and assets were never read, which is the same for any number of items. `UPDATE_SNAPSHOTS=1` rewrites it, on purpose only.
 */
import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../testing/src/environment.ts';
import { given, magazine, type Scene } from '../../../testing/src/given.ts';
import { createService } from '../../src/app.ts';
import { readConfig } from '../../src/platform/config/config.ts';

/** Most statements that a list may take, whatever it includes. */
const STATEMENTS_MAX = 8;
/** Lists of parameters, which grow with the items. */
const PLACEHOLDERS = /\((?:\?|\$\d+)(?:, (?:\?|\$\d+))*\)/g;
/** How PostgreSQL is asked, once a second at most, whether what is in memory still holds; no list costs more for it. */
const CONFIRMATION = /from "environments" where "number" (=|in)/;
/** Background jobs look for work of their own meanwhile, in tables that no read touches. */
const BACKGROUND = /"(?:webhook_\w+|webhooks|mails|audit_\w+|background_jobs|journal|journal_heads)"/;
const QUIET_MS = 200;
const SNAPSHOT = new URL('./query-count.snapshot.json', import.meta.url);

type Snapshot = Record<string, readonly string[]>;

describeEachEngine('an entry list with include=3', (engine) => {
  for (const count of [4, 200]) {
    it(`takes at most ${STATEMENTS_MAX} statements with ${count} items, the ones of the snapshot`, async () => {
      const scene = await withService(
        engine,
        () => undefined,
        (url) => fill(url, count),
      );
      const statements = await statementsOf(engine, scene);
      assert.ok(statements.length <= STATEMENTS_MAX, `${statements.length} statements:\n${statements.join('\n')}`);
      compareWithSnapshot(engine.kind, statements);
    });
  }
});

/** The statements of one list on a service that has just started and has answered nothing but an empty one. */
async function statementsOf(engine: TestEngine, scene: Scene): Promise<string[]> {
  const statements: string[] = [];
  let counting = false;
  let lastAt = Date.now();
  const note = (sql: string) => {
    lastAt = Date.now();
    if (counting && !CONFIRMATION.test(sql) && !BACKGROUND.test(sql)) statements.push(sql.replace(PLACEHOLDERS, '(…)'));
  };
  await withService(engine, note, async (url) => {
    // Background jobs first finish what the last start left over, such as indexing.
    while (Date.now() - lastAt < QUIET_MS) await sleep(QUIET_MS / 10);
    const reader = new Actor(url, scene.delivery.token);
    await reader.get(`${scene.read}/entries?content_type=article&fields.title=none`, 200);
    counting = true;
    const response = await reader.get(`${scene.read}/entries?content_type=article&include=3&limit=1000`, 200);
    counting = false;
    assert.ok(response.list('includes.entries').length > 0, 'links were followed');
  });
  return statements;
}

async function withService<T>(
  engine: TestEngine,
  onStatement: (sql: string) => void,
  use: (url: string) => Promise<T>,
): Promise<T> {
  const service = await createService(readConfig(serviceEnvironment({ engine })), { onStatement });
  try {
    return await use(await service.listen());
  } finally {
    closeConnections();
    await service.close();
  }
}

/** Articles that link to authors, who link to each other three deep. */
async function fill(url: string, count: number): Promise<Scene> {
  const scene = await given(url, { types: magazine });
  const authors = Array.from({ length: count }, (_, index) => ({
    entry: {
      key: `author-${index}`,
      content_type: 'author',
      status: 'published',
      fields: { name: `A ${index}`, favourite: `author-${(index + 1) % count}` },
    },
  }));
  const articles = Array.from({ length: count }, (_, index) => ({
    entry: {
      key: `article-${index}`,
      content_type: 'article',
      status: 'published',
      fields: { title: `Article ${index}`, author: `author-${index}`, image: `image-${index}` },
    },
  }));
  const images = Array.from({ length: count }, (_, index) => ({
    asset: { key: `image-${index}`, title: `Image ${index}` },
  }));
  const raw = [...images, ...authors, ...articles].map((line) => JSON.stringify(line)).join('\n');
  const imported = await scene.owner.send('POST', `${scene.base}/import`, {
    raw,
    headers: { 'content-type': 'application/x-ndjson' },
  });
  assert.ok(
    imported.each('results', 'result').every((result) => result === 'created'),
    String(imported),
  );
  return scene;
}

function compareWithSnapshot(kind: string, statements: readonly string[]): void {
  const snapshot: Snapshot = existsSync(SNAPSHOT) ? JSON.parse(readFileSync(SNAPSHOT, 'utf8')) : {};
  if (process.env.UPDATE_SNAPSHOTS === '1') {
    writeFileSync(SNAPSHOT, `${JSON.stringify({ ...snapshot, [kind]: statements }, null, 2)}\n`);
    return;
  }
  assert.deepEqual(statements, snapshot[kind], 'the SQL changed; if that is meant, run once with UPDATE_SNAPSHOTS=1');
}
