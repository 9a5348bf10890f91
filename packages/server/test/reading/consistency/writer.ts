/**
 * Writes at random over HTTP, one write after the other, and keeps the content of each revision. Invariant: a write increases the
 * environment's revision by one, so that after its response `revision` is the acknowledged one.
 */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiResponse } from '../../../../testing/src/client.ts';
import { field, type Scene } from '../../../../testing/src/given.ts';
import {
  type Asset,
  type Content,
  type Entry,
  linksOf,
  type Status,
  typeOf,
  type Values,
} from '../../../../testing/src/oracle/content.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { staleEnvironments } from '../../../src/reading/search/store.ts';
import { ANALYSER_VERSION } from '../../../src/reading/search/words.ts';
import {
  DEFAULT_LOCALE,
  fieldsOf,
  nothingYet,
  otherLocales,
  RENAMED,
  remarkOf,
  type TypeName,
  withGermanFallback,
  withRemark,
} from './content.ts';
import { cities, mimeTypes, RATING_MAX, tags, words } from './query.ts';
import type { Random } from './random.ts';

/** So few that queries and writes often meet. */
const AUTHORS = 4;
const ARTICLES = 8;
const ASSETS = 3;
const PAUSE_MS = 10;
/** Contents of earlier revisions that responses may still show. */
const REVISIONS_KEPT = 2_000;
const NAMES_OF_RENAMED = [RENAMED, 'note'] as const;

export interface WriterParts {
  readonly scene: Scene;
  readonly random: Random;
  /** Of the service, to look into. */
  readonly database: Database;
}

/** An acknowledged write, and its time. */
interface Acknowledged {
  readonly at: number;
  readonly revision: number;
}

export class Writer {
  readonly #scene: Scene;
  readonly #random: Random;
  readonly #database: Database;
  readonly #germanId: string;
  readonly #acknowledged: Acknowledged[] = [];
  readonly #contents = new Map<number, Content>();
  #serial = 0;
  /** The code in the ids of the environment. */
  code = '';
  /** The revision that was acknowledged last. */
  revision = 0;
  content: Content = nothingYet;

  constructor({ scene, random, database, germanId }: WriterParts & { readonly germanId: string }) {
    this.#scene = scene;
    this.#random = random;
    this.#database = database;
    this.#germanId = germanId;
  }

  /** The content at a revision. */
  at(revision: number): Content {
    const content = this.#contents.get(revision);
    assert.ok(content !== undefined, `revision ${revision} was never acknowledged; ${this.revision} is the last`);
    return content;
  }

  /** Every revision whose content is known, oldest first. */
  revisions(): number[] {
    return [...this.#contents.keys()];
  }

  /** The revision that had been acknowledged by a moment. */
  acknowledgedBy(at: number): number {
    return this.#acknowledged.findLast((one) => one.at <= at)?.revision ?? 0;
  }

  /** Fills the environment. */
  async fill(): Promise<void> {
    for (let number = 0; number < ASSETS; number++) await this.#putAsset(`asset-${number}`);
    for (let number = 0; number < AUTHORS; number++) await this.#create(`author-${number}`, 'author');
    for (let number = 0; number < ARTICLES; number++) await this.#create(`article-${number}`, 'article');
    await this.#settle();
    this.#contents.clear();
    this.#acknowledged.length = 0;
    this.#keep(this.content, this.revision);
  }

  /** One random write of content. */
  async change(): Promise<void> {
    const random = this.#random;
    if (random.unit() < 0.06) return this.#putAsset(random.pick(Object.keys(this.content.assets ?? {})));
    return this.changeEntry(random.pick(Object.keys(this.content.entries)));
  }

  /** One random write of an entry, by its key. */
  async changeEntry(key: string): Promise<void> {
    const entry = this.content.entries[key];
    assert.ok(entry !== undefined, `there is no entry ${key}`);
    const turn = this.#random.unit();
    if (entry.status === 'archived') return this.#act(entry, 'unarchive', { published: null });
    if (turn < 0.05) return this.#act(entry, 'archive', { published: null });
    if (turn < 0.1) return this.#delete(entry);
    if (entry.status === 'published')
      return turn < 0.25 ? this.#act(entry, 'unpublish', { published: null }) : this.#save(entry);
    return turn < 0.65 ? this.#publish(entry) : this.#save(entry);
  }

  /** Changes the model: the name of a field, or the fallback of German. */
  async changeModel(): Promise<void> {
    const { owner, base, space } = this.#scene;
    if (this.#random.chance(0.5)) {
      const german = this.content.locales.find(({ code }) => code === 'de');
      const fallback = german?.fallback === null ? DEFAULT_LOCALE : null;
      await owner.patch(`${space}/locales/${this.#germanId}`, { fallback }, 200);
      this.#acknowledge(withGermanFallback(this.content, fallback));
      return this.#settle();
    }
    const before = remarkOf(this.content);
    const remark = NAMES_OF_RENAMED.find((name) => name !== before) ?? RENAMED;
    const type = await owner.get(`${base}/content-types/article`, 200);
    const fields = type.list('fields').map((one) => {
      const known = one as { id: string };
      return known.id === before ? { ...known, id: remark, previous_id: known.id } : known;
    });
    await owner.patch(`${base}/content-types/article`, { fields }, 200);
    this.#acknowledge(withRemark(this.content, remark));
    return this.#settle();
  }

  /** Waits until texts are indexed for the current model, which increases the revision and changes no response. */
  async #settle(): Promise<void> {
    const { reader } = this.#database;
    const all = { analyser: ANALYSER_VERSION, after: 0, limit: 1 };
    while ((await staleEnvironments(reader, all)).length > 0) await sleep(PAUSE_MS);
    const { revision } = await reader.selectFrom('environments').select('revision').executeTakeFirstOrThrow();
    while (this.revision < revision) this.#acknowledge({});
  }

