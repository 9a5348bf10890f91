/**
 * Content for the tests of the query engine: a small world of entries kept in plain objects, and the rows that the
 * entries' writer would store for it, written through the real journal. Invariant: `at(revision)` is what the
 * database held then.
 */

import { isDeepStrictEqual } from 'node:util';
import type { FieldTypeName } from '../../../../contract/src/fields.ts';
import type { Status } from '../../../../testing/src/oracle/content.ts';
import { environmentRow } from '../../../../testing/src/rows/environment-row.ts';
import type { ContentType } from '../../../src/model/content-types/content-type.ts';
import { Model } from '../../../src/model/content-types/model.ts';
import { indexInside, indexValues } from '../../../src/model/fields/document/views.ts';
import type { Document, Field } from '../../../src/model/fields/field.ts';
import { type Locale, Locales } from '../../../src/model/spaces/locale.ts';
import type { Database, Writer } from '../../../src/platform/database/database.ts';
import { environmentOfRow, rowId } from '../../../src/platform/database/row-id.ts';
import { systemActor } from '../../../src/platform/journal/actor.ts';
import { type Change, type ChangedEnvironment, MOVED } from '../../../src/platform/journal/change.ts';
import type { Journal } from '../../../src/platform/journal/journal.ts';
import type { OverlaidRow, OverlaySource } from '../../../src/reading/query/overlay-source.ts';
import type { QueryState } from '../../../src/reading/query/query.ts';

export type Values = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface State {
  readonly version: number;
  readonly values: Values;
  readonly savedAt: number;
}

export interface Entry {
  readonly id: number;
  readonly key: string;
  readonly contentType: number;
  readonly createdAt: number;
  readonly createdBy: string;
  readonly updatedAt: number;
  readonly updatedBy: string;
  readonly version: number;
  readonly draft: State;
  readonly published: State | null;
  readonly publishedAt: number | null;
  readonly isArchived: boolean;
}

/** The world at one revision. */
export interface Moment {
  readonly entries: readonly Entry[];
  /** Keys. */
  readonly assets: readonly string[];
  readonly model: Model;
}

export const ARTICLE = 1;
export const AUTHOR = 2;
/** A component that articles have inside. */
const SEO = 3;
/** Field numbers of articles; authors have 1, 2 and 3 of them. */
export const FIELD = {
  title: 1,
  rank: 2,
  featured: 3,
  day: 4,
  tags: 5,
  scores: 6,
  author: 7,
  related: 8,
  cover: 9,
  body: 10,
  /** Of type `component`: for all locales, and one a locale. */
  seo: 11,
  ownSeo: 12,
  /** Of type `blocks`, likewise. */
  blocks: 13,
  ownBlocks: 14,
} as const;
/** Field numbers of the component. */
export const INSIDE = { noindex: 1, words: 2, marks: 3, weight: 4 } as const;
export const EN = 1;
export const DE = 2;
export const CH = 3;

/** Few enough for the parameters of one statement. */
const ROWS_AT_ONCE = 100;
const actor = systemActor('test', 'acc_test');

/** What one write does to the objects and to the rows. */
export interface Step {
  readonly kind: 'create' | 'update' | 'publish' | 'unpublish' | 'archive' | 'delete';
  readonly key: string;
  readonly contentType: number;
  readonly values: Values;
}

export interface Setting {
  readonly localizedTitle: boolean;
  readonly home: number | null;
  /** Fallback of the Swiss locale: German or none. */
  readonly chFallback: number | null;
}

export class World {
  readonly environment: number;
  readonly #database: Database;
  readonly #journal: Journal;
  readonly #entries = new Map<string, Entry>();
  readonly #assets = new Set<string>();
  readonly #moments = new Map<number, Moment>();
  #model: Model;
  #nextNumber = 1;
  #time = 1_700_000_000_000;
  #revision = 1;

