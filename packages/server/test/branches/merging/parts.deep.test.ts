/**
 * A merge of 10,000 resources, which takes ten writes or more: `kill -9` between two of them, a writer on the target meanwhile, and
 * undoing all of it. `MERGED` and `BODY_CHARACTERS` make it smaller or larger.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { until } from '../../../../testing/src/until.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import { assertCounted } from '../../accounts/plans/recount.ts';
import { untilCloned } from '../clone/clones.ts';

/** A fifth of them is deleted, two fifths are changed and as many are new. */
const MERGED = Number(process.env.MERGED ?? 10_000);
const BODY_CHARACTERS = Number(process.env.BODY_CHARACTERS ?? 2_000);
const [CHANGED, CREATED, DELETED] = [0.4 * MERGED, 0.4 * MERGED, 0.2 * MERGED];
/** Pairs of entries that exchange slugs; the keys of a pair are far apart. */
const EXCHANGED = 100;
const LINES_AT_ONCE = 500;
const WRITES_EVERY_MS = 20;
const KILLED_AFTER_PARTS = 3;
const WITHIN_MS = 1_200_000;
const BRANCH = 'branch';
const BODY = { from: BRANCH, publish: 'as_source', dry_run: false };

interface Line {
  readonly key: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

describeEachEngine(`a merge of ${MERGED} resources`, (engine) => {
  it('is whole after a kill, beside a writer, and undone', { timeout: 1_800_000 }, async (context) => {
    let service = await startProcess({ engine });
    const scene = await prepare(service);
    let owner = scene.owner;
    const earlier = await keysAndSlugs(owner, scene.base);
    const asked = owner.post(`${scene.base}/merges`, BODY).catch(() => undefined);
    await until(
      async () => (await owner.get(`${scene.base}/merges`, 200)).list('items') as { parts: number }[],
      (merges) => (merges[0]?.parts ?? 0) >= KILLED_AFTER_PARTS,
      600_000,
    );
    await service.end('SIGKILL');
    await asked;
    closeConnections();
    service = await startProcess({ engine });
    owner = new Actor(service.url, scene.management.token);
    const writer = writing(owner, scene.base);
    const began = performance.now();
    const rest = await mergedWhole(owner, scene.base);
    const tookMs = performance.now() - began;
    const { writes, longestMs } = await writer.stop();
    context.diagnostic(`the rest (${rest.changed.entries} entries, ${rest.parts} parts) took ${Math.round(tookMs)} ms`);
    context.diagnostic(`${writes} other writes meanwhile, the longest ${Math.round(longestMs)} ms`);
    assert.deepEqual(
      await keysAndSlugs(owner, scene.base),
      await keysAndSlugs(owner, `${scene.space}/environments/${BRANCH}`),
    );
    assert.deepEqual(
      (await owner.post(`${scene.base}/merges`, { from: BRANCH, publish: 'as_source' }, 200)).at('entries'),
      [],
    );
    const merges = (await owner.get(`${scene.base}/merges`, 200)).list('items') as {
      id: string;
      complete: boolean;
      changed: { entries: number };
    }[];
    assert.deepEqual(
      merges.map(({ complete }) => complete),
      [true, false],
    );
    assert.equal(
      merges.reduce((sum, { changed }) => sum + changed.entries, 0),
      MERGED,
      'every entry once',
    );
    for (const [key, note] of writer.notes) {
      const entry = await owner.get(`${scene.base}/entries/${key}`);
      if (entry.status === 200) assert.equal(entry.at('fields.note.en-US'), note, 'the other writer lost nothing');
    }
    const status = (await owner.post(`${scene.base}/merges/${merges[0]?.id}/undo`)).status;
    assert.equal(status, 409, 'what the other writer changed is named');
    await service.end('SIGINT');
    closeConnections();
    context.diagnostic(`before: ${earlier.length} entries`);
    const database = await openDatabase(engine.databaseConfig());
    await assertCounted(database.reader).finally(() => database.close());
  });

  it('is undone as a whole', { timeout: 1_800_000 }, async (context) => {
    const service = await startProcess({ engine });
    const scene = await prepare(service);
    const { owner, base } = scene;
    const earlier = await keysAndSlugs(owner, base);
    const timed = async (what: string, act: () => Promise<unknown>) => {
      const page = writing(owner, base, ['alone']);
      const [began, usedMs] = [performance.now(), processorMs(service.pid)];
      await act();
      const tookMs = Math.round(performance.now() - began);
      const { writes, longestMs } = await page.stop();
      const used = `${processorMs(service.pid) - usedMs} ms of the processor`;
      context.diagnostic(
        `${what}: ${tookMs} ms, ${used}; ${writes} other writes, the longest ${Math.round(longestMs)} ms`,
      );
    };
    await timed('plan', () => owner.post(`${base}/merges`, { ...BODY, dry_run: true }, 200));
    await timed('merge', () => mergedWhole(owner, base));
    const [merged] = await mergesInto(owner, base);
    assert.ok((merged?.parts ?? 0) >= MERGED / 1_000);
    await timed('undo', async () => {
      owner.post(`${base}/merges/${merged?.id}/undo`).catch(() => undefined);
      await until(
        () => mergesInto(owner, base),
        ([first]) => first?.undone_at !== null,
        WITHIN_MS,
      );
    });
    assert.deepEqual(await keysAndSlugs(owner, base), earlier);
    await service.end('SIGINT');
    closeConnections();
  });
});

interface Merge {
  readonly id: string;
  readonly parts: number;
  readonly complete: boolean;
  readonly undone_at: string | null;
  readonly changed: { readonly entries: number };
}

async function mergesInto(owner: Actor, base: string): Promise<Merge[]> {
  return (await owner.get(`${base}/merges`, 200)).list('items') as Merge[];
}

/** Merges, and waits until the merge is whole, however long the response takes. */
async function mergedWhole(owner: Actor, base: string): Promise<Merge> {
  const refused = { text: '' };
  owner.post(`${base}/merges`, BODY).then(
    (response) => {
      if (response.status !== 201) refused.text = String(response);
    },
    () => undefined,
  );
  const merges = await until(
    () => mergesInto(owner, base),
    ([first]) => first?.complete === true || refused.text !== '',
    WITHIN_MS,
  );
  assert.equal(refused.text, '');
  return merges[0] as Merge;
}

/** What a process has used of the processor. */
function processorMs(pid: number): number {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').slice(11, 13) ?? [];
  return (Number(user) + Number(system)) * 10;
}

async function prepare(service: ServiceProcess): Promise<Scene> {
  const scene = await given(service.url);
  const { owner, base, space } = scene;
  const fields = [
    field('title', 'string'),
    field('slug', 'slug'),
    field('body', 'text'),
    field('note', 'string'),
    field('next', 'entry'),
  ];
  await owner.post(
    `${base}/content-types`,
    { api_id: 'page', name: 'Page', display_field: 'title', slug_field: 'slug', fields },
    201,
  );
  const old = Array.from({ length: CHANGED + DELETED }, (_, n) =>
    page(`old-${n}`, { slug: `old-${n}`, body: text('a') }),
  );
  await importLines(owner, base, [...old, page('alone', { slug: 'alone' })]);
  await owner.post(`${base}/clone`, { name: BRANCH }, 201);
  await untilCloned(owner, space, BRANCH);
  const branch = `${space}/environments/${BRANCH}`;
  const pairOf = (n: number) => (n < EXCHANGED ? CHANGED - 1 - n : n >= CHANGED - EXCHANGED ? CHANGED - 1 - n : n);
  const apart = Array.from({ length: EXCHANGED }, (_, n) => page(`old-${n}`, { slug: `free-${n}` }));
  await importLines(owner, branch, apart);
  const changed = Array.from({ length: CHANGED }, (_, n) =>
    page(`old-${n}`, { slug: `old-${pairOf(n)}`, body: text('b'), next: `new-${n}` }),
  ).reverse();
  const created = Array.from({ length: CREATED }, (_, n) =>
    page(`new-${n}`, { slug: `new-${n}`, body: text('c'), next: n % 2 === 0 ? `old-${n}` : `new-${n - 1}` }),
  );
  await importLines(owner, branch, [...created, ...changed]);
  for (let n = CHANGED; n < CHANGED + DELETED; n++) await owner.delete(`${branch}/entries/old-${n}`, 204);
  return scene;
}

function page(key: string, fields: Record<string, unknown>): Line {
  return { key, fields: { title: key, ...fields } };
}

function text(letter: string): string {
  return `${letter}${Math.random()} `.repeat(Math.ceil(BODY_CHARACTERS / 20)).slice(0, BODY_CHARACTERS);
}

async function importLines(owner: Actor, base: string, lines: readonly Line[]): Promise<void> {
  const headers = { 'content-type': 'application/x-ndjson' };
  for (let from = 0; from < lines.length; from += LINES_AT_ONCE) {
    const some = lines.slice(from, from + LINES_AT_ONCE);
    const raw = some
      .map((line) => JSON.stringify({ entry: { content_type: 'page', status: 'published', ...line } }))
      .join('\n');
    const imported = await owner.send('POST', `${base}/import`, { raw, headers });
    assert.equal(imported.status, 200, String(imported));
    assert.doesNotMatch(imported.text, /"result": ?"(?!created|updated|unchanged)/);
  }
}

/** `<key> <slug>` of all entries, in order. */
async function keysAndSlugs(owner: Actor, base: string): Promise<string[]> {
  const found: string[] = [];
  for (
    let path: string | undefined = `${base}/entries?limit=1000&order=id&select=id,slug,status`;
    path !== undefined;
  ) {
    const read = await owner.get(path, 200);
    for (const item of read.list('items') as { id: string; slug: string; status: string }[])
      found.push(`${item.id.split('_').at(-1)} ${item.slug} ${item.status.replace('changed', 'published')}`);
    path = /<([^>]+)>; rel="next"/.exec(String(read.headers.link ?? ''))?.[1];
  }
  return found.sort();
}

/** Writes into entries again and again, until it is stopped. @param keys by default those that the merge changes */
function writing(owner: Actor, base: string, keys?: readonly string[]) {
  const notes = new Map<string, string>();
  const found = { writes: 0, longestMs: 0 };
  let isOver = false;
  const working = (async () => {
    for (let n = 0; !isOver; n++) {
      const key = keys === undefined ? `old-${(n * 37) % CHANGED}` : (keys[n % keys.length] ?? '');
      const began = performance.now();
      const written = await owner.patch(`${base}/entries/${key}`, { fields: { note: `note ${n}` } });
      found.longestMs = Math.max(found.longestMs, performance.now() - began);
      found.writes += 1;
      if (written.status === 200) notes.set(key, `note ${n}`);
      await sleep(WRITES_EVERY_MS);
    }
  })();
  const stop = async () => {
    isOver = true;
    await working;
    return found;
  };
  return { notes, stop };
}
