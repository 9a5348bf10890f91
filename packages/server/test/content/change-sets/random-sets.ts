/**
 * Random change sets over random content: what is read through them is compared with what is read once they have really gone out, and
 * lists of the management plane with an oracle that goes through all entries. Each set goes out for real, so that the next one lies over
 * what the former ones have made.
 */
import assert from 'node:assert/strict';
import type { ApiResponse } from '../../../../testing/src/client.ts';
import { field, given, type Scene } from '../../../../testing/src/given.ts';
import { Random } from '../../reading/consistency/random.ts';

const ENTRIES = 14;
const ENTRIES_MIN = 4;
const QUERIES_A_SET = 10;
const MANAGEMENT_QUERIES = 4;
const WORDS = ['harbour', 'light', 'winter', 'snow', 'sale', 'garden'] as const;
const TAGS = ['red', 'sea', 'old'] as const;
const LOCALES = ['en-US', 'de'] as const;
const ORDERS = [
  'price',
  '-price',
  'title',
  '-title',
  'slug',
  'id',
  '-updated_at',
  'published_at',
  '-created_at',
  'price,-title',
] as const;

const types = [
  {
    api_id: 'author',
    name: 'Author',
    display_field: 'name',
    fields: [field('name', 'string', { required: true })],
  },
  {
    api_id: 'article',
    name: 'Article',
    display_field: 'title',
    slug_field: 'slug',
    fields: [
      field('title', 'string', { localized: true, required: true }),
      field('slug', 'slug'),
      field('body', 'text', { localized: true }),
      field('price', 'number'),
      field('tags', 'array', { items: { type: 'string' } }),
      field('author', 'entry'),
      field('related', 'array', { items: { type: 'entry' } }),
    ],
  },
];

/** An entry as the management plane lists it. */
interface Listed {
  readonly key: string;
  readonly status: string;
  readonly updated_at: string;
  readonly change?: string | null;
  readonly fields: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** @returns how many of the sets went out */
export async function readThroughSets(url: string, { sets, seed }: { sets: number; seed: number }): Promise<number> {
  const random = new Random(seed);
  const scene = await given(url, { locales: ['de'], types });
  const world = new RandomWorld(scene, random, seed);
  await world.fill();
  let published = 0;
  for (let round = 0; round < sets; round++) if (await world.round(round)) published += 1;
  return published;
}

class RandomWorld {
  readonly #scene: Scene;
  readonly #random: Random;
  readonly #seed: number;
  #keys: string[] = [];

  constructor(scene: Scene, random: Random, seed: number) {
    this.#scene = scene;
    this.#random = random;
    this.#seed = seed;
  }

