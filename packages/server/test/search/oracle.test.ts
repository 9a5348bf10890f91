/**
 * Search against an oracle that takes every text word by word: random content in locales of seven languages that fall
 * back on each other, written and searched over HTTP with orders and filters, on both engines, with the columns in
 * memory and with no room for them. `SEARCH_RUNS=100` makes it long.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { Models } from '../../src/model/content-types/models.ts';
import { Environments } from '../../src/model/spaces/environments.ts';
import { Heads } from '../../src/model/spaces/heads.ts';
import { openDatabase } from '../../src/platform/database/connect.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Journal } from '../../src/platform/journal/journal.ts';
import { systemClock } from '../../src/platform/kit/clock.ts';
import { MemoryBudget } from '../../src/platform/kit/memory-budget.ts';
import { readEntryList } from '../../src/reading/delivery/query-string/entry-list.ts';
import { QueryEngine } from '../../src/reading/query/engine.ts';
import { languageOf } from '../../src/reading/search/stemmers.ts';
import { formsOf, wordsOf } from '../../src/reading/search/words.ts';
import { closeConnections } from '../client.ts';
import { describeEachEngine } from '../harness/engines.ts';
import { startService } from '../harness/service.ts';
import { field, makeScene, type Scene } from '../scene.ts';

const RUNS = Number(process.env.SEARCH_RUNS ?? 4);
const vocabulary = [
  'house',
  'houses',
  'Häuser',
  'Haus',
  'run',
  'running',
  'Läufer',
  'naïve',
  'café',
  'CAFE',
  'Straße',
  'strasse',
  'élections',
  'élection',
  'cheval',
  'canción',
  'canciones',
  'niños',
  '東京タワー',
  '東京',
  '学习中文',
  '中文',
  '日本語の検索',
  '検索',
  'ภาษาไทย',
  'ภาษา',
  'ho',
] as const;
/** Each with what it falls back on. */
const locales = { en: null, de: 'en', fr: 'de', es: 'en', zh: 'en', ja: 'zh', th: 'en' } as const;
type Locale = keyof typeof locales;
const codes = Object.keys(locales) as Locale[];
const GRADE_MAX = 3;
const keys = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

type Texts = Readonly<Partial<Record<Locale, string | undefined>>>;
interface State {
  readonly title: Texts;
  readonly body: Texts;
  readonly grade: number;
}
interface Post {
  readonly id: string;
  draft: State;
  published: State | null;
  /** Count of the write that published it last, and of the last one of all. */
  publishedAt: number;
  updatedAt: number;
}

