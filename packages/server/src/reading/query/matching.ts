/**
 * Which rows of a table match a query, from columns that are ready. Each predicate becomes a set of rows: always a test, and a
 * list if one is known. The shortest list is filtered by the tests of the others.
 */
import type { Column, RowSet } from './column.ts';
import { conditionTest } from './condition-test.ts';
import { DictionaryColumn } from './dictionary-column.ts';
import type { FoundRows } from './found-rows.ts';
import { linksSource, type Source, type Sources } from './index-row.ts';
import type { Attribute, Condition, EntryQuery, Predicate } from './query.ts';
import type { HiddenRows, Placed, ShownTables } from './shown-tables.ts';
import type { TypeTable } from './type-table.ts';

/** The rows of one table that match. */
export interface Matches {
  readonly table: TypeTable;
  readonly count: number;
  /** The rows, in no particular order; null for all rows in use, without hidden ones. */
  readonly rows: ArrayLike<number> | null;
  /** The hidden rows, where `rows` is null and there are any. */
  readonly hidden?: HiddenRows | undefined;
}

/** A column with a range over text before its values are ranked. */
export interface UnrankedColumn {
  readonly kind: 'ranks';
  readonly table: TypeTable;
  readonly column: DictionaryColumn;
}

type Through = Extract<Predicate, { kind: 'through' }>;
type Sees = Extract<Predicate, { kind: 'sees' }>;

const NONE: RowSet = { rows: [], test: () => false };
const ALL: RowSet = { rows: null, test: () => true };
const ENTRY_LINK = 'entry:';
const ASSET_LINK = 'asset:';

/** Calls `visit` with every source that the predicates read from entries of the type. */
export function eachSource(
  predicates: readonly Predicate[],
  contentType: number,
  sources: Sources,
  visit: (source: Source) => void,
): void {
  for (const predicate of predicates) {
    const attribute = attributeRead(predicate, contentType);
    if (attribute !== undefined) visit(sources.of(attribute));
    if (predicate.kind === 'links_to') visit(linksSource);
  }
}

/** The predicates that the query applies to link targets. */
export function targetPredicates(predicates: readonly Predicate[]): Predicate[] {
  return predicates
    .filter((predicate) => predicate.kind === 'through')
    .flatMap(({ target }) => [target, ...targetPredicates([target])]);
}

/** Whether the predicate asks which assets there are. */
export function seesAssets(predicate: Predicate): boolean {
  return predicate.kind === 'sees' && predicate.toAssets;
}

export class Matcher {
  readonly #state: ShownTables;
  readonly #query: EntryQuery;
  readonly #sources: Sources;
  readonly #found: ReadonlyMap<TypeTable, FoundRows>;
  #unranked: UnrankedColumn | undefined;

  /** @param found the rows of each table that the query's search found; undefined if it has no search */
  constructor(
    state: ShownTables,
    query: EntryQuery,
    { sources, found }: { sources: Sources; found: ReadonlyMap<TypeTable, FoundRows> },
  ) {
    this.#state = state;
    this.#query = query;
    this.#sources = sources;
    this.#found = found;
  }

  /** A column whose values have to be ranked before the result is valid. */
  get unranked(): UnrankedColumn | undefined {
    return this.#unranked;
  }

  /** The rows of a table that meet all predicates of the query. */
  matches(table: TypeTable): Matches {
    const sets = this.#query.predicates.map((predicate) => this.#rowSet(table, predicate)).filter((set) => set !== ALL);
    if (this.#hidesArchived(table)) sets.push({ rows: null, test: (row) => !table.isArchived(row) });
    const searched = this.#found.get(table);
    if (searched !== undefined) sets.push({ rows: searched.rows, test: (row) => searched.has(row) });
    const hidden = this.#state.hiddenIn(table);
    if (sets.length === 0) return { table, count: table.count - (hidden?.count ?? 0), rows: null, hidden };
    if (hidden !== undefined) sets.push({ rows: null, test: (row) => !hidden.has(row) });
    const known = sets.reduce((best, set) =>
      set.rows !== null && set.rows.length < (best.rows?.length ?? Number.POSITIVE_INFINITY) ? set : best,
    );
    const first = known.rows === null ? (sets.find((set) => set.scan !== undefined) ?? known) : known;
    const rows = first.rows ?? first.scan?.() ?? scan(table, first.test);
    const found = sift(
      rows,
      sets.filter((set) => set !== first).map(({ test }) => test),
    );
    return { table, count: found.length, rows: found };
  }

  #hidesArchived(table: TypeTable): boolean {
    return !this.#query.withArchived && table.archivedCount > 0;
  }

