/**
 * Changes an environment at random over HTTP and keeps what delivery answered in between, so that the past can be asked for it again.
 * What a change is refused for does not matter: whatever delivery shows after it counts.
 */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Actor } from '../../../../testing/src/client.ts';
import { formOf } from '../../../../testing/src/form.ts';
import { field, given, makeKey, type Scene } from '../../../../testing/src/given.ts';
import type { OpenStage } from '../../../../testing/src/on-each-engine.ts';
import { until } from '../../../../testing/src/until.ts';
import { staleEnvironments } from '../../../src/reading/search/store.ts';
import { ANALYSER_VERSION } from '../../../src/reading/search/words.ts';
import { fetchFile } from '../../content/media/storages.ts';
import { Random } from '../consistency/random.ts';

const KEYS = Array.from({ length: 10 }, (_, index) => `e${index}`);
const ASSETS = ['p0', 'p1', 'p2', 'p3'];
const TYPES = ['article', 'note'];
const WORDS = ['harbour', 'winter', 'light', 'snow', 'ship', 'Über', 'lanterns'];

const article = {
  api_id: 'article',
  name: 'Article',
  display_field: 'title',
  slug_field: 'slug',
  fields: [
    field('title', 'string', { localized: true }),
    field('slug', 'slug'),
    field('price', 'number'),
    field('body', 'text', { localized: true }),
    field('related', 'array', { items: { type: 'entry' } }),
    field('picture', 'asset'),
  ],
};
const note = {
  api_id: 'note',
  name: 'Note',
  display_field: 'title',
  fields: [field('title', 'string'), field('about', 'entry')],
};

/** The signature in addresses of the past, behind the hash. */
const SIGNED = /(\/[0-9a-f]{64})\.[\w-]{22}(?=\/)/g;
const FILE_HASH = /\/([0-9a-f]{64})\./;
const ADDRESS = /"url":"([^"]+)"/g;

/** What delivery answered. */
interface Kept {
  readonly path: string;
  readonly revision: string;
  readonly text: string;
}

export class KeptAnswers {
  readonly kept: Kept[] = [];
  readonly scene: Scene;
  /** A delivery key that may read the past. */
  readonly historian: Actor;
  readonly #stage: OpenStage;
  readonly #random: Random;
  /** Of files that answers about the past have named. */
  readonly addresses = new Set<string>();

  constructor(stage: OpenStage, parts: { scene: Scene; historian: Actor; seed: number }) {
    this.#stage = stage;
    this.scene = parts.scene;
    this.historian = parts.historian;
    this.#random = new Random(parts.seed);
  }

  static async open(stage: OpenStage, seed: number): Promise<KeptAnswers> {
    const scene = await given(stage.url, { locales: ['de'], types: [article, note] });
    const historian = await makeKey(scene.owner, scene.spaceId, { kind: 'delivery', history: true });
    return new KeptAnswers(stage, { scene, historian, seed });
  }

  /** Changes something, and keeps some of what delivery answers then. */
  async step(answers: number): Promise<void> {
    await this.#change();
    await this.#indexed();
    for (let count = 0; count < answers; count++) await this.#keep();
  }

  /** Asks for every answer again, with its revision: it differs in the addresses of files alone, and these are there still. */
  async assertAsThen(): Promise<void> {
    for (const { path, revision, text } of this.kept) {
      const again = await this.historian.get(`${path}${path.includes('?') ? '&' : '?'}as_of=${revision}`);
      const about = `${path} as of ${revision}`;
      assert.equal(withoutSignatures(again.text), text, about);
      for (const [, address = ''] of again.text.matchAll(ADDRESS)) this.addresses.add(address);
      assert.equal(again.headers['x-cms-as-of'], revision, about);
      assert.equal(again.headers['x-cms-revision'], revision, about);
    }
    for (const address of this.addresses) {
      const { status, bytes } = await fetchFile(address);
      const [, hash = ''] = FILE_HASH.exec(address) ?? [];
      assert.deepEqual([status, createHash('sha256').update(bytes).digest('hex')], [200, hash], address);
    }
  }

