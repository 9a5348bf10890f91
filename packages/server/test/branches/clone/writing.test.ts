/**
 * Clones of an environment that people write to meanwhile: they create, change, publish and delete entries, create them again
 * under the same keys, move slugs, and change content types and locales. A clone contains everything committed up to the revision
 * that it names, and nothing later. `CLONE_ROUNDS` is how many clones are made.
 */
import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import type { Actor, ApiResponse } from '../../../../testing/src/client.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { onEachDatabase } from '../../../../testing/src/on-each-engine.ts';
import { SEED } from '../../../../testing/src/seed.ts';
import type { Database, Reader } from '../../../src/platform/database/database.ts';
import { numberOfRow } from '../../../src/platform/database/row-id.ts';
import { assertCounted } from '../../accounts/plans/recount.ts';
import { Random } from '../../reading/consistency/random.ts';
import { askForClone, type ContentRow, contentRows, holdCloning, rowOf, untilCloned } from './clones.ts';

const ROUNDS = Number(process.env.CLONE_ROUNDS ?? 1);
const ENTRIES = 400;
const ASSETS = 20;
const KEYS_OF_WRITER = 40;
const WRITERS = 3;
const SLUGS = 6;

onEachDatabase('a clone that is made under writes', (stage) => {
  it(`has every row of its source at its revision, ${ROUNDS} times`, { timeout: 600_000 }, async (context) => {
    const random = new Random(SEED);
    const scene = await filled(stage.url);
    for (let round = 0; round < ROUNDS; round++) {
      const name = `rested-${round}`;
      let isReady = false;
      const going = () => (isReady ? 0 : Number.POSITIVE_INFINITY);
      const writing = Array.from({ length: WRITERS }, (_, writer) => write(scene, random, writer, going));
      const cloned = async () => {
        const release = await holdCloning(stage.database, context);
        await askForClone(scene, name);
        await changeModel(scene, round);
        await release();
        const changing = changeModel(scene, round + ROUNDS);
        const clone = await untilCloned(scene.owner, scene.space, name);
        await changing;
        return clone;
      };
      const clone = await cloned().finally(() => {
        isReady = true;
      });
      await Promise.all(writing);
      assert.equal(clone.at('status'), 'ready', `SEED=${SEED} ${clone}`);
      await assertSameSinceUntouched(scene, name, context);
      // A change of locales rewrites the slugs of every environment, so keeping clones would slow down the writers.
      await scene.owner.delete(`${scene.space}/environments/${name}`, 204);
    }
    await assertCounted(stage.database.reader);
  });

  it('is what was acknowledged up to its revision when writes go on', { timeout: 600_000 }, async () => {
    const random = new Random(SEED + 1);
    const scene = await filled(stage.url);
    for (let round = 0; round < ROUNDS; round++) {
      const name = `moving-${round}`;
      const before = await allEntries(scene.owner, scene.base);
      const { revision: begun } = await rowOf(stage.database.reader, scene.spaceId, 'master');
      await askForClone(scene, name);
      let isReady = false;
      const writing = Array.from({ length: WRITERS }, (_, writer) =>
        write(scene, random, writer, () => (isReady ? 0 : Number.POSITIVE_INFINITY)),
      );
      const clone = await untilCloned(scene.owner, scene.space, name).finally(() => {
        isReady = true;
      });
      const acknowledged = (await Promise.all(writing)).flat();
      assert.equal(clone.at('status'), 'ready', `SEED=${SEED} ${clone}`);
      const revision = clone.number('cloned_from.revision');
      const expected = new Map(before);
      const { number } = await rowOf(stage.database.reader, scene.spaceId, 'master');
      for (const [key, revisions] of await revisionsByKey(stage.database, number, begun)) {
        const changes = acknowledged.filter((one) => one.key === key).filter(changesSomething(before.get(key) ?? null));
        assert.equal(changes.length, revisions.length, `${key}: what was acknowledged is what was journalled`);
        const last = changes[revisions.filter((one) => one <= revision).length - 1];
        if (last === undefined) continue;
        if (last.entry === null) expected.delete(key);
        else expected.set(key, last.entry);
      }
      const held = await allEntries(scene.owner, `${scene.space}/environments/${name}`);
      assert.deepEqual([...held].sort(), [...expected].sort(), `SEED=${SEED} at revision ${revision}`);
    }
    await assertCounted(stage.database.reader);
  });

  /** Compares inside one snapshot, leaving out what changed in the source or the clone since. */
  async function assertSameSinceUntouched(scene: Scene, name: string, context: TestContext): Promise<void> {
    await stage.database.snapshot(async (reader) => {
      const [source, clone] = [await rowOf(reader, scene.spaceId, 'master'), await rowOf(reader, scene.spaceId, name)];
      const later = await changedSince(reader, [
        [source.number, Number(clone.cloned_revision)],
        [clone.number, 1],
      ]);
      const [expected, held] = [await contentRows(reader, source.number), await contentRows(reader, clone.number)];
      // Assets are numbered separately, so their numbers also occur as numbers of entries.
      const isUntouched = ({ key, number, table }: ContentRow) =>
        !later.keys.has(key) &&
        !later.numbers[ASSET_TABLES.includes(table) ? 'asset' : 'entry'].has(number) &&
        !(later.isModel && MODEL_TABLES.includes(table));
      const left = held.filter(isUntouched);
      assert.deepEqual(
        left.map(({ text }) => text),
        expected.filter(isUntouched).map(({ text }) => text),
        `SEED=${SEED}`,
      );
      // Only a change of the model that rewrites slugs late, or a change of locales that is indexed late, writes these.
      const isFirst = (key: string | null) => key?.startsWith('entry-') === true;
      const changedLate = [...later.keys].filter(isFirst);
      const entries = left.filter(({ table, key }) => table === 'entries' && isFirst(key));
      assert.equal(entries.length, ENTRIES - changedLate.length);
      assert.equal(left.filter(({ table }) => table === 'assets').length, ASSETS - later.numbers.asset.size);
      context.diagnostic(`${left.length} of ${held.length} rows compared`);
    });
  }
});

