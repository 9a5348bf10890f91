/**
 * Measures the query engine alone on an SQLite of its own: how long entries and columns take to load, what a filter
 * with an order costs after, plainly and through an overlay, and how long the event loop is held up meanwhile.
 * `node bench/query.ts [entries]`.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { FieldTypeName } from '../packages/contract/src/fields.ts';
import { Model } from '../packages/server/src/model/content-types/model.ts';
import type { Field } from '../packages/server/src/model/fields/field.ts';
import { Heads } from '../packages/server/src/model/spaces/heads.ts';
import { Locales } from '../packages/server/src/model/spaces/locale.ts';
import { openDatabase } from '../packages/server/src/platform/database/connect.ts';
import { rowId } from '../packages/server/src/platform/database/row-id.ts';
import { systemClock } from '../packages/server/src/platform/kit/clock.ts';
import { MemoryBudget } from '../packages/server/src/platform/kit/memory-budget.ts';
import type { MaybePromise } from '../packages/server/src/platform/kit/steps.ts';
import { QueryEngine } from '../packages/server/src/reading/query/engine.ts';
import { Overlay } from '../packages/server/src/reading/query/overlay.ts';
import type { Condition, EntryQuery, OrderStep, Predicate } from '../packages/server/src/reading/query/query.ts';
import { asFound } from '../packages/server/src/reading/query/show.ts';

const ENTRIES = Number(process.argv[2] ?? 100_000);
const BUDGET_BYTES = 512 * 2 ** 20;
const ARTICLE = 1;
const AUTHOR = 2;
const AUTHORS = 1_000;
const MEASURED_MS = 1_000;
/** Entries of an overlay: as many as a change set can have. */
const LAID = 1_000;

const fields = { title: 1, category: 2, rank: 3, author: 4, tags: 5 } as const;

const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const database = await openDatabase({ kind: 'sqlite', folder });
const inserted = fill(join(folder, 'lectern.db'));
const memory = new MemoryBudget(BUDGET_BYTES);
const heads = new Heads({ database, clock: systemClock });
const engine = new QueryEngine({ database, heads, memory, clock: systemClock });
const model = benchModel();
console.log(`${ENTRIES} entries written in ${inserted.toFixed(0)} ms`);

const overlay = overlayOver(model);

const newest: OrderStep = { by: { kind: 'system', name: 'published_at' }, descending: true };
const byTitle: OrderStep = {
  by: { kind: 'field', byType: new Map([[ARTICLE, attribute('title')]]) },
  descending: false,
};
const inCategory: Predicate = where('category', 'eq', 'category 7');
const throughAuthor: Predicate = {
  kind: 'through',
  links: new Map([[ARTICLE, attribute('author')]]),
  target: {
    kind: 'field',
    byType: new Map([[AUTHOR, { attribute: attribute('title', AUTHOR), operator: 'eq', operands: ['Author 7'] }]]),
    otherwise: false,
  },
};

const questions: Record<string, EntryQuery> = {
  'first page, newest': ask([], newest),
  'category, newest': ask([inCategory], newest),
  'category, by title': ask([inCategory], byTitle),
  'rank ≥ 900, by title': ask([where('rank', 'gte', 900)], byTitle),
  'tag and category, newest': ask([where('tags', 'eq', 'tag 3'), inCategory], newest),
  'through the author, newest': ask([throughAuthor], newest),
  'all types, newest': { ...ask([], newest), contentType: null },
};

for (const [name, query] of Object.entries(questions)) {
  const first = await timed(() => engine.run(query, model));
  const each = await repeated(() => engine.run(query, model));
  const through = await repeated(() => engine.show(query, { model, show: asFound, overlay }));
  console.log(
    `${name.padEnd(28)} first ${first.ms.toFixed(0).padStart(6)} ms (loop held up ${first.heldUpMs.toFixed(1)} ms), then ${(each * 1000).toFixed(1).padStart(8)} µs, through an overlay of ${LAID} ${(through * 1000).toFixed(1).padStart(8)} µs`,
  );
}
console.log(
  `memory reserved ${(memory.bytes / 2 ** 20).toFixed(1)} MB, resident ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MB`,
);
await database.close();

