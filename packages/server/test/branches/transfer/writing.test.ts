/**
 * Exports of a space that people write to meanwhile. An archive shows a single state of the database: of two entries that are
 * incremented one after the other, it never shows the second without the first, and all its links resolve if they resolved when
 * they were created. `EXPORT_ROUNDS` is how many exports are made.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';
import { fetchFile, filesIn, linesIn, makeExport } from './archives.ts';
import { upload } from './full-space.ts';

const ROUNDS = Number(process.env.EXPORT_ROUNDS ?? 1);
/** More than one part has. */
const ENTRIES = 2_300;
const LINES_A_REQUEST = 1_200;

onEachEngine('an export that is made under writes', (stage) => {
  it(`shows one moment, ${ROUNDS} times`, { timeout: 300_000 }, async () => {
    const scene = await makeFilled(stage.url);
    for (let round = 0; round < ROUNDS; round++) {
      let isReady = false;
      const going = () => !isReady;
      const writing = [
        raise(scene, going),
        link(scene, `left-${round}`, going),
        illustrate(scene, `asset-${round}`, going),
        remodel(scene, round, going),
      ];
      const made = await makeExport(scene).finally(() => {
        isReady = true;
      });
      await Promise.all(writing);
      assert.equal(made.at('status'), 'ready', String(made));
      const archive = await fetchFile(scene, made.string('id'));
      assertOneMoment(archive);
      assert.ok([...filesIn(archive).keys()].includes('environments/master/entries/page.ndjson'));
    }
  });
});

/**
 * Every link resolves, every asset has its file, the second counter equals the first or is one behind, and every record has the
 * fields of its type.
 */
function assertOneMoment(archive: Buffer): void {
  const files = filesIn(archive);
  const entries = linesIn(archive, 'environments/master/entries/page.ndjson').map(({ entry }) => entry ?? {});
  const keys = new Set(entries.map(({ key }) => key));
  assert.ok(keys.size >= ENTRIES);
  const types = linesIn(archive, 'environments/master/content-types.ndjson').map(({ content_type: type }) => type);
  const page = types.find((type) => type?.api_id === 'page') as { fields: { id: string }[] };
  const known = new Set(page.fields.map(({ id }) => id));
  const counts = new Map<unknown, number>();
  for (const { key, fields } of entries as { key: string; fields: Record<string, Record<string, unknown>> }[]) {
    for (const id of Object.keys(fields)) assert.ok(known.has(id), `${key} has the field ${id}`);
    const target = Object.values(fields.next ?? {})[0] as { id: string } | undefined;
    if (target !== undefined) assert.ok(keys.has(target.id), `${key} links to ${target.id}`);
    counts.set(key, Number(Object.values(fields.count ?? { '': 0 })[0]));
  }
  const [first = 0, second = 0] = [counts.get('page-0000'), counts.get('zz-last')];
  assert.ok(first === second || first === second + 1, `the counters stand at ${first} and ${second}`);
  assert.ok(first > 0, 'somebody wrote before the moment');
  for (const { asset } of linesIn(archive, 'environments/master/assets.ndjson')) {
    const hash = String(asset?.file);
    assert.ok(files.has(`files/${hash.slice(0, 2)}/${hash}`), `the file of ${asset?.key}`);
  }
  const hashes = linesIn(archive, 'environments/master/assets.ndjson').map(({ asset }) => String(asset?.file));
  const stored = [...files.keys()].filter((path) => path.startsWith('files/'));
  assert.equal(stored.length, new Set(hashes).size, 'no file that no asset has');
}

/** Increments the first entry, then the last one, again and again. */
async function raise({ owner, base }: Scene, going: () => boolean): Promise<void> {
  const { fields } = (await owner.get(`${base}/entries/zz-last`, 200)).json as {
    fields: { count: Record<string, number> };
  };
  let count = Number(fields.count['en-US']);
  do {
    count += 1;
    for (const key of ['page-0000', 'zz-last']) await owner.patch(`${base}/entries/${key}`, { fields: { count } }, 200);
  } while (going());
}

/** Creates a target, links to it from many entries, removes the links and deletes it. */
async function link({ owner, base }: Scene, prefix: string, going: () => boolean): Promise<void> {
  for (let round = 0; round === 0 || going(); round++) {
    const key = `${prefix}-${round}`;
    await owner.put(`${base}/entries/${key}`, { content_type_id: 'page', fields: { count: round } }, 201);
    const sources = [`page-${number(round * 31)}`, `page-${number(round * 977)}`];
    for (const source of sources) await owner.patch(`${base}/entries/${source}`, { fields: { next: key } }, 200);
    for (const source of sources) await owner.patch(`${base}/entries/${source}`, { fields: { next: null } }, 200);
    await owner.delete(`${base}/entries/${key}`, 204);
  }
}

async function illustrate(scene: Scene, prefix: string, going: () => boolean): Promise<void> {
  for (let round = 0; round === 0 || going(); round++) {
    const key = `${prefix}-${round}`;
    const id = await upload(scene, scene.base, { key, name: `${key}.txt`, bytes: `${key}\n` });
    if (round % 2 === 0) await scene.owner.delete(`/media/${id}`, 204);
  }
}

/** Renames a field, and creates and deletes an environment. */
async function remodel({ owner, base, space }: Scene, round: number, going: () => boolean): Promise<void> {
  const [from, to] = round % 2 === 0 ? ['title', 'name'] : ['name', 'title'];
  await owner.post(`${space}/environments`, { name: `late-${round}` }, 201);
  await owner.patch(`${base}/content-types/page`, { fields: fieldsWith({ id: to, previous_id: from }) }, 200);
  if (going()) await owner.delete(`${space}/environments/late-${round}`, 204);
  if (round % 2 === 1) return;
  await owner.patch(`${base}/content-types/page`, { fields: fieldsWith({ id: 'title', previous_id: 'name' }) }, 200);
  await owner.patch(`${base}/content-types/page`, { fields: fieldsWith({ id: 'name', previous_id: 'title' }) }, 200);
}

function fieldsWith(title: { id: string; previous_id?: string }): object[] {
  return [{ ...field(title.id, 'string'), ...title }, field('count', 'integer'), field('next', 'entry')];
}

async function makeFilled(url: string): Promise<Scene> {
  const scene = await given(url);
  const { owner, base } = scene;
  const type = { name: 'Page', display_field: 'title', fields: fieldsWith({ id: 'title' }) };
  await owner.put(`${base}/content-types/page`, type, 201);
  const keys = [...Array.from({ length: ENTRIES }, (_, n) => `page-${number(n)}`), 'zz-last'];
  for (let from = 0; from < keys.length; from += LINES_A_REQUEST) {
    const lines = keys.slice(from, from + LINES_A_REQUEST).map((key) => {
      return JSON.stringify({ entry: { key, content_type: 'page', fields: { title: `Page ${key}`, count: 0 } } });
    });
    const headers = { 'content-type': 'application/x-ndjson' };
    const imported = await owner.send('POST', `${base}/import`, { raw: lines.join('\n'), headers });
    assert.equal(imported.status, 200, String(imported));
  }
  return scene;
}

function number(n: number): string {
  return String(n % ENTRIES).padStart(4, '0');
}
