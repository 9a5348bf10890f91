/**
 * Many writers in one environment on PostgreSQL: how much they write, and how long reads, writes into another space and
 * a crowd of connections wait meanwhile.
 */
import path from 'node:path';
import { startPostgres } from '../packages/server/test/harness/postgres.ts';
import type { Against } from './against.ts';
import { type Library, makeLibrary } from './library.ts';
import { readBytes, requestBytes } from './load.ts';
import { type Server, startService } from './processes.ts';
import type { Table } from './report.ts';
import { measure, medianRound, type Round, roundsInTurn } from './rounds.ts';

const WARM_UP_MS = 1_000;
/** Writers into one environment at once, in turn. */
const CROWDS = [1, 16, 128];
const READERS = 2;
const NEIGHBOURS = 2;
/** Connections of which a tenth write into one environment and the rest read from the database. */
const CONNECTIONS = 500;
const CROWD_WRITES_ONE_IN = 10;
/** What is read. */
const DRAFTS = 500;
const PROGRAM = 'packages/server/bin/lectern.mjs';

/** Rounds of each kind, in turn: what else the machine does falls on all of them. */
const ROUNDS = 3;

const COLUMNS = [
  'writers',
  'writes /s',
  'CPU µs',
  'p50 ms',
  'p99 ms',
  'reads p50 ms',
  'to alone',
  'other space p95 ms',
  'to alone',
  'refused',
];

/** Measures this checkout. @param folder where it may put its data */
export async function measureContention(folder: string, roundMs: number): Promise<Table[]> {
  return [await contentionOf({ folder: path.join(folder, 'contention'), roundMs, name: 'PostgreSQL' })];
}

/** Measures this checkout, and then another one in the same way. */
export async function contentionAgainst(folder: string, { checkout, roundMs }: Against): Promise<Table[]> {
  const program = path.resolve(checkout, PROGRAM);
  return [
    await contentionOf({ folder: path.join(folder, 'contention-here'), roundMs, name: 'PostgreSQL, here' }),
    await contentionOf({ folder: path.join(folder, 'contention-there'), roundMs, name: 'PostgreSQL, there', program }),
  ];
}

interface Measured {
  readonly folder: string;
  readonly roundMs: number;
  readonly name: string;
  readonly program?: string;
}

async function contentionOf({ folder, roundMs, name, program }: Measured): Promise<Table> {
  const postgres = await startPostgres({ durable: true });
  try {
    const database = { kind: 'postgres', url: postgres.url, unsafeDurability: false } as const;
    const env = { LECTERN_CONNECTIONS_PER_ADDRESS: String(2 * CONNECTIONS) };
    const service = await startService({ database, folder, env, ...(program === undefined ? {} : { program }) });
    try {
      const sides = {
        service,
        crowded: await makeLibrary(service.url, DRAFTS),
        other: await makeLibrary(service.url, DRAFTS),
        roundMs,
      };
      return { title: `Writers in one environment, ${name}`, columns: COLUMNS, rows: await rowsOf(sides) };
    } finally {
      await service.close();
    }
  } finally {
    await postgres.close();
  }
}

interface Sides {
  readonly service: Server;
  /** The space that all write into. */
  readonly crowded: Library;
  /** Another tenant. */
  readonly other: Library;
  readonly roundMs: number;
}

async function rowsOf(sides: Sides): Promise<(string | number)[][]> {
  const { service } = sides;
  await measure(service, { clients: CROWDS[0] ?? 1, durationMs: WARM_UP_MS, next: creates(sides.crowded) });
  const rows: (string | number)[][] = [];
  for (const writers of CROWDS) rows.push(await rowOf(sides, writers));
  rows.push(crowdRow(await crowd(sides)));
  return rows;
}

/** Writers alone, and reads and another tenant each alone and beside them. */
async function rowOf(sides: Sides, writers: number): Promise<(string | number)[]> {
  const { service, roundMs: durationMs } = sides;
  const write = () => measure(service, { clients: writers, durationMs, next: creates(sides.crowded), mayRefuse: true });
  const read = () => measure(service, { clients: READERS, durationMs, next: reads(sides), mayRefuse: true });
  const other = () =>
    measure(service, { clients: NEIGHBOURS, durationMs, next: creates(sides.other), mayRefuse: true });
  const beside = (round: () => Promise<Round>) => async () => {
    const [, measured] = await Promise.all([write(), round()]);
    return measured;
  };
  const kinds = [write, read, beside(read), other, beside(other)];
  const rounds = await roundsInTurn(
    kinds.map((round) => ({ name: '', round })),
    ROUNDS,
  );
  const [writing, readAlone, readBeside, otherAlone, otherBeside] = rounds.map(medianRound) as [
    Round,
    Round,
    Round,
    Round,
    Round,
  ];
  return [
    writers,
    Math.round(writing.perSecond),
    Math.round(writing.cpuUs),
    ms(writing.p50Ms),
    ms(writing.p99Ms),
    ms(readBeside.p50Ms),
    times(readBeside.p50Ms / readAlone.p50Ms),
    ms(otherBeside.p95Ms),
    times(otherBeside.p95Ms / otherAlone.p95Ms),
    rounds.flat().reduce((sum, { refused }) => sum + refused, 0),
  ];
}

/** Many connections at once that do both. */
function crowd(sides: Sides): Promise<Round> {
  const [create, read] = [creates(sides.crowded), reads(sides)];
  return measure(sides.service, {
    clients: CONNECTIONS,
    durationMs: sides.roundMs * 2,
    next: (_response, client) => (client % CROWD_WRITES_ONE_IN === 0 ? create() : read()),
    mayRefuse: true,
  });
}

function crowdRow(round: Round): (string | number)[] {
  const what = `${CONNECTIONS} connections, a tenth of them writers`;
  return [
    what,
    Math.round(round.perSecond),
    Math.round(round.cpuUs),
    ms(round.p50Ms),
    ms(round.p99Ms),
    '',
    '',
    '',
    '',
    round.refused,
  ];
}

function creates({ createPath, management, newArticle }: Library): () => Buffer {
  return () => requestBytes('POST', createPath, management, newArticle());
}

/** Drafts one by one on the management plane, which reads them from the database each time. */
function reads({ crowded }: Sides): () => Buffer {
  let number = 0;
  return () => {
    const id = crowded.draftIds[number++ % crowded.draftIds.length];
    return readBytes(`/entries/${id}`, crowded.management);
  };
}

function ms(value: number): string {
  return value.toFixed(2);
}

function times(ratio: number): string {
  return `${ratio.toFixed(1)} ×`;
}
