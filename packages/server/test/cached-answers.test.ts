/**
 * Cached equals uncached equals oracle: random questions between random writes, each asked as it is (and so mostly
 * answered from what is kept), asked so that it cannot be kept, and worked out from what the test itself wrote.
 * `CACHE_ROUNDS` is how many writes there are; a seed is printed where something differs.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Answer, closeConnections } from './client.ts';
import { describeEachEngine } from './harness/engines.ts';
import { startProcess } from './harness/process.ts';
import { createEntry, field, makeScene, type Scene } from './scene.ts';
import { onEachEngine } from './stage.ts';

const ROUNDS = Number(process.env.CACHE_ROUNDS ?? 60);
const QUESTIONS_A_ROUND = 8;
const AUTHORS = 4;
const ARTICLES = 8;
const YEAR_MS = 31_536_000_000;

/** An entry as the test knows it; null where it has no such state. */
interface Known {
  readonly id: string;
  draft: Record<string, unknown>;
  published: Record<string, unknown> | null;
}

interface World {
  readonly scene: Scene;
  readonly authors: readonly Known[];
  readonly articles: readonly Known[];
  random: () => number;
  revision: number;
}

/** What is asked, and what of the world has to come: the names and titles of the items, sorted. */
interface Question {
  readonly search: string;
  readonly plane: 'delivery' | 'preview';
  readonly items: (world: World) => unknown[];
  /** Names of the authors that are included, sorted; not looked at where left out. */
  readonly included?: (world: World) => unknown[];
}

const shownOn = (plane: Question['plane'], { published, draft }: Known) => (plane === 'delivery' ? published : draft);
const states = (plane: Question['plane'], entries: readonly Known[]) =>
  entries.map((entry) => shownOn(plane, entry)).filter((state) => state !== null);
const namesOf = (shown: readonly Record<string, unknown>[]) => shown.map(({ name }) => name).sort();
const authorOf = (world: World, { author }: Record<string, unknown>, plane: Question['plane']) => {
  const [, number] = /^author-(\d+)$/.exec(String(author)) ?? [];
  const known = world.authors[Number(number)];
  return known === undefined ? null : shownOn(plane, known);
};
const linkedNames = (world: World, plane: Question['plane'], articles: readonly Record<string, unknown>[]) => {
  const found = articles.map((article) => authorOf(world, article, plane)).filter((author) => author !== null);
  return namesOf([...new Set(found)]);
};

const questions: readonly Question[] = (['delivery', 'preview'] as const).flatMap((plane) => [
  { plane, search: '', items: ({ authors, articles }) => namesOf(states(plane, [...authors, ...articles])) },
  { plane, search: 'content_type=author', items: ({ authors }) => namesOf(states(plane, authors)) },
  {
    plane,
    search: 'content_type=article&include=1',
    items: ({ articles }) => namesOf(states(plane, articles)),
    included: (world) => linkedNames(world, plane, states(plane, world.articles)),
  },
  {
    plane,
    search: 'content_type=article&fields.rating[gte]=5',
    items: ({ articles }) => namesOf(states(plane, articles).filter(({ rating }) => Number(rating) >= 5)),
  },
  {
    plane,
    search: 'content_type=article&fields.author.rating=1',
    items: (world) =>
      namesOf(states(plane, world.articles).filter((article) => authorOf(world, article, plane)?.rating === 1)),
  },
  {
    plane,
    search: 'ids=article-1,author-1&include=0',
    items: ({ authors, articles }) =>
      namesOf(
        states(
          plane,
          [articles[1], authors[1]].filter((entry) => entry !== undefined),
        ),
      ),
  },
]);

onEachEngine('cached, uncached and worked out', (stage) => {
  it('answers are the same, and none is older than what was acknowledged', () => play(stage.url, ROUNDS));
});

// On PostgreSQL, news of another process take their time; there `min_revision` gets them at once.
describeEachEngine('two workers', (engine) => {
  if (engine.kind !== 'sqlite') return;
  it('answer the same, however requests fall to them', async () => {
    const service = await startProcess({ engine }, ['--workers', '2']);
    try {
      await play(service.url, ROUNDS / 2);
    } finally {
      closeConnections();
      await service.end('SIGTERM');
    }
  });
});

