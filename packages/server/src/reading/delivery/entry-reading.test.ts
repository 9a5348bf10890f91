/**
 * Reading entries with their includes from real databases: what is found, how many statements it takes, and that an
 * response shows one state of the content although others write meanwhile.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { environmentRow } from '../../../../testing/src/rows/environment-row.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import { Heads } from '../../model/spaces/heads.ts';
import { openDatabase } from '../../platform/database/connect.ts';
import type { Database, Writer } from '../../platform/database/database.ts';
import { rowId } from '../../platform/database/row-id.ts';
import { PublishedHeads } from '../../platform/journal/published-heads.ts';
import { systemClock } from '../../platform/kit/clock.ts';
import { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import { QueryEngine } from '../query/engine.ts';
import { Overlays } from '../query/overlays.ts';
import { readAssetList } from '../query-string/asset-list.ts';
import { readEntryList } from '../query-string/entry-list.ts';
import { readSingleEntry } from '../query-string/single.ts';
import { AssetReading } from './asset-reading.ts';
import { AssetTexts } from './asset-texts.ts';
import { EntryReading, type EntryReadingParts } from './entry-reading.ts';
import { article, author, CODE, ENVIRONMENT, magazine } from './fixtures.ts';
import { FragmentCache } from './fragment-cache.ts';
import { OneState } from './one-state.ts';
import { PastFiles } from './past-files.ts';
import { type ReadPlane, viewOf } from './view.ts';

const ROWS_FROM = rowId(ENVIRONMENT, 0);
const BUDGET_BYTES = 8 * 1024 * 1024;
/** Statements that a list with `include=3` may take, whatever the number of items. */
const STATEMENTS_MAX = 8;

const model = magazine();
const environment: Environment = {
  number: ENVIRONMENT,
  id: 'env_1',
  name: 'master',
  code: CODE,
  ownCode: CODE,
  codes: [CODE],
  aliases: [],
  namesRevision: 0,
  leadsFrom: 0,
  spaceId: 'spc_1',
  accountId: 'acc_1',
  source: null,
  clonedRevision: null,
  modelLockedBy: null,
  status: 'ready',
  epoch: 'e',
  version: 1,
  createdAt: 0,
};

interface Shown {
  readonly items?: readonly { id: string; fields: Record<string, unknown> }[];
  readonly total?: number;
  readonly fields?: Record<string, unknown>;
  readonly includes: {
    entries: readonly { id: string; fields: Record<string, unknown> }[];
    assets: readonly { id: string }[];
  };
}

const link = (key: string) => ({ kind: 'entry', key });