  #rowSet(table: TypeTable, predicate: Predicate): RowSet {
    switch (predicate.kind) {
      case 'system':
        return this.#conditionSet(table, predicate.condition);
      case 'field': {
        const condition = predicate.byType.get(table.contentType);
        if (condition !== undefined) return this.#conditionSet(table, condition);
        return predicate.otherwise ? ALL : NONE;
      }
      case 'through':
        return this.#throughSet(table, predicate);
      case 'sees':
        return this.#seesSet(table, predicate);
      case 'links_to': {
        const column = this.#column(table, linksSource);
        return column.select(conditionTest({ operator: 'eq', operands: [`${predicate.target}:${predicate.key}`] }));
      }
      case 'keys':
        return this.#keySet(table, predicate.keys);
    }
  }

  #conditionSet(table: TypeTable, condition: Condition): RowSet {
    const column = this.#column(table, this.#sources.of(condition.attribute));
    const test = conditionTest(condition);
    if (!(column instanceof DictionaryColumn) || column.isRankedFor(test)) return column.select(test);
    this.#unranked = { kind: 'ranks', table, column };
    return NONE;
  }

  #keySet(table: TypeTable, keys: readonly string[]): RowSet {
    const rows = new Set<number>();
    for (const key of keys) {
      const placed = this.#state.find(key);
      if (placed?.table === table) rows.add(placed.row);
    }
    return { rows: [...rows], test: (row) => rows.has(row) };
  }

  #throughSet(table: TypeTable, predicate: Through): RowSet {
    const attribute = predicate.links.get(table.contentType);
    if (attribute === undefined) return NONE;
    const column = this.#column(table, this.#sources.of(attribute));
    if (!(column instanceof DictionaryColumn)) return NONE;
    return column.selectCodes(this.#linkCodes(column, predicate.target), { wanted: true, absent: false });
  }

  #seesSet(table: TypeTable, { links, wanted }: Sees): RowSet {
    const attribute = links.get(table.contentType);
    const column = attribute && this.#column(table, this.#sources.of(attribute));
    if (!(column instanceof DictionaryColumn)) return wanted ? NONE : ALL;
    const codes: number[] = [];
    for (const [code, link] of column.values.entries()) if (this.#leadsSomewhere(String(link))) codes.push(code);
    return column.selectCodes(codes, { wanted, absent: !wanted });
  }

  #leadsSomewhere(link: string): boolean {
    if (link.startsWith(ASSET_LINK)) return this.#state.assetKeys?.has(link.slice(ASSET_LINK.length)) === true;
    const placed = this.#linked(link);
    return placed !== undefined && this.#isVisible(placed);
  }

  /** The codes of links whose targets meet the predicate, computed from targets or links, whichever are fewer. */
  #linkCodes(column: DictionaryColumn, target: Predicate): number[] {
    const targets = this.#state.tables.map((table) => ({ table, set: this.#rowSet(table, target) }));
    const known = targets.reduce((sum, { set }) => sum + (set.rows?.length ?? Number.POSITIVE_INFINITY), 0);
    const codes: number[] = [];
    if (known < column.values.length) {
      for (const { table, set } of targets) this.#addCodesOf(codes, column, table, set.rows ?? []);
      return codes;
    }
    const tests = new Map(targets.map(({ table, set }) => [table, set.test]));
    for (const [code, link] of column.values.entries()) {
      const placed = this.#linked(String(link));
      if (placed !== undefined && this.#isVisible(placed) && tests.get(placed.table)?.(placed.row) === true)
        codes.push(code);
    }
    return codes;
  }

  #addCodesOf(codes: number[], column: DictionaryColumn, table: TypeTable, rows: ArrayLike<number>): void {
    for (let at = 0; at < rows.length; at++) {
      const row = rows[at] as number;
      if (!this.#isVisible({ table, row })) continue;
      const code = column.codeOf(ENTRY_LINK + table.keys.get(row));
      if (code !== undefined) codes.push(code);
    }
  }

  #linked(link: string): Placed | undefined {
    return link.startsWith(ENTRY_LINK) ? this.#state.find(link.slice(ENTRY_LINK.length)) : undefined;
  }

  #isVisible({ table, row }: Placed): boolean {
    if (this.#state.hiddenIn(table)?.has(row) === true) return false;
    return this.#query.withArchived || !table.isArchived(row);
  }

  #column(table: TypeTable, source: Source): Column {
    const column = table.column(source);
    if (column === undefined) throw new Error(`The column ${source.signature} was not made ready.`);
    return column;
  }
}

function attributeRead(predicate: Predicate, contentType: number): Attribute | undefined {
  switch (predicate.kind) {
    case 'system':
      return predicate.condition.attribute;
    case 'field':
      return predicate.byType.get(contentType)?.attribute;
    case 'through':
    case 'sees':
      return predicate.links.get(contentType);
    default:
      return undefined;
  }
}

function scan(table: TypeTable, test: RowSet['test']): Int32Array {
  const rows = new Int32Array(table.size);
  let count = 0;
  for (let row = 0; row < table.size; row++) if (test(row) && !table.isFree(row)) rows[count++] = row;
  return rows.subarray(0, count);
}

function sift(rows: ArrayLike<number>, tests: readonly RowSet['test'][]): ArrayLike<number> {
  if (tests.length === 0) return rows;
  const sifted = new Int32Array(rows.length);
  let count = 0;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] as number;
    if (meetsAll(tests, row)) sifted[count++] = row;
  }
  return sifted.subarray(0, count);
}

function meetsAll(tests: readonly RowSet['test'][], row: number): boolean {
  for (let at = 0; at < tests.length; at++) if (!(tests[at] as RowSet['test'])(row)) return false;
  return true;
}