async function play(url: string, rounds: number): Promise<void> {
  const world = await makeWorld(await makeScene(url));
  const seed = Math.floor(Math.random() * 2 ** 31);
  world.random = randomFrom(seed);
  try {
    for (let round = 0; round < rounds; round++) {
      await change(world);
      const asked = Array.from({ length: QUESTIONS_A_ROUND }, (_, at) => ask(world, round * QUESTIONS_A_ROUND + at));
      await Promise.all(asked);
    }
  } catch (error) {
    throw new Error(`With the seed ${seed}: ${(error as Error).message}`, { cause: error });
  }
}

async function ask(world: World, count: number): Promise<void> {
  const { scene, random, revision } = world;
  const question = questions[Math.floor(random() * questions.length)] ?? questions[0];
  assert.ok(question !== undefined);
  const { plane, search } = question;
  const path = `${scene.read}/entries?${search}`;
  // True of every entry, and another question each time.
  const never = `created_at[ne]=${new Date(count + YEAR_MS).toISOString()}`;
  const cached = await scene[plane].get(path, 200);
  const uncached = await scene[plane].get(`${path}&${never}`, 200);
  assert.equal(cached.text, uncached.text, `${plane} ${search}`);
  assert.deepEqual(cached.each('items', 'fields.name').sort(), question.items(world), `${plane} ${search}`);
  if (question.included !== undefined) {
    const names = cached.each('includes.entries', 'fields.name').sort();
    assert.deepEqual(names, question.included(world), `${plane} ${search}`);
  }
  assert.ok(revisionOf(cached) >= revision, `${revisionOf(cached)} is older than ${revision}`);
  assert.equal(revisionOf(uncached), revisionOf(cached));
}

/** One random write; the world knows of it once it is acknowledged. */
async function change(world: World): Promise<void> {
  const { scene, random, authors, articles } = world;
  const all = [...authors, ...articles];
  const entry = all[Math.floor(random() * all.length)] ?? all[0];
  assert.ok(entry !== undefined);
  const kind = random();
  if (kind < 0.4) await save(world, entry);
  if (kind >= 0.3 && kind < 0.75) {
    await scene.owner.post(`/entries/${entry.id}/publish`, undefined, 200);
    entry.published = entry.draft;
  } else if (kind >= 0.75 && entry.published !== null) {
    await scene.owner.post(`/entries/${entry.id}/unpublish`, undefined, 200);
    entry.published = null;
  }
  world.revision = revisionOf(await scene.preview.get(`${scene.read}/entries?limit=1&include=0`, 200));
}

async function save(world: World, entry: Known): Promise<void> {
  const { scene, random } = world;
  const fields = {
    ...entry.draft,
    name: `Name ${Math.floor(random() * 1_000)}`,
    rating: Math.floor(random() * 10),
    ...('author' in entry.draft ? { author: `author-${Math.floor(random() * AUTHORS)}` } : {}),
  };
  await scene.owner.patch(`/entries/${entry.id}`, { fields }, 200);
  entry.draft = fields;
}

async function makeWorld(scene: Scene): Promise<World> {
  const named = [field('name', 'string'), field('rating', 'integer')];
  await scene.owner.post(`${scene.base}/content-types`, typeOf('author', named), 201);
  await scene.owner.post(`${scene.base}/content-types`, typeOf('article', [...named, field('author', 'entry')]), 201);
  const make = async (content_type_id: string, number: number, more: Record<string, unknown>): Promise<Known> => {
    const fields = { name: `${content_type_id} ${number}`, rating: number, ...more };
    const key = `${content_type_id}-${number}`;
    return {
      id: await createEntry(scene.owner, scene.base, { content_type_id, key, fields }),
      draft: fields,
      published: null,
    };
  };
  const authors: Known[] = [];
  for (let number = 0; number < AUTHORS; number++) authors.push(await make('author', number, {}));
  const articles: Known[] = [];
  for (let number = 0; number < ARTICLES; number++) {
    articles.push(await make('article', number, { author: `author-${number % AUTHORS}` }));
  }
  return { scene, authors, articles, random: Math.random, revision: 0 };
}

function typeOf(api_id: string, fields: readonly unknown[]): Record<string, unknown> {
  return { api_id, name: api_id, display_field: 'name', fields };
}

function revisionOf(answer: Answer): number {
  return Number(answer.headers['x-cms-revision']);
}

/** The same numbers from 0 to 1 for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