  constructor(parts: { database: Database; journal: Journal; environment: number }) {
    this.environment = parts.environment;
    this.#database = parts.database;
    this.#journal = parts.journal;
    this.#model = modelOf(parts.environment, 1, { localizedTitle: true, home: null, chFallback: DE });
  }

  get model(): Model {
    return this.#model;
  }

  get revision(): number {
    return this.#revision;
  }

  /** What the world was at that revision. */
  at(revision: number): Moment | undefined {
    return this.#moments.get(revision);
  }

  async prepare(): Promise<void> {
    const { environment } = this;
    const at = this.#time;
    await this.#database.write(async (writer) => {
      const account = {
        id: 'acc_test',
        name: 'Test',
        version: 1,
        suspended_at: null,
        suspended_for: null,
        second_factor: 'optional',
        ai: 'on',
        deletion_at: null,
        created_at: at,
        updated_at: at,
      };
      await writer
        .insertInto('accounts')
        .values(account)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
      await writer
        .insertInto('spaces')
        .values({
          id: `spc_${environment}`,
          account_id: 'acc_test',
          name: 'Test',
          next_locale_number: 4,
          strip_metadata: 1,
          ai: 'on',
          version: 1,
          created_at: at,
          updated_at: at,
        })
        .execute();
      const row = environmentRow(environment, { next_type_number: 4, created_at: at });
      await writer.insertInto('environments').values(row).execute();
    });
    this.#remember();
  }

  /** Runs steps as one write; those that do not apply to the entry are left out. */
  async write(steps: readonly Step[]): Promise<void> {
    const before = new Map(this.#entries);
    const work = async (writer: Writer, change: Change): Promise<void> => {
      this.#entries.clear();
      for (const [key, entry] of before) this.#entries.set(key, entry);
      const touched = new Map<number, Entry | null>();
      for (const step of steps) this.#run(change, step, { first: before.get(step.key), touched });
      await store(writer, touched, this.#model);
      if (change.items.length > 0) change.record({ action: 'entry.update', target: { type: 'entry', id: 'x' } });
    };
    // Some of them write hundreds of entries at once, on machines that do much else.
    await this.#journal.write(actor, work, { long: true });
    await this.#moved();
  }

  /** Changes locales and fields; stored values stay as they are. */
  async changeModel(setting: Setting, kind: 'content_type' | 'locale'): Promise<void> {
    await this.#journal.write(actor, async (_writer, change) => {
      change.item({
        environment: this.#changed(),
        event: null,
        kind,
        key: 'x',
        resource: kind === 'locale' ? CH : ARTICLE,
        published: true,
      });
      change.record({ action: `${kind}.update`, target: { type: kind, id: 'x' } });
    });
    this.#model = modelOf(this.environment, this.#revision + 1, setting);
    await this.#moved();
  }

  /** Makes an asset with that key, or removes it. */
  async toggleAsset(key: string): Promise<void> {
    const id = rowId(this.environment, key.charCodeAt(0));
    const isNew = !this.#assets.has(key);
    await this.#journal.write(actor, async (writer, change) => {
      if (isNew) await writer.insertInto('assets').values(assetRow(id, key)).execute();
      else await writer.deleteFrom('assets').where('id', '=', id).execute();
      const item = { event: null, kind: 'asset', key, resource: id, published: true } as const;
      change.item({ environment: this.#changed(), ...item });
      change.record({ action: 'asset.update', target: { type: 'asset', id: 'x' } });
    });
    if (isNew) this.#assets.add(key);
    else this.#assets.delete(key);
    await this.#moved();
  }

  async #moved(): Promise<void> {
    const row = await this.#database.reader
      .selectFrom('environments')
      .select('revision')
      .where('number', '=', this.environment)
      .executeTakeFirstOrThrow();
    this.#revision = row.revision;
    this.#remember();
  }

  #changed(): ChangedEnvironment {
    const { name, space_id: spaceId } = environmentRow(this.environment);
    return { number: this.environment, name, spaceId };
  }

  #remember(): void {
    this.#moments.set(this.#revision, {
      entries: [...this.#entries.values()],
      assets: [...this.#assets],
      model: this.#model,
    });
  }

  /** @param first the entry before the write @param touched receives what becomes of it, by row id */
  #run(
    change: Change,
    step: Step,
    { first, touched }: { first: Entry | undefined; touched: Map<number, Entry | null> },
  ): void {
    const before = this.#entries.get(step.key);
    const after = this.#after(before, step);
    if (after === undefined) return;
    const { id, contentType } = (after ?? before) as Entry;
    if (after === null) this.#entries.delete(step.key);
    else this.#entries.set(step.key, after);
    touched.set(id, after);
    change.item({
      environment: this.#changed(),
      event: null,
      kind: 'entry',
      key: step.key,
      resource: id,
      contentType,
      published: true,
      moved: after === null ? 0 : movedBy(first?.id === id ? first : undefined, after),
    });
  }

  /** The entry after a step; null where it is gone, undefined where the step does not apply. */
  #after(before: Entry | undefined, { kind, key, contentType, values: drawn }: Step): Entry | null | undefined {
    const values = this.#fitting(drawn, before?.contentType ?? contentType);
    // Several writes in one millisecond, so that ties come up.
    this.#time += this.#nextNumber % 3 === 0 ? 1 : 0;
    const at = this.#time;
    if (before === undefined) {
      if (kind !== 'create') return undefined;
      const id = rowId(this.environment, this.#nextNumber++);
      const draft = { version: 1, values, savedAt: at };
      return {
        id,
        key,
        contentType,
        createdAt: at,
        createdBy: `usr_${this.#nextNumber % 3}`,
        updatedAt: at,
        updatedBy: `usr_${this.#nextNumber % 3}`,
        version: 1,
        draft,
        published: null,
        publishedAt: null,
        isArchived: false,
      };
    }
    const version = before.version + 1;
    const next = { ...before, version, updatedAt: at, updatedBy: `usr_${version % 3}` };
    switch (kind) {
      case 'create':
        return undefined;
      case 'update':
        return before.isArchived ? undefined : { ...next, draft: { version, values, savedAt: at } };
      case 'publish': {
        if (before.isArchived) return undefined;
        const state = { ...before.draft, version };
        return { ...next, draft: state, published: state, publishedAt: at };
      }
      case 'unpublish':
        return before.published === null
          ? undefined
          : { ...next, draft: { ...before.draft, version }, published: null, publishedAt: null };
      case 'archive':
        return before.isArchived
          ? undefined
          : { ...next, draft: { ...before.draft, version }, published: null, publishedAt: null, isArchived: true };
      case 'delete':
        return null;
    }
  }

  /** The values of the fields that the type has. */
  #fitting(values: Values, contentType: number): Values {
    const fields = this.#model.typeByNumber(contentType)?.fields ?? [];
    return Object.fromEntries(
      Object.entries(values).filter(([name]) => fields.some(({ number }) => `${number}` === name)),
    );
  }
}

