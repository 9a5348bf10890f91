/** The query engine's answers, worked out by filtering every entry in plain JavaScript. */
import { shownValue } from '../../src/model/fields/own-value.ts';
import { fold } from '../../src/platform/kit/fold.ts';
import type { Attribute, Condition, EntryQuery, OrderStep, Predicate } from '../../src/reading/query/query.ts';
import { type Entry, linksOf, type Moment, type State, statusOf } from './world.ts';

type Row = { entry: Entry; state: State };
export interface Expected {
  readonly entries: readonly {
    id: number;
    version: number;
    key: string;
    contentType: number;
    publishedAt: number | null;
    status: string;
  }[];
  /** What its last entry is ordered by, and its key, where more come behind it. */
  readonly next: OraclePlace | null;
  readonly total: number;
}

interface OraclePlace {
  readonly values: readonly (string | number | null)[];
  readonly id: string;
}

/** What the engine must answer. */
export function expected(query: EntryQuery, moment: Moment): Expected {
  const { matching, placeOf, comparePlaces } = workedOut(query, moment);
  const { after } = query;
  const start = after === undefined ? query.skip : 0;
  const left = after === undefined ? matching : matching.filter((row) => comparePlaces(placeOf(row), after) > 0);
  const page = left.slice(start, start + query.limit);
  const last = left.length > start + page.length ? page.at(-1) : undefined;
  const next = last === undefined ? null : placeOf(last);
  return { entries: page.map((row) => found(query, row)), next, total: matching.length };
}

/** What each entry that matches is ordered by, as text, by the id of its row. */
export function orderedBy(query: EntryQuery, moment: Moment): Map<number, string> {
  const { matching, placeOf } = workedOut(query, moment);
  return new Map(matching.map((row) => [row.entry.id, JSON.stringify(placeOf(row).values)]));
}

/** The rows that match, in order, and what they are ordered by. */
function workedOut(query: EntryQuery, { entries, model }: Moment) {
  const rows = entries
    .flatMap((entry) => stateOf(query, entry))
    .filter(({ entry }) => query.withArchived || !entry.isArchived);
  const matching = rows
    .filter(({ entry }) => query.contentType === null || entry.contentType === query.contentType)
    .filter((row) => query.predicates.every((predicate) => meets(row, predicate)))
    .sort(compare);
  return { matching, placeOf, comparePlaces };

  function value({ entry, state }: Row, attribute: Attribute): unknown {
    if (attribute.kind === 'system') return systemValue(query, { entry, state }, attribute.name);
    if (attribute.contentType !== entry.contentType) return undefined;
    const field = model.typeByNumber(entry.contentType)?.fields.find(({ number }) => number === attribute.field);
    return field === undefined ? undefined : shownValue(state.values[field.number], field, query.locale, model.locales);
  }

  function meets(row: Row, predicate: Predicate): boolean {
    if (predicate.kind === 'keys') return predicate.keys.includes(row.entry.key);
    if (predicate.kind === 'links_to')
      return linksOf(row.state.values).includes(`${predicate.target}:${predicate.key}`);
    if (predicate.kind === 'system') return holds(predicate.condition, value(row, predicate.condition.attribute));
    if (predicate.kind === 'field') {
      const condition = predicate.byType.get(row.entry.contentType);
      return condition === undefined ? predicate.otherwise : holds(condition, value(row, condition.attribute));
    }
    const attribute = predicate.links.get(row.entry.contentType);
    const links = [attribute === undefined ? [] : (value(row, attribute) ?? [])].flat();
    return rows.some((target) => links.includes(`entry:${target.entry.key}`) && meets(target, predicate.target));
  }

  function compare(a: Row, b: Row): number {
    return comparePlaces(placeOf(a), placeOf(b));
  }

  function placeOf(row: Row): OraclePlace {
    return { values: query.order.map((step) => orderValue(row, step) ?? null), id: row.entry.key };
  }

  function comparePlaces(a: OraclePlace, b: OraclePlace): number {
    for (const [at, step] of query.order.entries()) {
      const [x, y] = [a.values[at] ?? null, b.values[at] ?? null];
      if (x === y) continue;
      if (x === null || y === null) return x === null ? 1 : -1;
      const isBefore = typeof x === typeof y ? x < y : typeof x === 'number';
      return isBefore === step.descending ? 1 : -1;
    }
    return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
  }

  function orderValue(row: Row, { by }: OrderStep): string | number | undefined {
    const attribute = by.kind === 'system' ? by : by.byType.get(row.entry.contentType);
    const held = attribute === undefined ? undefined : value(row, attribute);
    if (by.kind === 'system' && (by.name === 'id' || by.name === 'key')) return row.entry.key;
    if (held === '') return undefined;
    return held === undefined || typeof held === 'number' ? held : fold(String(held));
  }
}

function stateOf(query: EntryQuery, entry: Entry): Row[] {
  const state = query.state === 'draft' ? entry.draft : entry.published;
  return state === null ? [] : [{ entry, state }];
}

function systemValue(query: EntryQuery, { entry, state }: Row, name: string): unknown {
  switch (name) {
    case 'status':
      return query.state === 'draft' ? statusOf(entry) : 'published';
    case 'created_by':
      return entry.createdBy;
    case 'created_at':
      return entry.createdAt;
    case 'updated_by':
      return query.state === 'draft' ? entry.updatedBy : '';
    case 'updated_at':
      return query.state === 'draft' ? entry.updatedAt : state.savedAt;
    case 'published_at':
      return entry.publishedAt ?? undefined;
    default:
      return entry.key;
  }
}

function holds({ operator, operands }: Condition, held: unknown): boolean {
  const items = held === undefined ? [] : [held].flat();
  const operand = operands[0];
  const ordered = (item: unknown) => (typeof item === 'number' ? item : fold(String(item)));
  const some = (test: (a: string | number, b: string | number) => boolean) =>
    items.some((item) => test(ordered(item), ordered(operand)));
  switch (operator) {
    case 'exists':
      return (held !== undefined) === operand;
    case 'eq':
    case 'in':
      return items.some((item) => operands.includes(item as string));
    case 'ne':
    case 'nin':
      return !items.some((item) => operands.includes(item as string));
    case 'gt':
      return some((a, b) => a > b);
    case 'gte':
      return some((a, b) => a >= b);
    case 'lt':
      return some((a, b) => a < b);
    case 'lte':
      return some((a, b) => a <= b);
  }
}

function found(query: EntryQuery, row: Row): Expected['entries'][number] {
  const { id, key, contentType, publishedAt } = row.entry;
  return {
    id,
    version: row.state.version,
    key,
    contentType,
    publishedAt,
    status: String(systemValue(query, row, 'status')),
  };
}