const ASSET_TABLES = ['assets', 'asset_searches', 'replaced_files'];
/** Tables that depend on the model. */
const MODEL_TABLES = ['content_types', 'slugs', 'unique_values'];

/** What changed in environments after a revision of each. */
async function changedSince(db: Reader, places: readonly (readonly [number, number])[]) {
  const keys = new Set<string | null>();
  const numbers = { entry: new Set<number | null>(), asset: new Set<number | null>() };
  let isModel = false;
  for (const [environment, revision] of places) {
    const items = await db
      .selectFrom('journal_items')
      .select(['kind', 'key', 'resource'])
      .where('environment', '=', environment)
      .where('revision', '>', revision)
      .execute();
    for (const { kind, key, resource } of items) {
      if (kind === 'content_type' || kind === 'locale') isModel = true;
      else keys.add(key);
      if (kind === 'entry' || kind === 'asset') numbers[kind].add(numberOfRow(resource));
    }
  }
  return { keys, numbers, isModel };
}

/** An acknowledged write: the entry after it; null if it is gone. */
interface Acknowledged {
  readonly key: string;
  readonly entry: string | null;
}

/** Writes one after the other, each writer with its own keys; slugs are shared. */
async function write(scene: Scene, random: Random, writer: number, left: () => number): Promise<Acknowledged[]> {
  const acknowledged: Acknowledged[] = [];
  for (let done = 0; done < left(); done++) {
    const key = `w${writer}-${random.below(KEYS_OF_WRITER)}`;
    const response = await writeOne(scene, random, key);
    if (response.status >= 300) {
      // 503: a writer waited too long for a change of the model, and wrote nothing.
      assert.ok([404, 409, 422, 503].includes(response.status), String(response));
      continue;
    }
    acknowledged.push({ key, entry: response.status === 204 ? null : neutral(response.json) });
  }
  return acknowledged;
}

/** Filters out writes that left the entry as it was. @param before the entry before the first of them */
function changesSomething(before: string | null): (write: Acknowledged) => boolean {
  let known = before;
  return ({ entry }) => {
    const isChange = entry !== known;
    known = entry;
    return isChange;
  };
}

/** The revisions at which each entry changed, in order. */
async function revisionsByKey(database: Database, environment: number, after: number): Promise<Map<string, number[]>> {
  const items = await database.reader
    .selectFrom('journal_items')
    .select(['key', 'revision'])
    .distinct()
    .where('environment', '=', environment)
    .where('kind', '=', 'entry')
    .where('event', 'is not', null)
    .where('revision', '>', after)
    .orderBy('revision')
    .execute();
  const byKey = Map.groupBy(items, ({ key }) => key);
  return new Map([...byKey].map(([key, some]) => [key, some.map(({ revision }) => revision)]));
}