/** Stores what became of entries, by row id; null where one has gone. */
async function store(writer: Writer, touched: ReadonlyMap<number, Entry | null>, model: Model): Promise<void> {
  for (const some of pieces([...touched])) {
    const ids = some.map(([id]) => id);
    await writer.deleteFrom('entry_index').where('id', 'in', ids).execute();
    await writer.deleteFrom('entries').where('id', 'in', ids).execute();
    const entries = some.flatMap(([, entry]) => entry ?? []);
    if (entries.length === 0) continue;
    await writer.insertInto('entries').values(entries.map(entryRow)).execute();
    for (const rows of pieces(entries.flatMap((entry) => indexRows(entry, model))))
      await writer.insertInto('entry_index').values(rows).execute();
  }
}

function pieces<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / ROWS_AT_ONCE) }, (_, at) =>
    all.slice(at * ROWS_AT_ONCE, (at + 1) * ROWS_AT_ONCE),
  );
}

function assetRow(id: number, key: string) {
  const file = { file: null, file_name: null, file_hash: null, size: null, width: null, height: null };
  const look = { dominant_color: null, placeholder: null, focal_point: null, tags: null };
  const by = { created_at: 0, created_by: 'usr_0', updated_at: 0, updated_by: 'usr_0' };
  return {
    id,
    environment: environmentOfRow(id),
    key,
    texts: '{}',
    mime_type: 'image/png',
    version: 1,
    ...file,
    ...look,
    ...by,
  };
}

