/**
 * What users are promised of speed and memory, and where a run shows it. `performance-page.ts` sets the latest figures
 * beside these targets. The other budgets of Studio stand in `studio-budgets.ts`.
 */
import type { Run } from './results.ts';
import { OPENING, TYPING, WHAT } from './studio-budgets.ts';

/** A figure, the run it comes from, and whether it keeps the promise. */
export interface Figure {
  readonly text: string;
  readonly isMet: boolean;
  readonly run: Run;
}

/** One row of the table. */
export interface PerformancePromise {
  readonly what: string;
  readonly target: string;
  /** The figure in the latest of these runs that has one; null where none has. */
  readonly figure: (runs: readonly Run[]) => Figure | null;
}

/** A cell: the title of its table, the first cells of its row, the title of its column. */
type Place = readonly [title: string, row: readonly string[], column: string];

interface Value {
  readonly value: number;
  readonly run: Run;
}

const SQLITE_10K = '10000 articles, sqlite, 1 process';
const SQLITE_1M = '1000000 articles, sqlite, 1 process';

const rate = (name: string): Place => [SQLITE_10K, [name, 'plain'], 'service /s'];
const bareRate = (name: string): Place => [SQLITE_10K, [name, 'plain'], 'bare /s'];

/** What stands on the page, in its order. */
export const promises: readonly PerformancePromise[] = [
  ofBare('one entry, repeated', 'single-repeated', 75),
  ofBare('list of 25, repeated', 'list-repeated', 75),
  atLeast('list of 25 with `include=1`, never repeated', 5_000, '/s', rate('list-include-1')),
  atMost('the same, p99 with 16 connections', 10, 'ms', [SQLITE_10K, ['list-include-1', 'plain'], 'p99 ms']),
  atLeast('search for a word in 2 % of 10,000 entries', 2_000, '/s', rate('search-2-percent')),
  atMost('first query after a start with 1,000,000 entries', 3_000, 'ms', [
    `First queries: ${SQLITE_1M}`,
    ['entries?content_type=article&limit=25'],
    'first response ms',
  ]),
  atLeast('create and publish in turn, 8 clients', 1_000, '/s', [
    'Writes, 8 clients, SQLite',
    ['create + publish'],
    'service /s',
  ]),
  atMost('webhook, change to arrival, p50', 50, 'ms', [
    'Webhooks, SQLite, 1 process',
    ['request to arrival p50, ms'],
    'figure',
  ]),
  atMost('start to first response, empty folder', 700, 'ms', [
    'Start',
    ['start to first response, empty folder, ms'],
    'least',
  ]),
  atMost('memory after the start', 130, 'MiB', ['Start', ['memory after start, MiB'], 'median']),
  atMost('Studio: from nothing to an entry that can be edited, 4 × CPU throttle', 1_500, 'ms', [
    OPENING,
    [WHAT.cold],
    'figure',
  ]),
  atMost('Studio: from a key to the screen, 100 values and 500 rows, 4 × CPU throttle', 16, 'ms', [
    TYPING,
    [WHAT.keyP50('100 values and 500 rows')],
    'figure',
  ]),
];

function atLeast(what: string, target: number, unit: string, place: Place): PerformancePromise {
  return promise(what, `≥ ${written(target, unit)}`, (runs) => latest(runs, place), {
    isMet: (value) => value >= target,
    unit,
  });
}

function atMost(what: string, target: number, unit: string, place: Place): PerformancePromise {
  return promise(what, `≤ ${written(target, unit)}`, (runs) => latest(runs, place), {
    isMet: (value) => value <= target,
    unit,
  });
}

/** The rate of a case as a share of the bare server's. */
function ofBare(what: string, name: string, percent: number): PerformancePromise {
  return promise(what, `≥ ${percent} % of the bare server`, (runs) => share(runs, rate(name), bareRate(name)), {
    isMet: (value) => value >= percent,
    unit: '%',
  });
}

function promise(
  what: string,
  target: string,
  find: (runs: readonly Run[]) => Value | null,
  { isMet, unit }: { isMet: (value: number) => boolean; unit: string },
): PerformancePromise {
  const figure = (runs: readonly Run[]): Figure | null => {
    const found = find(runs);
    return found === null ? null : { text: written(found.value, unit), isMet: isMet(found.value), run: found.run };
  };
  return { what, target, figure };
}

function written(value: number, unit: string): string {
  const digits = value < 100 ? 1 : 0;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`;
}

/** Both rates of the latest run that has them. */
function share(runs: readonly Run[], part: Place, whole: Place): Value | null {
  for (const run of runs.toReversed()) {
    const [own, base] = [latest([run], part), latest([run], whole)];
    if (own !== null && base !== null) return { value: (100 * own.value) / base.value, run };
  }
  const [own, base] = [latest(runs, part), latest(runs, whole)];
  return own === null || base === null ? null : { value: (100 * own.value) / base.value, run: own.run };
}

/** The cell in the latest run that has it. A table is also known by the beginning of its title, before a bracket. */
function latest(runs: readonly Run[], [title, row, column]: Place): Value | null {
  for (const run of runs.toReversed()) {
    const table = run.tables.find((one) => one.title.replace(/ \(.*\)$/, '') === title);
    const cells = table?.rows.find((one) => row.every((cell, at) => one[at] === cell));
    const value = Number.parseFloat(String(cells?.[table?.columns.indexOf(column) ?? -1]));
    if (!Number.isNaN(value)) return { value, run };
  }
  return null;
}