describeEachEngine('reading entries', (engine) => {
  let database: Database;
  let heads: Heads;
  const statements: string[] = [];

  before(async () => {
    database = await openDatabase(engine.databaseConfig(), { observe: (sql) => statements.push(sql) });
    heads = new Heads({ database, clock: systemClock });
    await database.write(async (writer) => {
      const { id, spaceId, name, epoch } = environment;
      const row = environmentRow(ENVIRONMENT, { id, space_id: spaceId, name, epoch, next_type_number: 4 });
      await writer.insertInto('environments').values(row).execute();
      await putAsset(writer, 1, 'pic', { title: { 1: 'Picture', 3: 'Image' } });
      await putAsset(writer, 2, 'face', {});
      const people = [
        ['ada', 'bob'],
        ['bob', 'cid'],
        ['cid', 'ada'],
        ['gone', 'ada'],
      ] as const;
      for (const [index, [key, favourite]] of people.entries()) {
        const states = key === 'gone' ? 1 : 3;
        const portrait = { kind: 'asset', key: 'face' };
        await putEntry(writer, {
          number: 50 + index,
          key,
          type: author.number,
          states,
          document: { 1: { 0: key }, 3: { 0: link(favourite) }, 4: { 0: portrait } },
        });
      }
      for (let number = 1; number <= 40; number++) {
        const related = [link('gone'), link('cid'), link('nowhere')];
        const document = {
          1: { 1: `Article ${number}` },
          4: { 0: link('ada') },
          10: { 0: { kind: 'asset', key: 'pic' } },
          11: { 0: related },
        };
        await putEntry(writer, { number, key: `a${number}`, type: article.number, states: 3, document });
      }
    });
  });
  after(() => database.close());

  function assetReading(memory: MemoryBudget) {
    return new AssetReading({
      database,
      heads,
      publishedHeads: new PublishedHeads({ database }),
      texts: new AssetTexts(memory),
      address: { url: 'https://content.example' },
      pastFiles: new PastFiles('x'),
    });
  }

  function reading(disturb?: () => Promise<void>) {
    const memory = new MemoryBudget(BUDGET_BYTES);
    const real = new QueryEngine({ database, heads, memory, clock: systemClock });
    const between: EntryReadingParts['engine'] = {
      keysToStates: (query, how) => real.keysToStates(query, how),
      show: (query, how) => {
        const result = real.show(query, how);
        if (how.within !== undefined || disturb === undefined) return result;
        return Promise.resolve(result).then(async (found) => {
          await disturb();
          return found;
        });
      },
    };
    const parts = {
      database,
      engine: between,
      overlays: new Overlays({ database, memory }),
      fragments: new FragmentCache(memory),
      assets: assetReading(memory),
    };
    const entries = new EntryReading(parts);
    const oneState = new OneState({ database, heads, models: { current: async () => model } });
    const list = async (search: string, plane: ReadPlane = 'delivery'): Promise<Shown> => {
      const query = readEntryList(search, model, plane);
      const { locale, selection, withMeta, branches } = query;
      const view = viewOf({ model, plane, locale, selection, withMeta, withPlaces: branches !== null });
      const head = await heads.of(environment.number);
      assert.ok(head);
      const { response } = await oneState.read({ environment, model, head }, plane, (_model, within) =>
        entries.list(query, { view, head, within }),
      );
      return JSON.parse(response.body.toString());
    };
    const single = async (key: string, search: string, plane: ReadPlane = 'delivery'): Promise<Shown | null> => {
      const query = readSingleEntry(search, model);
      const { locale, selection, withMeta, branches } = query;
      const view = viewOf({ model, plane, locale, selection, withMeta, withPlaces: branches !== null });
      const head = await heads.of(environment.number);
      assert.ok(head);
      const { response } = await oneState.read({ environment, model, head }, plane, (_model, within) =>
        entries.single({ key, include: query.include, branches }, { view, head, within }),
      );
      return response === null ? null : JSON.parse(response.toString());
    };
    return { list, single };
  }

  it('gives a page with what it links to, each once, to the requested depth', async () => {
    const { list } = reading();
    const keysAt = async (depth: number) => {
      const { includes, total, items } = await list(`content_type=article&order=id&limit=25&include=${depth}`);
      assert.deepEqual([total, items?.length], [40, 25]);
      return [includes.entries.map(keyOf), includes.assets.map(keyOf)];
    };
    assert.deepEqual(await keysAt(0), [[], []]);
    assert.deepEqual(await keysAt(1), [['ada', 'cid'], ['pic']]);
    assert.deepEqual(await keysAt(2), [
      ['ada', 'cid', 'bob'],
      ['pic', 'face'],
    ]);
    assert.deepEqual(await keysAt(3), [
      ['ada', 'cid', 'bob'],
      ['pic', 'face'],
    ]);
  });

  it('shows what is not published on preview alone, and repeats no item', async () => {
    const { list, single } = reading();
    assert.deepEqual(
      (await list('content_type=article&limit=1&include=1', 'preview')).includes.entries.map(keyOf).toSorted(),
      ['ada', 'cid', 'gone'],
    );
    assert.equal(await single('gone', ''), null);
    assert.equal(await single('nowhere', '', 'preview'), null);
    assert.deepEqual((await single('gone', 'include=3', 'preview'))?.includes.entries.map(keyOf), [
      'ada',
      'bob',
      'cid',
    ]);
    assert.deepEqual((await list('content_type=author&include=3')).includes.entries, []);
  });

  it('follows links along paths, and shows of each target what all paths to it ask for, once', async () => {
    const { list, single } = reading();
    const shown = async (search: string) => {
      const { includes } = await list(`content_type=article&order=id&limit=2&${search}`);
      const texts = includes.entries.map((entry) => `${keyOf(entry)} ${Object.keys(entry.fields ?? {}).join('+')}`);
      return [texts.join(', '), includes.assets.map(keyOf).join()];
    };
    assert.deepEqual(await shown('follow=author'), ['ada name+favourite+portrait', '']);
    assert.deepEqual(await shown('include=3&follow=image,author.portrait&select=slug,image'), ['', 'pic']);
    const twice = 'select=author.name,related.favourite.portrait&include=3';
    for (const _ of ['rendered', 'kept']) {
      assert.deepEqual(await shown(twice), ['ada name+portrait, cid favourite', 'face']);
      assert.deepEqual(await shown('select=author.favourite.name&include=3'), ['ada favourite, bob name', '']);
    }
    const people = await list('content_type=author&order=id&select=favourite.name&include=1');
    const names = people.items?.map((item) => [keyOf(item), item.fields.name]);
    assert.deepEqual(names, [
      ['ada', 'ada'],
      ['bob', 'bob'],
      ['cid', 'cid'],
    ]);
    assert.deepEqual(people.includes.entries, []);
    assert.deepEqual((await single('a1', 'follow=author.favourite'))?.includes.entries.map(keyOf), ['ada', 'bob']);
  });

  it('takes few statements, whatever the number of items, and none for what is kept', async () => {
    const { list } = reading();
    const counts = new Set<number>();
    for (const limit of [2, 20, 40]) {
      await list(`content_type=article&limit=1&include=0`);
      statements.length = 0;
      await reading().list(`content_type=article&limit=${limit}&include=3`);
      counts.add(statements.filter((sql) => !sql.includes('epoch')).length);
      assert.ok(statements.length <= STATEMENTS_MAX, statements.join('\n'));
    }
    assert.equal(counts.size, 1, `as many for every limit, not ${[...counts].join(', ')}`);
    await list('content_type=article&limit=25&include=1');
    statements.length = 0;
    await list('content_type=article&limit=25&include=0');
    assert.deepEqual(
      statements.filter((sql) => sql.includes('entry_states')),
      [],
    );
  });

  it('reads again where an entry moved meanwhile, at last from a snapshot', async () => {
    let writes = 0;
    for (const disturbances of [1, 3, 100]) {
      let left = disturbances;
      const { list } = reading(async () => {
        if (left-- <= 0) return;
        writes += 1;
        const version = writes + 1;
        await database.write((writer) => republish(writer, 1, `Version ${version}`, version));
      });
      const { items, total } = await list(`content_type=article&ids=a1,a2&order=id&meta=${disturbances === 1}`);
      assert.equal(total, 2);
      assert.equal(items?.[0]?.fields.title, `Version ${writes + 1}`);
    }
  });

  it('lists assets in a stable order, page by page, by media type', async () => {
    const assets = assetReading(new MemoryBudget(BUDGET_BYTES));
    const page = async (search: string) => {
      const query = readAssetList(search, model);
      const { page: found, next } = (await assets.list(query, { model, locale: query.locale })).response;
      return { ...found, keys: found.items.map((item) => keyOf(item as { id: string })), next };
    };
    for (const order of ['id', '-id', 'created_at', '-updated_at']) {
      const whole = (await page(`order=${order}`)).keys;
      const first = await page(`order=${order}&limit=1`);
      assert.deepEqual([first.keys, first.total], [whole.slice(0, 1), 2]);
      assert.ok(first.next);
      const query = { ...readAssetList(`order=${order}&limit=1`, model), after: first.next };
      const { response: second } = await assets.list(query, { model, locale: 1 });
      assert.deepEqual(
        second.page.items.map((item) => keyOf(item as { id: string })),
        whole.slice(1),
      );
      assert.equal(second.next, null);
    }
    assert.deepEqual([(await page('mime_type=image/*')).total, (await page('mime_type=image/png')).total], [2, 2]);
    assert.deepEqual((await page('mime_type=video/*')).keys, []);
    const unknown = { focal_point: null, dominant_color: null, placeholder: null };
    for (const item of (await page('')).items) assert.deepEqual({ ...item, ...unknown }, item);
    const titles = async (search: string) =>
      (await page(`order=-id&limit=1&${search}`)).items.map((item) => (item as { title: unknown }).title);
    assert.deepEqual(await titles('locale=de'), ['Picture']);
    assert.deepEqual(await titles('locale=fr'), ['Image']);
    assert.deepEqual(await titles('locale=*'), [{ 'en-US': 'Picture', fr: 'Image' }]);
  });
});