const text = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const texts: fc.Arbitrary<Texts> = fc.record(
  Object.fromEntries(codes.map((code) => [code, fc.option(text, { nil: undefined, freq: 2 })])),
);
const state: fc.Arbitrary<State> = fc.record({
  title: fc.tuple(text, texts).map(([en, others]) => ({ ...others, en })),
  body: texts,
  grade: fc.nat({ max: GRADE_MAX }),
});
const step = fc.record({
  kind: fc.constantFrom('save', 'save', 'publish', 'publish', 'unpublish', 'delete'),
  key: fc.constantFrom(...keys),
  state,
});
const question = fc.record({
  words: fc.array(fc.constantFrom(...vocabulary, 'ca', 'stra', 'HAU', 'elec', '東', 'ภา', 'nothing'), {
    minLength: 1,
    maxLength: 3,
  }),
  locale: fc.constantFrom(...codes, '*' as const),
  plane: fc.constantFrom('delivery', 'preview'),
  order: fc.constantFrom(undefined, undefined, 'id', '-fields.grade,id'),
  gradeMin: fc.constantFrom(0, 0, 1, GRADE_MAX),
  skip: fc.constantFrom(0, 0, 1),
  limit: fc.constantFrom(2, 100),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Question = typeof question extends fc.Arbitrary<infer T> ? T : never;

describeEachEngine('searching', (engine) => {
  it('finds what the oracle finds, in its order, with columns in memory and by streaming', async () => {
    const service = await startService({ engine });
    const database = await openDatabase(engine.databaseConfig());
    const rounds = fc.array(
      fc.record({
        steps: fc.array(step, { minLength: 1, maxLength: 6 }),
        questions: fc.array(question, { minLength: 4, maxLength: 8 }),
      }),
      { minLength: 3, maxLength: 6 },
    );
    try {
      await fc.assert(
        fc.asyncProperty(rounds, async (all) => {
          const world = new World(await makeWorldScene(service.url), database);
          for (const [at, { steps, questions }] of all.entries()) {
            for (const one of steps) await world.run(one);
            // What was sought before is known: it must not be what it was.
            for (const sought of [...questions, ...(all[at - 1]?.questions ?? [])]) await world.compare(sought);
          }
        }),
        { numRuns: RUNS, endOnFailure: true },
      );
    } finally {
      closeConnections();
      await database.close();
      await service.close();
    }
  });
});

class World {
  readonly #scene: Scene;
  readonly #database: Database;
  readonly #posts = new Map<string, Post>();
  #count = 0;

  constructor(scene: Scene, database: Database) {
    this.#scene = scene;
    this.#database = database;
  }

  async run({ kind, key, state }: Step): Promise<void> {
    const { owner } = this.#scene;
    const post = this.#posts.get(key);
    this.#count += 1;
    if (kind === 'save') await this.#save(key, state);
    else if (post === undefined) return;
    else if (kind === 'delete') {
      await owner.delete(`/entries/${post.id}`, 204);
      this.#posts.delete(key);
    } else if (kind === 'publish' && post.published !== post.draft) {
      await owner.post(`/entries/${post.id}/publish`, undefined, 200);
      Object.assign(post, { published: post.draft, publishedAt: this.#count, updatedAt: this.#count });
    } else if (kind === 'unpublish' && post.published !== null) {
      await owner.post(`/entries/${post.id}/unpublish`, undefined, 200);
      Object.assign(post, { published: null, updatedAt: this.#count });
    }
  }

  async compare(sought: Question): Promise<void> {
    const actor = this.#scene[sought.plane];
    const parameters = new URLSearchParams({
      q: sought.words.join(' '),
      locale: sought.locale,
      limit: String(sought.limit),
      skip: String(sought.skip),
      ...(sought.order === undefined ? {} : { order: sought.order }),
      ...(sought.gradeMin === 0 ? {} : { content_type: 'post', 'fields.grade[gte]': String(sought.gradeMin) }),
    });
    const response = await actor.get(`${this.#scene.read}/entries?${parameters}`, 200);
    const expected = this.#expected(sought);
    const found = response.each('items', 'id').map((id) => String(id).split('_').slice(2).join('_'));
    assert.equal(response.at('total'), expected.length, String(response));
    const page = expected.slice(sought.skip, sought.skip + sought.limit);
    // Writes of one millisecond stand in no order that the oracle knows: without one, ranks are compared alone.
    if (sought.order !== undefined || expected.length === 1)
      assert.deepEqual(
        found,
        page.map(({ key }) => key),
      );
    const streamed = await this.#streamed(String(parameters), sought.plane);
    assert.deepEqual([streamed.keys, streamed.total], [found, response.at('total')], 'streaming answers alike');
    const ranks = new Map(expected.map(({ key, rank }) => [key, rank]));
    if (sought.order === undefined)
      assert.deepEqual(
        found.map((key) => ranks.get(key)),
        page.map(({ rank }) => rank),
      );
  }

  /** The same question to an engine that has no memory at all. */
  async #streamed(search: string, plane: Question['plane']): Promise<{ keys: string[]; total: number }> {
    const database = this.#database;
    const heads = new Heads({ database, clock: systemClock });
    const models = new Models({ database, heads });
    const engine = new QueryEngine({ database, heads, memory: new MemoryBudget(0), clock: systemClock });
    const environments = {
      database,
      journal: {} as Journal,
      heads,
      onDeleted: () => undefined,
      onCloned: () => undefined,
    };
    const environment = await new Environments(environments).resolve(this.#scene.spaceId, 'master');
    const model = await models.current(environment ?? assert.fail());
    const { entries, total } = await engine.run(readEntryList(search, model, plane).entries, model);
    return { keys: entries.map(({ key }) => key), total };
  }

  async #save(key: string, next: State): Promise<void> {
    const { owner, base } = this.#scene;
    const response = await owner.put(`${base}/entries/${key}`, {
      content_type_id: 'post',
      fields: fieldsOf(next),
    });
    assert.ok(response.status < 300, String(response));
    const before = this.#posts.get(key);
    const isSame = before !== undefined && JSON.stringify(before.draft) === JSON.stringify(next);
    if (isSame) return;
    const post = before ?? { id: response.string('id'), draft: next, published: null, publishedAt: 0, updatedAt: 0 };
    this.#posts.set(key, Object.assign(post, { draft: next, updatedAt: this.#count }));
  }

  #expected({ words, locale, plane, order, gradeMin }: Question): { key: string; rank: number }[] {
    const shown = locale === '*' ? 'en' : locale;
    const language = languageOf(shown);
    const sought = wordsOf(words.join(' '), language);
    const found: { key: string; rank: number; grade: number }[] = [];
    for (const [key, post] of this.#posts) {
      const state = plane === 'delivery' ? post.published : post.draft;
      if (state === null || state.grade < gradeMin) continue;
      const title = wordsOf(valueIn(state.title, shown) ?? '', language);
      const all = [...title, ...wordsOf(valueIn(state.body, shown) ?? '', language)];
      const holds = (held: typeof title) => (word: (typeof title)[number], at: number) =>
        held.some(
          (other) =>
            formsOf(word).some((form) => formsOf(other).includes(form)) ||
            (at === sought.length - 1 && other.surface.startsWith(word.surface)),
        );
      if (!sought.every(holds(all))) continue;
      const rank = sought.every(holds(title)) ? 3 : sought.some(holds(title)) ? 2 : 1;
      found.push({ key, rank, grade: state.grade });
    }
    const byKey = found.sort((a, b) => (a.key < b.key ? -1 : 1));
    if (order === 'id') return byKey;
    return order === undefined ? byKey.sort((a, b) => b.rank - a.rank) : byKey.sort((a, b) => b.grade - a.grade);
  }
}

function valueIn(values: Texts, locale: Locale): string | undefined {
  const fallback = locales[locale];
  return values[locale] ?? (fallback === null ? undefined : valueIn(values, fallback));
}

function fieldsOf({ title, body, grade }: State): Record<string, unknown> {
  const present = (values: Texts) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return { title: present(title), body: present(body), grade };
}

async function makeWorldScene(url: string): Promise<Scene> {
  const scene = await makeScene(url, { defaultLocale: 'en' });
  const { en, ...others } = locales;
  for (const [code, fallback] of Object.entries(others))
    await scene.owner.post(`${scene.space}/locales`, { code, name: code, fallback, optional: true }, 201);
  const fields = [
    field('title', 'string', { localized: true }),
    field('body', 'text', { localized: true }),
    field('grade', 'integer'),
  ];
  await scene.owner.post(
    `${scene.base}/content-types`,
    { api_id: 'post', name: 'Post', display_field: 'title', fields },
    201,
  );
  return scene;
}