function entryRow(entry: Entry) {
  return {
    id: entry.id,
    environment: environmentOfRow(entry.id),
    key: entry.key,
    content_type: entry.contentType,
    version: entry.version,
    published_version: entry.published?.version ?? null,
    published_at: entry.publishedAt,
    first_published_at: null,
    archived_at: null,
    saved_at: entry.draft.savedAt,
    published_saved_at: null,
    created_at: entry.createdAt,
    created_by: entry.createdBy,
    updated_at: entry.updatedAt,
    updated_by: entry.updatedBy,
  };
}

function indexRows(entry: Entry, model: Model) {
  const { draft, published } = entry;
  const row = (state: State, as: { states: number; status: string }) => ({
    id: entry.id,
    version: state.version,
    states: as.states,
    content_type: entry.contentType,
    key: entry.key,
    status: as.status,
    created_at: entry.createdAt,
    created_by: entry.createdBy,
    saved_at: state.savedAt,
    updated_at: entry.updatedAt,
    published_at: entry.publishedAt,
    index_values: JSON.stringify({ ...indexed(state.values, model), 0: { 0: linksOf(state.values) } }),
  });
  const isOne = draft === published;
  const own = row(draft, { states: isOne ? 3 : 1, status: statusOf(entry) });
  return published === null || isOne ? [own] : [own, row(published, { states: 2, status: 'published' })];
}

/** What lies over the world as it is now to show it as it was at an earlier moment of the same model. */
export function overlayOf(then: Moment, now: Moment, state: QueryState): OverlaySource {
  const rowsOf = ({ entries, model }: Moment) =>
    entries.flatMap((entry) => {
      const row = indexRows(entry, model).find(({ states }) => states === 3 || (states === 1) === (state === 'draft'));
      return row === undefined ? [] : [overlaidRow(row, entry, state)];
    });
  const was = new Map(rowsOf(then).map((row) => [row.key, row]));
  const stored = new Map(rowsOf(now).map((row) => [row.key, row]));
  const rows = [...was.values()].filter((row) => !isDeepStrictEqual(row, stored.get(row.key)));
  const gone = [...stored.keys()].filter((key) => !was.has(key));
  const content = { name: 'then', rows, gone, restsOn: null };
  return { name: 'then', state, read: async () => content, documents: async () => new Map() };
}

function overlaidRow(row: ReturnType<typeof indexRows>[number], { updatedBy }: Entry, state: QueryState): OverlaidRow {
  return {
    id: row.id,
    version: row.version,
    contentType: row.content_type,
    key: row.key,
    status: state === 'draft' ? row.status : 'published',
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: state === 'draft' ? row.updated_at : row.saved_at,
    updatedBy: state === 'draft' ? updatedBy : '',
    publishedAt: row.published_at,
    values: JSON.parse(row.index_values) as OverlaidRow['values'],
    firstPublishedAt: null,
    basis: `${row.version}`,
  };
}

/** Values as an index row has them: these are what the world holds, but for components. */
function indexed(values: Values, model: Model): Values {
  const fields =
    model.typeByNumber(ARTICLE)?.fields.filter(({ type }) => type === 'component' || type === 'blocks') ?? [];
  const document = values as Document;
  const { locales } = model;
  return {
    ...values,
    ...indexValues(document, fields, model),
    ...indexInside({ document, fields, locales, components: model }),
  };
}

