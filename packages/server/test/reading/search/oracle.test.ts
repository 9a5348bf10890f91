/**
 * Search compared with an oracle that checks every text word by word: random content in locales of seven languages with fallbacks,
 * written and searched over HTTP with orders and filters, on both engines, with the columns in memory and with no room for them.
 * `SEARCH_RUNS=100` makes it long.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { closeConnections } from '../../../../testing/src/client.ts';
import { describeEachEngine } from '../../../../testing/src/engines.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import type { Content, Field } from '../../../../testing/src/oracle/content.ts';
import { Finding, type Search } from '../../../../testing/src/oracle/finding.ts';
import { startService } from '../../../../testing/src/service.ts';
import { Models } from '../../../src/model/content-types/models.ts';
import { Environments } from '../../../src/model/spaces/environments.ts';
import { Heads } from '../../../src/model/spaces/heads.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { systemClock } from '../../../src/platform/kit/clock.ts';
import { MemoryBudget } from '../../../src/platform/kit/memory-budget.ts';
import { QueryEngine } from '../../../src/reading/query/engine.ts';
import { readEntryList } from '../../../src/reading/query-string/entry-list.ts';
import { languageOf } from '../../../src/reading/search/stemmers.ts';
import { formsOf, type Word, wordsOf } from '../../../src/reading/search/words.ts';

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
  'cafe\u0301',
  'cœur',
  'coeur',
  'Łódź',
  'lo\u00addz',
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
interface Written {
  readonly title: Texts;
  readonly body: Texts;
  readonly grade: number;
}
interface Post {
  readonly id: string;
  draft: Written;
  published: Written | null;
}

const text = fc.array(fc.constantFrom(...vocabulary), { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
const texts: fc.Arbitrary<Texts> = fc.record(
  Object.fromEntries(codes.map((code) => [code, fc.option(text, { nil: undefined, freq: 2 })])),
);
const state: fc.Arbitrary<Written> = fc.record({
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

  constructor(scene: Scene, database: Database) {
    this.#scene = scene;
    this.#database = database;
  }

  async run({ kind, key, state }: Step): Promise<void> {
    const { owner } = this.#scene;
    const post = this.#posts.get(key);
    if (kind === 'save') await this.#save(key, state);
    else if (post === undefined) return;
    else if (kind === 'delete') {
      await owner.delete(`/entries/${post.id}`, 204);
      this.#posts.delete(key);
    } else if (kind === 'publish' && post.published !== post.draft) {
      await owner.post(`/entries/${post.id}/publish`, undefined, 200);
      post.published = post.draft;
    } else if (kind === 'unpublish' && post.published !== null) {
      await owner.post(`/entries/${post.id}/unpublish`, undefined, 200);
      post.published = null;
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
    const models = new Models({ database, heads, memory: new MemoryBudget(0) });
    const engine = new QueryEngine({ database, heads, memory: new MemoryBudget(0), clock: systemClock });
    const environment = await new Environments({ database, heads }).resolve(this.#scene.spaceId, 'master');
    const model = await models.current(environment ?? assert.fail());
    const { entries, total } = await engine.run(readEntryList(search, model, plane).entries, model);
    return { keys: entries.map(({ key }) => key), total };
  }

  async #save(key: string, next: Written): Promise<void> {
    const { owner, base } = this.#scene;
    const response = await owner.put(`${base}/entries/${key}`, {
      content_type_id: 'post',
      fields: fieldsOf(next),
    });
    assert.ok(response.status < 300, String(response));
    const before = this.#posts.get(key);
    const isSame = before !== undefined && JSON.stringify(before.draft) === JSON.stringify(next);
    if (isSame) return;
    this.#posts.set(key, { published: null, id: response.string('id'), ...before, draft: next });
  }

  /** What the oracle finds, with the language's own words. */
  #expected({ words, locale, plane, order, gradeMin }: Question): { key: string; rank: number }[] {
    const shown = locale === '*' ? 'en' : locale;
    const search = searchIn(shown, words.join(' '), order === undefined);
    const finding = new Finding(contentOf(this.#posts), {
      plane,
      type: null,
      locale: shown,
      conditions: gradeMin === 0 ? [] : [{ by: { field: 'grade' }, operator: 'gte', operands: [gradeMin] }],
      order: order?.startsWith('-') === true ? [{ by: { field: 'grade' }, descending: true }] : [],
      search,
    });
    return finding.found().map((row) => ({ key: row.entry.key, rank: finding.rankOf(row, search) }));
  }
}

/** How a language takes texts word by word is not the oracle's matter: `words.test.ts` has it. */
function searchIn(locale: Locale, words: string, byRelevance: boolean): Search<Word> {
  const language = languageOf(locale);
  return {
    wordsOf: (text) => wordsOf(text, language),
    asked: wordsOf(words, language),
    fits: (word, asked, isLast) =>
      formsOf(asked).some((form) => formsOf(word).includes(form)) || (isLast && word.surface.startsWith(asked.surface)),
    byRelevance,
  };
}

function contentOf(posts: ReadonlyMap<string, Post>): Content {
  const field = (id: string, kind: Field['kind']) => ({ number: id, id, kind, localized: kind === 'text' });
  const valuesOf = ({ title, body, grade }: Written) => ({ title, body, grade: { en: grade } });
  const entries = [...posts].map(([key, { draft, published }]) => [
    key,
    {
      key,
      type: 'post',
      status: 'draft' as const,
      draft: valuesOf(draft),
      published: published && valuesOf(published),
      publishedAt: null,
    },
  ]);
  return {
    locales: codes.map((code) => ({ number: code, code, fallback: locales[code] })),
    types: [
      {
        apiId: 'post',
        slug: null,
        display: 'title',
        fields: [field('title', 'text'), field('body', 'text'), field('grade', 'other')],
      },
    ],
    entries: Object.fromEntries(entries),
  };
}

function fieldsOf({ title, body, grade }: Written): Record<string, unknown> {
  const present = (values: Texts) =>
    Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
  return { title: present(title), body: present(body), grade };
}

async function makeWorldScene(url: string): Promise<Scene> {
  const scene = await given(url, { defaultLocale: 'en' });
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
