/**
 * What is promised of the service's speed and memory, and where a run shows it. Targets stand here, those of Studio in
 * `studio-budgets.ts`, and nowhere else; `performance-page.ts` sets the latest figures beside them.
 */
import type { Run } from './results.ts';
import { studioBudgets } from './studio-budgets.ts';

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
const SQLITE_100K = '100000 articles, sqlite, 1 process';
const SQLITE_1M = '1000000 articles, sqlite, 1 process';
const POSTGRES_10K = '10000 articles, postgres, 1 process';
const FAILING_RECEIVERS =
  'Webhooks, SQLite: 200 changes/s sent to four webhooks; then one hangs, one drips and one never ends';
const ENVIRONMENTS_1M = '1000000 articles in 100 environments of 20 spaces, sqlite';
const UPLOADS = 'Lists of 25 for 16 readers, alone and beside 50 uploads of 1 MB at once, SQLite';

const ofBackup = (column: string): Place => [
  'Backup: 100000 articles, sqlite',
  ['copy of the backup, × plain'],
  column,
];
const rate = (table: string, name: string, encoding = 'plain'): Place => [table, [name, encoding], 'service /s'];
const bareRate = (table: string, name: string, encoding = 'plain'): Place => [table, [name, encoding], 'bare /s'];
const ninetyNinth = (table: string, name: string): Place => [table, [name, 'plain'], 'p99 ms'];