  async #create(key: string, type: TypeName): Promise<void> {
    const values = this.#values(type, key);
    const body = { content_type_id: type, fields: this.#written(values) };
    const response = await this.#scene.management.put(`${this.#scene.base}/entries/${key}`, body, 201);
    this.code = response.string('id').split('_')[1] ?? '';
    const updatedAt = time(response, 'updated_at');
    this.#put({
      key,
      type,
      createdAt: time(response, 'created_at'),
      updatedAt,
      savedAt: updatedAt,
      publishedAt: null,
      status: statusIn(response),
      draft: values,
      published: null,
    });
  }

  async #save(entry: Entry): Promise<void> {
    const all = this.#values(entry.type as TypeName, entry.key);
    const some = Object.entries(all).filter(([id]) => id === 'serial' || this.#random.chance(0.4));
    const changed = Object.fromEntries(some.filter(([id]) => id !== 'slug'));
    const response = await this.#send(entry, 'PATCH', '', { fields: this.#written(changed) });
    const updatedAt = time(response, 'updated_at');
    const draft = merged(entry.draft, changed);
    this.#put({ ...entry, updatedAt, savedAt: updatedAt, status: statusIn(response), draft });
  }

  async #publish(entry: Entry): Promise<void> {
    const response = await this.#send(entry, 'POST', '/publish');
    if (response.status === 422) {
      assert.ok(this.#hasLostLinks(entry), String(response));
      return this.#save(entry);
    }
    const publishedAt = time(response, 'published_at');
    const updatedAt = time(response, 'updated_at');
    const { draft: published, savedAt: publishedSavedAt = 0 } = entry;
    this.#put({ ...entry, updatedAt, publishedAt, status: statusIn(response), published, publishedSavedAt });
  }

  async #act(
    entry: Entry,
    action: 'unpublish' | 'archive' | 'unarchive',
    next: Pick<Entry, 'published'>,
  ): Promise<void> {
    const response = await this.#send(entry, 'POST', `/${action}`);
    const updatedAt = time(response, 'updated_at');
    this.#put({ ...entry, ...next, updatedAt, publishedAt: null, status: statusIn(response) });
  }

  /** Deletes an entry, and in a separate write creates one under the same key. */
  async #delete(entry: Entry): Promise<void> {
    await this.#send(entry, 'DELETE', '');
    const { [entry.key]: _, ...entries } = this.content.entries;
    this.#acknowledge({ entries });
    await this.#create(entry.key, entry.type as TypeName);
  }

  async #putAsset(key: string): Promise<void> {
    const { owner, base } = this.#scene;
    const title = { [DEFAULT_LOCALE]: this.#text(), ...(this.#random.chance(0.5) ? { de: this.#text() } : {}) };
    const mimeType = this.#random.pick(mimeTypes);
    const record = { key, title, file_name: `${++this.#serial}.bin`, mime_type: mimeType };
    const raw = JSON.stringify({ asset: record });
    const response = await owner.send('POST', `${base}/import`, {
      raw,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    assert.match(response.string('results.0.result'), /^(created|updated)$/, String(response));
    const before = this.content.assets?.[key];
    const createdAt = before?.createdAt ?? (await this.#assetCreatedAt(key));
    const asset: Asset = { key, title, mimeType, createdAt };
    this.#acknowledge({ assets: { ...this.content.assets, [key]: asset } });
  }

  async #assetCreatedAt(key: string): Promise<number> {
    const { preview, read } = this.#scene;
    return time(await preview.get(`${read}/assets/${key}`, 200), 'created_at');
  }

  async #send({ key }: Entry, method: string, action: string, body?: unknown): Promise<ApiResponse> {
    const path = `/entries/ent_${this.code}_${key}${action}`;
    const response = await this.#scene.management.send(method, path, body === undefined ? {} : { body });
    assert.ok(response.status < 300 || (response.status === 422 && action === '/publish'), String(response));
    return response;
  }

  #put(entry: Entry): void {
    this.#acknowledge({ entries: { ...this.content.entries, [entry.key]: entry } });
  }

  #acknowledge(change: Partial<Content>): void {
    this.#keep({ ...this.content, ...change }, this.revision + 1);
  }

  #keep(content: Content, revision: number): void {
    this.content = content;
    this.revision = revision;
    this.#contents.set(revision, content);
    this.#contents.delete(revision - REVISIONS_KEPT);
    this.#acknowledged.push({ at: performance.now(), revision });
    if (this.#acknowledged.length > REVISIONS_KEPT) this.#acknowledged.shift();
  }

  #hasLostLinks({ type, draft }: Entry): boolean {
    const links = linksOf(typeOf(this.content, type).fields, draft).filter((link) => link.startsWith('entry:'));
    return links.some((link) => this.content.entries[link.replace('entry:', '')] === undefined);
  }

  #text(): string {
    return `${this.#random.pick(words)} ${this.#random.pick(words)}`;
  }

  #values(type: TypeName, key: string): Values {
    const random = this.#random;
    const text = () => this.#text();
    const only = (value: unknown) => ({ [DEFAULT_LOCALE]: value });
    const inLocales = () => {
      const others = Object.keys(otherLocales).filter(() => random.chance(0.5));
      return { ...only(text()), ...Object.fromEntries(others.map((code) => [code, text()])) };
    };
    const author = () => `entry:author-${random.below(AUTHORS)}`;
    const serial = only(++this.#serial);
    if (type === 'author')
      return { name: inLocales(), city: only(random.pick(cities)), favourite: only(author()), serial };
    return {
      title: inLocales(),
      slug: only(key),
      body: inLocales(),
      author: only(author()),
      related: only([`entry:article-${random.below(ARTICLES)}`, author()].filter(() => random.chance(0.4))),
      tags: only([random.pick(tags), random.pick(tags)]),
      rating: only(random.below(RATING_MAX)),
      featured: only(random.chance(0.5)),
      image: only(`asset:asset-${random.below(ASSETS)}`),
      serial,
      [RENAMED]: only(random.pick(cities)),
    };
  }

  /** The values as requests have them, with the name that the field has now: links are keys alone. */
  #written(values: Values): unknown {
    const { [RENAMED]: renamed, ...rest } = values;
    const named = renamed === undefined ? values : { ...rest, [remarkOf(this.content)]: renamed };
    return JSON.parse(JSON.stringify(named).replace(/"(?:entry|asset):/g, '"'));
  }
}