  async fill(): Promise<void> {
    const { owner, base } = this.#scene;
    for (const name of ['Ada', 'Grace']) {
      const key = name.toLowerCase();
      const author = { content_type_id: 'author', key, fields: { name } };
      await owner.post(`${base}/entries`, author, 201);
      this.#keys.push(key);
    }
    for (let at = 0; at < ENTRIES; at++) await this.#create(`k${at}`);
    for (const key of this.#keys) await this.#change(key);
  }

  /** @returns whether the sets went out, so that what was read could be compared */
  async round(round: number): Promise<boolean> {
    const random = this.#random;
    for (let edits = random.below(4); edits > 0; edits--) await this.#change(random.pick(this.#keys));
    const there = await this.#scene.owner.get(
      `${this.#scene.base}/entries?limit=500&status=draft,published,changed`,
      200,
    );
    this.#keys = there.each('items', 'key') as string[];
    // Sets may have archived or deleted nearly everything.
    for (let at = this.#keys.length; at < ENTRIES_MIN; at++) await this.#create(`k${round}-${at}`);
    const since = new Date().toISOString();
    const sets = [await this.#newSet(round)];
    if (random.chance(0.3)) sets.push(await this.#newSet(round + 0.5));
    await this.#compareLists(sets[0]?.id ?? '');
    const paths = this.#paths(since);
    const before = await this.#readAll(paths, sets.map(({ id }) => id).join());
    for (const { id, ending } of sets) {
      const done = await this.#scene.owner.post(`/change-sets/${id}/${ending}`, {});
      if (done.status === 200) continue;
      assert.ok(done.status === 409 || done.status === 422, String(done));
      return false;
    }
    const after = await this.#readAll(paths, undefined);
    for (const [at, path] of paths.entries())
      assert.deepEqual(before[at], after[at], `${path} in round ${round} with seed ${this.#seed}`);
    return true;
  }

  async #newSet(round: number): Promise<{ id: string; ending: string }> {
    const { owner, base } = this.#scene;
    const random = this.#random;
    const onto = random.pick(['published', 'published', 'drafts']);
    const id = (await owner.post(`${base}/change-sets`, { name: `Set ${round}`, onto }, 201)).string('id');
    const touched = new Set(Array.from({ length: 1 + random.below(7) }, () => random.pick(this.#keys)));
    const own: string[] = [];
    for (const key of touched) if (await this.#putInto(id, key)) own.push(key);
    for (let made = random.below(3); made > 0; made--)
      await this.#create(`n${`${round}`.replace('.', '_')}-${made}`, id);
    // Others that change now would come before the set by the time of their change, and behind it once that has gone out.
    for (const key of own) if (random.chance(0.3)) await this.#change(key);
    return { id, ending: onto === 'drafts' ? 'apply' : 'publish' };
  }

  /** @returns whether the set has the entry now */
  async #putInto(set: string, key: string): Promise<boolean> {
    const { owner, base } = this.#scene;
    const path = (action = '') => `${base}/entries/${key}${action}?change_set=${set}`;
    const what = this.#random.pick([
      'change',
      'change',
      'change',
      'change',
      'delete',
      'archive',
      'unpublish',
      'publish',
    ]);
    if (what === 'change') await owner.patch(path(), { fields: this.#fields(key, false) });
    else if (what === 'delete') await owner.delete(path());
    else await owner.post(path(`/${what}`), {});
    const list = await owner.get(`/change-sets/${set}/changes?limit=100`, 200);
    return list.each('items', 'key').includes(key);
  }

  /** Changes an entry outside of sets. */
  async #change(key: string): Promise<void> {
    const { owner, base } = this.#scene;
    const path = `${base}/entries/${key}`;
    const what = this.#random.pick([
      'edit',
      'edit',
      'publish',
      'publish',
      'edit and publish',
      'unpublish',
      'archive',
      'unarchive',
    ]);
    if (what.startsWith('edit')) await owner.patch(path, { fields: this.#fields(key, false) });
    if (what.endsWith('publish') && what !== 'unpublish') await owner.post(`${path}/publish`, {});
    else if (!what.startsWith('edit')) await owner.post(`${path}/${what}`, {});
  }

  async #create(key: string, set?: string): Promise<void> {
    const { owner, base } = this.#scene;
    const over = set === undefined ? '' : `?change_set=${set}`;
    const body = { content_type_id: 'article', key, fields: this.#fields(key, true) };
    const made = await owner.post(`${base}/entries${over}`, body);
    assert.equal(made.status, 201, String(made));
    this.#keys.push(key);
  }

  #fields(key: string, isWhole: boolean): object {
    const random = this.#random;
    if (key === 'ada' || key === 'grace') return { name: `${key} ${random.pick(WORDS)}` };
    const all = {
      title: { 'en-US': this.#words(), ...(random.chance(0.5) && { de: this.#words() }) },
      slug: `${key}-${random.below(100)}`,
      body: { [random.pick(LOCALES)]: this.#words() },
      price: random.below(10),
      tags: TAGS.filter(() => random.chance(0.4)),
      author: random.pick([...this.#keys.filter((one) => !one.includes('k') && !one.includes('n')), null]),
      related: this.#keys.filter(() => random.chance(0.15)),
    };
    if (isWhole) return all;
    return Object.fromEntries(Object.entries(all).filter(() => random.chance(0.35)));
  }

  #words(): string {
    return Array.from({ length: 1 + this.#random.below(3) }, () => this.#random.pick(WORDS)).join(' ');
  }

  /** Paths to read on preview, without what lies over them. */
  #paths(since: string): string[] {
    const random = this.#random;
    const { read } = this.#scene;
    const lists = Array.from({ length: QUERIES_A_SET }, () => `${read}/entries?${this.#query(since)}`);
    const singles = this.#keys.map((key) => `${read}/entries/${key}?include=${random.below(4)}&meta=true`);
    return [`${read}/entries?limit=200`, ...lists, ...singles.filter(() => random.chance(0.5))];
  }

  #query(since: string): string {
    const random = this.#random;
    const often = (share: number, part: () => string) => (random.chance(share) ? [part()] : []);
    const isOfArticles = random.chance(0.7);
    const parts = [
      ...(isOfArticles ? ['content_type=article'] : []),
      ...often(0.6, () => `order=${random.pick(ORDERS.filter((order) => isOfArticles || !/price|title/.test(order)))}`),
      ...often(0.3, () => `q=${random.pick(WORDS).slice(0, 3 + random.below(4))}`),
      ...often(0.3, () => `locale=${random.pick([...LOCALES, '*'])}`),
      ...often(0.3, () => `limit=${1 + random.below(6)}`),
      ...often(0.3, () => `skip=${random.below(4)}`),
      ...often(0.5, () => `include=${random.below(4)}`),
      ...often(0.2, () => 'meta=true'),
      ...often(0.15, () => `links_to=${random.pick(this.#keys)}`),
      ...often(0.15, () => `ids=${random.pick(this.#keys)},${random.pick(this.#keys)},${random.pick(this.#keys)}`),
      ...often(0.15, () => `${random.pick(['updated_at', 'published_at', 'created_at'])}[gte]=${since}`),
      ...often(0.15, () => 'select=slug,fields.title'),
    ];
    if (isOfArticles)
      parts.push(
        ...often(0.25, () => `fields.price[${random.pick(['gte', 'lt', 'ne'])}]=${random.below(10)}`),
        ...often(0.2, () => `fields.tags=${random.pick(TAGS)}`),
        ...often(0.15, () => `fields.title[gte]=${random.pick(WORDS)}`),
        ...often(0.15, () => `fields.author.name[gte]=${random.pick(['ada%20l', 'b', 'grace%20s'])}`),
      );
    return parts.join('&');
  }

  /** What is read on preview, list by list to their ends, without times. */
  async #readAll(paths: readonly string[], sets: string | undefined): Promise<unknown[]> {
    const read: unknown[] = [];
    for (const path of paths) {
      const pages: unknown[] = [];
      for (let next: string | undefined = withSets(path, sets); next !== undefined; ) {
        const page: ApiResponse = await this.#scene.preview.get(next);
        assert.ok(page.status === 200 || page.status === 404, String(page));
        pages.push(page.status, page.status === 200 ? timeless(page) : null);
        next = /<([^>]+)>; rel="next"/.exec(String(page.headers.link ?? ''))?.[1];
      }
      read.push(pages);
    }
    return read;
  }

  /** Compares lists of the management plane with all entries that they are of. */
  async #compareLists(set: string): Promise<void> {
    const random = this.#random;
    const { owner, base } = this.#scene;
    const list = async (query: string) => {
      const page = await owner.get(`${base}/entries?change_set=${set}&limit=500&${query}`, 200);
      return { entries: page.at('items') as Listed[], total: page.at('total') };
    };
    const { entries: all } = await list('order=id');
    for (const { key, change } of all) {
      if (change === null && random.chance(0.9)) continue;
      const single = await owner.get(`${base}/entries/${key}?change_set=${set}`, 200);
      const listed = all.find((one) => one.key === key);
      if (change !== null) assert.deepEqual(listed, single.json, key);
    }
    for (let count = 0; count < MANAGEMENT_QUERIES; count++) {
      const status = random.pick(['draft', 'published', 'changed', 'archived']);
      const least = random.below(10);
      const isByTime = random.chance(0.5);
      const order = isByTime ? '-updated_at' : 'price';
      const price = ({ fields }: Listed) => fields.price?.['en-US'] as number | undefined;
      const found = all.filter((one) => one.status === status && (price(one) ?? -1) >= least);
      const sorted = found.toSorted((a, b) => {
        const [x, y] = isByTime ? [b.updated_at, a.updated_at] : [price(a) ?? 0, price(b) ?? 0];
        return x < y ? -1 : x > y ? 1 : a.key < b.key ? -1 : 1;
      });
      const { entries, total } = await list(
        `content_type=article&status=${status}&fields.price[gte]=${least}&order=${order}`,
      );
      assert.deepEqual(
        entries.map(({ key }) => key),
        sorted.map(({ key }) => key),
        `${status} ${least} ${order}`,
      );
      assert.equal(total, sorted.length);
    }
  }
}

function withSets(path: string, sets: string | undefined): string {
  return sets === undefined ? path : `${path}&change_set=${sets}`;
}

/** A response without the times at which something went out, and without the address of its next page. */
function timeless({ text }: ApiResponse): unknown {
  return JSON.parse(text.replaceAll(/"\d{4}-\d\d-\d\dT[^"]*Z"/g, '"time"'));
}