/** What a write changed of what lists are ordered by. */
function movedBy(before: Entry | undefined, after: Entry): number {
  return (
    (before === undefined ? MOVED.created : 0) +
    (before?.updatedAt === after.updatedAt ? 0 : MOVED.updated) +
    (before?.publishedAt === after.publishedAt ? 0 : MOVED.published) +
    (before?.published?.savedAt === after.published?.savedAt ? 0 : MOVED.publishedSaved) +
    ((before?.published ?? null) === null && after.published !== null ? MOVED.arrived : 0)
  );
}

/** Status of the draft. */
export function statusOf({ isArchived, draft, published }: Entry): Status {
  if (isArchived) return 'archived';
  if (published === null) return 'draft';
  return draft === published ? 'published' : 'changed';
}

/** A component as values have it, of the values of its fields. */
export function component(fields: Values): object {
  return { type: SEO, fields };
}

/** All links in values, each once. */
export function linksOf(values: Values): string[] {
  const links = [FIELD.author, FIELD.related, FIELD.cover].flatMap((field) =>
    Object.values(values[field] ?? {}).flat(),
  );
  return [...new Set(links as string[])];
}

function modelOf(environment: number, revision: number, { localizedTitle, home, chFallback }: Setting): Model {
  const locales = new Locales([locale(EN, 'en-US', null), locale(DE, 'de-DE', EN), locale(CH, 'de-CH', chFallback)]);
  const title = { ...field(FIELD.title, 'title', 'string'), localized: localizedTitle, home };
  const rank = field(FIELD.rank, 'rank', 'integer');
  const featured = field(FIELD.featured, 'featured', 'boolean');
  const article = [
    title,
    rank,
    featured,
    field(FIELD.day, 'day', 'date'),
    { ...field(FIELD.tags, 'tags', 'array'), items: { type: 'string' as const }, localized: true },
    { ...field(FIELD.scores, 'scores', 'array'), items: { type: 'integer' as const } },
    field(FIELD.author, 'author', 'entry'),
    { ...field(FIELD.related, 'related', 'array'), items: { type: 'entry' as const } },
    field(FIELD.cover, 'cover', 'asset'),
    field(FIELD.body, 'body', 'json'),
    { ...field(FIELD.seo, 'seo', 'component'), component: 'seo' },
    { ...field(FIELD.ownSeo, 'own_seo', 'component'), component: 'seo', localized: true },
    { ...field(FIELD.blocks, 'blocks', 'blocks'), components: ['seo'] },
    { ...field(FIELD.ownBlocks, 'own_blocks', 'blocks'), components: ['seo'], localized: true },
  ];
  const seo = [
    field(INSIDE.noindex, 'noindex', 'boolean'),
    { ...field(INSIDE.words, 'words', 'string'), localized: true },
    { ...field(INSIDE.marks, 'marks', 'array'), items: { type: 'string' as const }, localized: true },
    field(INSIDE.weight, 'weight', 'number'),
  ];
  const types = [
    contentType(ARTICLE, 'article', article),
    contentType(AUTHOR, 'author', [title, rank, featured]),
    { ...contentType(SEO, 'seo', seo), kind: 'component' as const },
  ];
  return new Model({
    environment,
    spaceId: `spc_${environment}`,
    code: 'abc234',
    ownCode: 'abc234',
    codes: ['abc234'],
    revision,
    locales,
    types,
  });
}

function locale(number: number, code: string, fallback: number | null): Locale {
  return { number, id: code, code, name: code, fallback, isDefault: number === EN, optional: false, version: 1 };
}

function field(number: number, id: string, type: FieldTypeName): Field {
  return { number, id, name: id, type, required: false, localized: false, unique: false, home: null };
}

function contentType(number: number, apiId: string, fields: readonly Field[]): ContentType {
  return {
    number,
    apiId,
    kind: 'entry' as const,
    name: apiId,
    description: '',
    displayField: 1,
    slugField: null,
    previewUrl: null,
    previewPicture: null,
    deliverFormerIds: false,
    layout: null,
    fields,
    hiddenFields: [],
    nextFieldNumber: 20,
    version: 1,
    createdAt: 0,
    updatedAt: 0,
  };
}