const by = { created_at: 0, created_by: 'usr_1', updated_at: 0, updated_by: 'usr_1' };

interface StoredEntry {
  readonly number: number;
  readonly key: string;
  readonly type: number;
  readonly states: number;
  readonly document: object;
}

async function putEntry(writer: Writer, { number, key, type, states, document }: StoredEntry): Promise<void> {
  const published = states === 3;
  const id = ROWS_FROM + number;
  const at = published ? 1_000 + number : null;
  await writer
    .insertInto('entries')
    .values({
      id,
      environment: ENVIRONMENT,
      key,
      content_type: type,
      version: 1,
      published_version: published ? 1 : null,
      published_at: at,
      published_saved_at: null,
      first_published_at: at,
      archived_at: null,
      saved_at: 0,
      ...by,
    })
    .execute();
  await writer
    .insertInto('entry_states')
    .values({ id, version: 1, document: JSON.stringify(document) })
    .execute();
  await writer
    .insertInto('entry_index')
    .values({
      id,
      version: 1,
      states,
      content_type: type,
      key,
      status: published ? 'published' : 'draft',
      created_at: 0,
      created_by: 'usr_1',
      saved_at: 0,
      updated_at: 0,
      published_at: at,
      index_values: '{}',
    })
    .execute();
}

/** What a publish of a changed article leaves behind. */
async function republish(writer: Writer, number: number, title: string, version: number): Promise<void> {
  const id = ROWS_FROM + number;
  const { revision } = await writer
    .updateTable('environments')
    .set((of) => ({ revision: of('revision', '+', 1), published_revision: of('revision', '+', 1) }))
    .where('number', '=', ENVIRONMENT)
    .returning('revision')
    .executeTakeFirstOrThrow();
  await writer.deleteFrom('entry_states').where('id', '=', id).execute();
  await writer
    .insertInto('entry_states')
    .values({ id, version, document: JSON.stringify({ 1: { 1: title } }) })
    .execute();
  await writer.updateTable('entry_index').set({ version }).where('id', '=', id).execute();
  await writer
    .insertInto('journal_items')
    .values({
      environment: ENVIRONMENT,
      revision,
      ordinal: 1,
      event: 'entry.publish',
      kind: 'entry',
      key: `a${number}`,
      resource: id,
      content_type: article.number,
      content_type_key: null,
      published: 1,
      moved: 0,
      slug: null,
      slugs: null,
      status: 'published',
    })
    .execute();
}

async function putAsset(writer: Writer, number: number, key: string, texts: object): Promise<void> {
  await writer
    .insertInto('assets')
    .values({
      id: ROWS_FROM + number,
      environment: ENVIRONMENT,
      key,
      texts: JSON.stringify(texts),
      file: null,
      file_name: null,
      dominant_color: null,
      placeholder: null,
      focal_point: null,
      tags: null,
      mime_type: 'image/png',
      size: null,
      width: null,
      height: null,
      file_hash: null,
      version: 1,
      ...by,
      created_at: number,
    })
    .execute();
}

function keyOf({ id }: { readonly id: string }): string {
  return id.slice(`ent_${CODE}_`.length);
}