/** An environment with the model of this test, and nothing in it. */
export async function makeWriter(parts: WriterParts): Promise<Writer> {
  const { scene } = parts;
  let germanId = '';
  for (const [code, fallback] of Object.entries(otherLocales)) {
    const locale = await scene.owner.post(`${scene.space}/locales`, { code, fallback }, 201);
    if (code === 'de') germanId = locale.string('id');
  }
  const types = { author: { display_field: 'name' }, article: { display_field: 'title', slug_field: 'slug' } } as const;
  for (const [api_id, special] of Object.entries(types)) {
    const fields = fieldsOf[api_id as TypeName].map(({ id, type, localized, isList }) =>
      isList ? field(id, 'array', { items: { type } }) : field(id, type, { localized }),
    );
    await scene.owner.post(`${scene.base}/content-types`, { api_id, name: api_id, ...special, fields }, 201);
  }
  return new Writer({ ...parts, germanId });
}

function merged(values: Values, changed: Values): Values {
  const both = Object.entries(changed).map(([id, byLocale]) => [id, { ...values[id], ...byLocale }] as const);
  return { ...values, ...Object.fromEntries(both) };
}

function statusIn(response: ApiResponse): Status {
  return response.string('status') as Status;
}

function time(response: ApiResponse, path: string): number {
  return Date.parse(response.string(path));
}