function writeOne({ owner, base }: Scene, random: Random, key: string): Promise<ApiResponse> {
  const path = `${base}/entries/${key}`;
  const turn = random.unit();
  const links = { other: `w${random.below(WRITERS)}-${random.below(KEYS_OF_WRITER)}` };
  if (turn < 0.2) return owner.delete(path);
  if (turn < 0.3) return owner.post(`${path}/unpublish`);
  if (turn < 0.35) return owner.post(`${path}/archive`);
  if (turn < 0.4) return owner.post(`${path}/unarchive`);
  if (turn < 0.6) return owner.post(`${path}/publish`);
  const slug = random.chance(0.5) ? { slug: `shared-${random.below(SLUGS)}` } : {};
  const fields = { title: `Title ${random.below(1_000)}`, number: random.below(1_000_000), ...links };
  return owner.put(path, { content_type_id: 'page', fields, ...slug });
}

/** Changes the model while entries are written: a type, a field that slugs and values depend on, and a locale. */
async function changeModel({ owner, base, space }: Scene, round: number): Promise<void> {
  const fallback = round % 2 === 0 ? 'en-US' : null;
  const fields = pageFields.map((one) => ({ ...one, help: `round ${round}` }));
  const page = `${base}/content-types/page`;
  await taken(() => owner.post(`${base}/content-types`, { api_id: `late-${round}`, name: 'Late', fields: [] }));
  await taken(() => owner.patch(page, { fields }));
  await taken(() => owner.post(`${space}/locales`, { code: `de-x-r${round}`, fallback }));
  await taken(() => owner.patch(page, { slug_field: null }));
  // Two entries may have got the same slug meanwhile.
  await taken(() => owner.patch(page, { slug_field: 'slug' }), [409]);
  await taken(() => owner.delete(`${base}/content-types/late-${round}`));
}

/** Repeats a request as long as it times out waiting for the writers, in which case nothing changed. */
async function taken(request: () => Promise<ApiResponse>, others: readonly number[] = []): Promise<void> {
  let response = await request();
  while (response.status === 503) response = await request();
  assert.ok(response.status < 300 || others.includes(response.status), String(response));
}

const pageFields = [
  field('title', 'string', { localized: true }),
  field('slug', 'slug', { localized: true }),
  field('number', 'integer', { unique: true }),
  field('other', 'entry'),
];

async function filled(url: string): Promise<Scene> {
  const scene = await given(url);
  const { owner, base } = scene;
  const type = { api_id: 'page', name: 'Page', display_field: 'title', slug_field: 'slug', fields: pageFields };
  await owner.post(`${base}/content-types`, type, 201);
  const lines = Array.from({ length: ENTRIES }, (_, n) =>
    JSON.stringify({
      entry: {
        key: `entry-${n}`,
        content_type: 'page',
        slug: `entry-${n}`,
        fields: { title: `Entry ${n}`, number: -n },
        status: 'draft',
      },
    }),
  );
  for (let n = 0; n < ASSETS; n++) lines.push(JSON.stringify({ asset: { key: `asset-${n}`, title: `Asset ${n}` } }));
  const headers = { 'content-type': 'application/x-ndjson' };
  const imported = await owner.send('POST', `${base}/import`, { raw: lines.join('\n'), headers });
  assert.equal(imported.status, 200, String(imported));
  assert.ok(!imported.text.includes('"error"'), imported.text.slice(0, 1_000));
  return scene;
}

/** The entries of an environment by key, as management shows them. */
async function allEntries(by: Actor, base: string): Promise<Map<string, string>> {
  const { json } = await by.get(`${base}/entries?limit=1000&order=id`, 200);
  const { items, total } = json as { items: { key: string }[]; total: number };
  assert.equal(items.length, total, 'all fit into one page');
  return new Map(items.map((item) => [item.key, neutral(item)]));
}

function neutral(entry: unknown): string {
  const { warnings, scheduled, ...rest } = entry as { readonly warnings?: unknown; readonly scheduled?: unknown };
  return JSON.stringify(rest)
    .replaceAll(/(ent|ctp)_[a-z0-9]{6}_/gi, '$1_code_')
    .replaceAll(/"environment":"[^"]*"/g, '"environment":"it"');
}