/** What stands on the page, in its order. */
export const promises: readonly PerformancePromise[] = [
  ofBare('one entry, repeated', 'single-repeated', 'plain', 75),
  ofBare('one entry, repeated, compressed', 'single-repeated', 'compressed', 75),
  ofBare('list of 25, repeated', 'list-repeated', 'plain', 75),
  ofBare('list of 25, repeated, compressed', 'list-repeated', 'compressed', 75),
  ofBare('list of 25 with `include=1`, never repeated', 'list-include-1', 'plain', 12),
  atLeast('the same, requests a second', 5_000, '/s', rate(SQLITE_10K, 'list-include-1')),
  ratio('the same, compressed, beside plain', 60, [
    rate(SQLITE_10K, 'list-include-1', 'compressed'),
    rate(SQLITE_10K, 'list-include-1'),
  ]),
  sizes('the same with 100,000 entries, beside 10,000', 70, SQLITE_100K),
  sizes('the same with 1,000,000 entries, beside 10,000', 50, SQLITE_1M),
  ratio('the same on PostgreSQL, beside SQLite', 50, [
    rate(POSTGRES_10K, 'list-include-1'),
    rate(SQLITE_10K, 'list-include-1'),
  ]),
  workers('two workers beside one process, SQLite', 'sqlite'),
  workers('two workers beside one process, PostgreSQL', 'postgres'),
  atLeast('search for a word in 2 % of 10,000 entries', 2_000, '/s', rate(SQLITE_10K, 'search-2-percent')),
  atLeast('search for a word in 2 % of 100,000 entries', 500, '/s', rate(SQLITE_100K, 'search-2-percent')),
  atMost('p99 of a repeated list, 16 connections', 10, 'ms', ninetyNinth(SQLITE_10K, 'list-repeated')),
  atMost('p99 of a list never repeated, 10,000 entries', 10, 'ms', ninetyNinth(SQLITE_10K, 'list-include-1')),
  atMost('p99 of a list never repeated, 100,000 entries', 10, 'ms', ninetyNinth(SQLITE_100K, 'list-include-1')),
  publishing('repeated list during 5 publishes a second, SQLite', 'sqlite'),
  publishing('repeated list during 5 publishes a second, PostgreSQL', 'postgres'),
  atMost('first query after a start with 1,000,000 entries', 3_000, 'ms', [
    `First queries: ${SQLITE_1M}`,
    ['entries?content_type=article&limit=25'],
    'first response ms',
  ]),
  ofEnvironments('start to first response', 1_000, 'ms', 'start to first response, least, ms'),
  ofEnvironments('first query of each environment, p50', 300, 'ms', 'first query of an environment, p50, ms'),
  ofEnvironments('memory after a query of each', 600, 'MiB', 'memory after a query of each environment, MiB'),
  ofEnvironments('publish until a list shows it, p99', 1_000, 'ms', 'publish until a list shows it, p99, ms'),
  ofEnvironments('nightly collection of search texts', 60_000, 'ms', 'job search-collection, ms'),
  ofEnvironments('nightly backup', 300_000, 'ms', 'job backup, ms'),
  ofEnvironments('p99 of lists beside nightly jobs', 100, 'ms', 'list beside these jobs, p99, ms'),
  atMost('backup: copy of the database, to a plain copy with fsync', 2, '×', ofBackup('idle')),
  atMost('the same beside 8 writers', 2, '×', ofBackup('beside 8 writers')),
  atMost('`lectern move` of 100,000 entries', 60, 's', [
    'Move: 100000 articles, from sqlite to postgres',
    ['the whole command, s'],
    'figure',
  ]),
  atLeast('create and publish in turn, 8 clients', 1_000, '/s', [
    'Writes, 8 clients, SQLite',
    ['create + publish'],
    'service /s',
  ]),
  atMost('start to first response, empty folder', 700, 'ms', [
    'Start',
    ['start to first response, empty folder, ms'],
    'least',
  ]),
  atMost('start to first response, again', 700, 'ms', ['Start', ['start to first response, again, ms'], 'least']),
  atMost('memory after the start', 130, 'MiB', ['Start', ['memory after start, MiB'], 'median']),
  atMost('memory with 100,000 entries under load', 400, 'MiB', [
    `Memory: ${SQLITE_100K}`,
    ['after all of the above'],
    'MiB',
  ]),
  atMost('p99 of lists beside 50 uploads, to p99 alone', 5, '×', [
    UPLOADS,
    ['beside uploads at 10 Mbit/s each'],
    'p99 × alone',
  ]),
  atLeast('webhook deliveries', 1_000, '/s', [
    'Webhooks, SQLite, 1 process',
    ['deliveries/s: 1000 entries published at once, 5 webhooks'],
    'figure',
  ]),
  atMost('webhook, change to arrival, p50', 50, 'ms', [
    'Webhooks, SQLite, 1 process',
    ['request to arrival p50, ms'],
    'figure',
  ]),
  atMost('webhook, change to arrival, p99 beside three bad receivers', 2_000, 'ms', [
    FAILING_RECEIVERS,
    ['the good one: request to arrival p99, ms'],
    'three bad',
  ]),
  besideBad('API p99 beside three bad receivers, to all good', 'API p99, ms', 110),
  atLeast('reads with an idle webhook dispatcher, beside none', 95, '%', [
    'Reads beside a dispatcher that has nothing to do, 16 connections, SQLite',
    ['share'],
    'figure',
  ]),
  limited('one entry, repeated, with limits on requests, beside without', 'single-repeated'),
  limited('list of 25, repeated, with limits on requests, beside without', 'list-repeated'),
  limited('one entry, never repeated, with limits on requests, beside without', 'single'),
  limited('list of 25, never repeated, with limits on requests, beside without', 'list-include-1'),
  ...studioBudgets.map(({ title, what, most, unit }) =>
    atMost(`${title}: ${what}`, most, unit, [title, [what], 'figure']),
  ),
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

function ofEnvironments(what: string, target: number, unit: string, row: string): PerformancePromise {
  return atMost(`${what}, 1,000,000 entries in 100 environments`, target, unit, [ENVIRONMENTS_1M, [row], 'figure']);
}

/** One rate as a share of another. */
function ratio(what: string, percent: number, [part, whole]: readonly [Place, Place]): PerformancePromise {
  return promise(what, `≥ ${percent} %`, (runs) => share(runs, part, whole), {
    isMet: (value) => value >= percent,
    unit: '%',
  });
}

/** The rate of a case as a share of the bare server's. */
function ofBare(what: string, name: string, encoding: string, percent: number): PerformancePromise {
  const places = [rate(SQLITE_10K, name, encoding), bareRate(SQLITE_10K, name, encoding)] as const;
  const { figure } = ratio(what, percent, places);
  return { what, target: `≥ ${percent} % of the bare server`, figure };
}

/** Runs of different sizes are minutes apart: what is compared is what each is of its bare server. */
function sizes(what: string, percent: number, large: string): PerformancePromise {
  const shareOfBare = (runs: readonly Run[], table: string) =>
    share(runs, rate(table, 'list-include-1'), bareRate(table, 'list-include-1'));
  const quotient = (runs: readonly Run[]): Value | null => {
    const [own, base] = [shareOfBare(runs, large), shareOfBare(runs, SQLITE_10K)];
    return own === null || base === null ? null : { value: (100 * own.value) / base.value, run: own.run };
  };
  return promise(what, `≥ ${percent} %`, quotient, { isMet: (value) => value >= percent, unit: '%' });
}

/** A figure with three bad receivers as a share of the one with good receivers alone. */
function besideBad(what: string, row: string, percent: number): PerformancePromise {
  const places = [
    [FAILING_RECEIVERS, [row], 'three bad'] as const,
    [FAILING_RECEIVERS, [row], 'all good'] as const,
  ] as const;
  return promise(what, `≤ ${percent} %`, (runs) => share(runs, ...places), {
    isMet: (value) => value <= percent,
    unit: '%',
  });
}

function limited(what: string, name: string): PerformancePromise {
  const title = 'Reads of an account with limits on requests, beside one without, SQLite';
  return ratio(what, 97, [
    [title, [name], 'limited /s'],
    [title, [name], 'unlimited /s'],
  ]);
}

function workers(what: string, engine: string): PerformancePromise {
  const title = `Never repeating lists, 10000 articles, ${engine}`;
  return atLeast(what, 170, '%', [title, ['2 workers'], 'of the first']);
}

function publishing(what: string, engine: string): PerformancePromise {
  const title = `A repeated list while something is published: 10000 articles, ${engine}`;
  return atLeast(what, 80, '%', [title, ['five publishes a second'], 'of the first']);
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