async function timed(work: () => Promise<unknown>): Promise<{ ms: number; heldUpMs: number }> {
  let heldUpMs = 0;
  let isOver = false;
  let last = performance.now();
  const tick = (): void => {
    const now = performance.now();
    heldUpMs = Math.max(heldUpMs, now - last);
    last = now;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  const began = performance.now();
  await work();
  isOver = true;
  return { ms: performance.now() - began, heldUpMs };
}

async function repeated(work: () => MaybePromise<unknown>): Promise<number> {
  const began = performance.now();
  let count = 0;
  while (performance.now() - began < MEASURED_MS) {
    await work();
    count += 1;
  }
  return (performance.now() - began) / count;
}

function ask(predicates: readonly Predicate[], order: OrderStep): EntryQuery {
  return {
    environment: 1,
    state: 'published',
    withArchived: false,
    contentType: ARTICLE,
    locale: 1,
    predicates,
    order: [order],
    skip: 0,
    limit: 25,
  };
}

function attribute(field: keyof typeof fields, contentType = ARTICLE) {
  return { kind: 'field' as const, contentType, field: fields[field] };
}

function where(field: keyof typeof fields, operator: Condition['operator'], operand: string | number): Predicate {
  return {
    kind: 'field',
    byType: new Map([[ARTICLE, { attribute: attribute(field), operator, operands: [operand] }]]),
    otherwise: false,
  };
}

function benchModel(): Model {
  const locales = new Locales([
    {
      number: 1,
      id: 'loc_1',
      code: 'en-US',
      name: 'English',
      fallback: null,
      isDefault: true,
      optional: false,
      version: 1,
    },
  ]);
  const all: Field[] = [
    field('title', 'string'),
    field('category', 'string'),
    field('rank', 'integer'),
    field('author', 'entry'),
    { ...field('tags', 'array'), items: { type: 'string' } },
  ];
  const types = [ARTICLE, AUTHOR].map((number) => ({
    number,
    apiId: `type_${number}`,
    kind: 'entry' as const,
    name: '',
    description: '',
    displayField: 1,
    slugField: null,
    previewUrl: null,
    previewPicture: null,
    deliverFormerIds: false,
    layout: null,
    fields: all,
    hiddenFields: [],
    nextFieldNumber: 9,
    version: 1,
    createdAt: 0,
    updatedAt: 0,
  }));
  return new Model({
    spaceId: 'spc_bench',
    environment: 1,
    code: 'abc234',
    ownCode: 'abc234',
    codes: ['abc234'],
    revision: 1,
    locales,
    types,
  });
}

function field(id: keyof typeof fields, type: FieldTypeName): Field {
  return { number: fields[id], id, name: id, type, required: false, localized: false, unique: false, home: null };
}

/** Some articles spread over all, with another title and rank, published last. */
function overlayOver(of: Model): Overlay {
  const rows = Array.from({ length: LAID }, (_, at) => {
    const number = AUTHORS + 1 + Math.floor((at * ENTRIES) / LAID);
    return { ...laidRow(number), values: { ...valuesOf(number), 1: { 0: `Laid ${number}` }, 3: { 0: 999 } } };
  });
  const content = { name: 'bench', rows, gone: [], restsOn: null };
  const source = {
    name: 'bench',
    state: 'published' as const,
    read: async () => content,
    documents: async () => new Map(),
  };
  return new Overlay({ source, model: of, revision: 1, content, words: null });
}

function laidRow(number: number) {
  const at = 1_800_000_000_000;
  const times = { createdAt: at, updatedAt: at, publishedAt: at, firstPublishedAt: at };
  const by = { createdBy: 'usr_1', updatedBy: 'usr_1', status: 'published', basis: '2' };
  return { id: rowId(1, number), version: 2, contentType: ARTICLE, key: keyOf(number), ...times, ...by };
}

function valuesOf(number: number) {
  return {
    0: { 0: [`entry:${keyOf(number % AUTHORS)}`] },
    1: { 0: `Title of article ${(number * 7_919) % 1_000_003}` },
    2: { 0: `category ${number % 100}` },
    3: { 0: number % 1_000 },
    4: { 0: `entry:${keyOf((number % AUTHORS) + 1)}` },
    5: { 0: [`tag ${number % 7}`, `tag ${number % 11}`] },
  };
}

/** Writes the rows; gives the milliseconds it took. */
function fill(file: string): number {
  const began = performance.now();
  const writing = new DatabaseSync(file);
  writing.exec('BEGIN');
  writing.exec("INSERT INTO accounts (id, name, version, created_at, updated_at) VALUES ('a', 'a', 1, 0, 0)");
  writing.exec(
    "INSERT INTO spaces (id, account_id, name, next_locale_number, version, created_at, updated_at) VALUES ('s', 'a', 's', 2, 1, 0, 0)",
  );
  writing.exec(`INSERT INTO environments (number, id, space_id, name, status, revision, published_revision, model_revision, epoch, next_type_number, version, created_at, past_from)
    VALUES (1, 'e', 's', 'master', 'ready', 1, 1, 1, 'e', 3, 1, 0, 1)`);
  const row =
    writing.prepare(`INSERT INTO entry_index (id, version, states, content_type, key, status, created_at, created_by, saved_at, updated_at, published_at, index_values)
    VALUES (?, 1, 3, ?, ?, 'published', ?, 'usr_1', ?, ?, ?, ?)`);
  for (let number = 1; number <= ENTRIES + AUTHORS; number++) {
    const isAuthor = number <= AUTHORS;
    const at = 1_700_000_000_000 + ((number * 7_919) % 1_000_003) * 1_000;
    const values = isAuthor ? { 1: { 0: `Author ${number}` } } : valuesOf(number);
    row.run(rowId(1, number), isAuthor ? AUTHOR : ARTICLE, keyOf(number), at, at, at, at, JSON.stringify(values));
  }
  writing.exec('COMMIT');
  writing.close();
  return performance.now() - began;
}

function keyOf(number: number): string {
  return `01hx${((number * 7_919) % 1_000_003).toString(36).padStart(22, '0')}`;
}