  async #keep(): Promise<void> {
    const path = `${this.scene.read}/${this.#query()}`;
    const answer = await this.historian.get(path);
    if (answer.status === 200)
      this.kept.push({ path, revision: String(answer.headers['x-cms-revision']), text: answer.text });
  }

  #query(): string {
    const { pick, below } = bound(this.#random);
    const more = pick([
      '',
      '&meta=true',
      '&locale=*',
      '&locale=de',
      '&include=2',
      '&include=0',
      '&select=slug,fields.title',
    ]);
    const page = pick(['', '&limit=3', '&limit=3&skip=2']);
    const order = pick([
      '',
      '&order=title',
      '&order=-price,id',
      '&order=-updated_at',
      '&order=created_at',
      '&order=-published_at',
    ]);
    switch (below(12)) {
      case 0:
        return `entries/${pick(KEYS)}?x=`.replace('x=', more.slice(1));
      case 1:
        return `entries?q=${encodeURIComponent(pick(WORDS))}${more}${page}`;
      case 2:
        return `entries?content_type=article&fields.price[gte]=${below(50)}${order}${more}`;
      case 3:
        return `entries?links_to=${pick(KEYS)}${more}`;
      case 4:
        return `entries?content_type=article&fields.related.price[gt]=20${order}`;
      case 5:
        return `assets?order=${pick(['id', '-created_at', 'updated_at'])}${page}${pick(['', '&locale=*', '&locale=de'])}`;
      case 6:
        return `assets?q=${encodeURIComponent(pick(WORDS))}${pick(['', '&order=id', '&locale=de'])}`;
      case 7:
        return `assets/${pick(ASSETS)}`;
      case 8:
        return `entries?content_type=${pick(TYPES)}${order}${more}${page}`;
      case 9:
        return `content-types${pick(['', '?order=-updated_at', '?limit=1&skip=1'])}`;
      case 10:
        return `locales${pick(['', '?order=-name'])}`;
      default:
        return `entries?${order.slice(1)}${more}${page}`;
    }
  }

  async #change(): Promise<void> {
    const { below } = bound(this.#random);
    const chance = below(100);
    if (chance < 70) await this.#changeEntry();
    else if (chance < 85) await this.#changeAsset();
    else if (chance < 95) await this.#changeType();
    else await this.#changeLocales();
  }

  async #changeEntry(): Promise<void> {
    const { pick, below } = bound(this.#random);
    const { owner, base } = this.scene;
    const key = pick(KEYS);
    const at = `${base}/entries/${key}`;
    const found = await owner.get(at);
    if (found.status === 404) {
      const type = pick(TYPES);
      await owner.put(at, { content_type_id: type, fields: await this.#fields(type) }, 201);
      if (below(3) > 0) await this.#publish(key);
      return;
    }
    const act = (action: string) => owner.post(`/entries/${found.string('id')}/${action}`, undefined);
    const type = found.string('content_type');
    switch (below(9)) {
      case 0:
        return void (await owner.delete(`/entries/${found.string('id')}`, 204));
      case 1:
        return void (await act('unpublish'));
      case 2:
        return void (await act('archive'));
      case 3:
        return void (await owner.patch(at, { fields: await this.#fields(type) }));
      default:
        await act('unarchive');
        await owner.patch(at, { fields: await this.#fields(type) });
        await this.#publish(key);
    }
  }

  /** What is empty or links to nothing keeps it from being published. */
  async #publish(key: string): Promise<void> {
    const { owner, base } = this.scene;
    const entry = await owner.get(`${base}/entries/${key}`, 200);
    await owner.post(`/entries/${entry.string('id')}/publish`, undefined);
  }

  async #fields(type: string): Promise<Record<string, unknown>> {
    const { owner, base, space } = this.scene;
    const { pick, below } = bound(this.#random);
    const german = (await owner.get(`${space}/locales`, 200)).each('items', 'code').includes('de');
    const words = () => `${pick(WORDS)} ${pick(WORDS)}`;
    const values: Readonly<Record<string, () => unknown>> = {
      string: words,
      text: words,
      number: () => below(60),
      array: () => [pick(KEYS)],
      entry: () => pick(KEYS),
      asset: () => pick(ASSETS),
    };
    const shown = (await owner.get(`${base}/content-types/${type}`, 200)).list('fields');
    const given = (shown as { id: string; type: string; localized: boolean }[]).flatMap((one) => {
      const value = values[one.type];
      if (value === undefined || below(5) === 0) return [];
      const isMap = one.localized && german && below(2) === 0;
      return [[one.id, isMap ? { 'en-US': value(), de: value() } : value()]];
    });
    return Object.fromEntries(given) as Record<string, unknown>;
  }

  async #changeAsset(): Promise<void> {
    const { pick, below } = bound(this.#random);
    const { owner, base } = this.scene;
    const key = pick(ASSETS);
    const found = await this.historian.get(`${this.scene.read}/assets/${key}`);
    if (found.status === 404) {
      const file = { name: `${pick(WORDS)}.txt`, bytes: `${pick(WORDS)} ${below(1_000)}` };
      const form = await formOf([
        ['key', key],
        ['title', JSON.stringify({ 'en-US': pick(WORDS) })],
        ['file', file],
      ]);
      const made = await owner.send('POST', `${base}/media`, form);
      assert.equal(made.status, 201, String(made));
    } else if (below(4) === 0) await owner.delete(`/media/${found.string('id')}`, 204);
    else if (below(3) === 0) {
      const form = await formOf([['file', { name: 'other.txt', bytes: `${pick(WORDS)} ${below(1_000)}` }]]);
      assert.equal((await owner.send('PATCH', `/media/${found.string('id')}`, form)).status, 200);
    } else {
      const texts = () => ({ 'en-US': pick(WORDS) });
      await owner.patch(`/media/${found.string('id')}`, { title: texts(), alt: texts() }, 200);
    }
  }

  async #changeType(): Promise<void> {
    const { pick, below } = bound(this.#random);
    const { owner, base } = this.scene;
    const at = `${base}/content-types/article`;
    const type = await owner.get(at, 200);
    const fields = type.list('fields') as Record<string, unknown>[];
    const place = below(fields.length);
    const own = fields[place] ?? {};
    const others = fields.filter((_, index) => index !== place);
    switch (below(5)) {
      case 0:
        return void (await owner.patch(at, { name: pick(['Article', 'Story', 'Piece']) }));
      case 1:
        return void (await owner.patch(at, { fields: [...fields, field(`extra${below(5)}`, 'string')] }));
      case 2: {
        const renamed = { ...own, id: `${String(own.id)}x`, former_ids: [own.id] };
        return void (await owner.patch(at, { fields: [...others, renamed] }));
      }
      case 3:
        return void (await owner.patch(`${at}?confirm_data_loss=true`, { fields: others, display_field: null }));
      default:
        return void (await owner.patch(at, { fields: [own, ...others] }));
    }
  }

  async #changeLocales(): Promise<void> {
    const { pick } = bound(this.#random);
    const { owner, space } = this.scene;
    const locales = await owner.get(`${space}/locales`, 200);
    const german = (locales.list('items') as { id: string; code: string; fallback: string | null }[]).find(
      ({ code }) => code === 'de',
    );
    if (german === undefined) await owner.post(`${space}/locales`, { code: 'de', optional: true });
    else if (pick([true, false]))
      await owner.patch(`${space}/locales/${german.id}`, { fallback: german.fallback === null ? 'en-US' : null });
    else await owner.delete(`${space}/locales/${german.id}?confirm_data_loss=true`);
  }

  /** Waits until the texts are those of the model, which moves what searches find. */
  async #indexed(): Promise<void> {
    const all = { analyser: ANALYSER_VERSION, after: 0, limit: 10 };
    await until(
      () => staleEnvironments(this.#stage.database.reader, all),
      (left) => left.length === 0,
    );
  }
}

/** An answer about the past with the addresses of files that the answer of then had. */
export function withoutSignatures(text: string): string {
  return text.replaceAll(SIGNED, '$1');
}

function bound(random: Random): Pick<Random, 'pick' | 'below'> {
  return { pick: (choices) => random.pick(choices), below: (count) => random.below(count) };
}
