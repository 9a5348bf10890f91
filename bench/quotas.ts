/**
 * What limits on requests cost reads: a service whose accounts have a plan with limits, which nobody reaches, beside one
 * whose accounts have none, with copies of the same content, in rounds of both in turn.
 */
import { cpSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type CaseName, cases, pathTo } from './cases.ts';
import { readBytes } from './load.ts';
import { type Server, startService } from './processes.ts';
import { prepare } from './reads.ts';
import type { Table } from './report.ts';
import { comparedRow, inTurn, measure, medianRound, type Round, roundsInTurn, type Side } from './rounds.ts';
import { makeWorld, type World } from './world.ts';

const ARTICLES = 10_000;
const READERS = 16;
/** Two processes of one program differ by some percent by chance, so that several of each are measured. */
const PAIRS = 5;
const ROUNDS = 3;
const WARM_UP_ROUNDS = 1;
const MEASURED: readonly CaseName[] = ['single-repeated', 'list-repeated', 'single', 'list-include-1'];
const COLUMNS = [
  'case',
  'limited /s',
  'unlimited /s',
  'rate',
  'CPU µs limited',
  'unlimited',
  'p99 ms limited',
  'unlimited',
];
const plans = [
  { id: 'unlimited', name: 'Unlimited', price: 0, interval: 'month' },
  {
    id: 'limited',
    name: 'Limited',
    price: 0,
    interval: 'month',
    limits: { api_requests_per_second: 1_000_000, api_requests_per_month: 1_000_000_000 },
  },
];

/** Measures reads with and without limits. @param folder where the services may put their data */
export async function measureQuotas(folder: string, roundMs: number): Promise<Table> {
  const places = [path.join(folder, 'quotas-limited'), path.join(folder, 'quotas-unlimited')] as const;
  const [place, other] = places;
  const world = await makeWorld({ kind: 'sqlite', folder: place }, place, { articles: ARTICLES, isSearchable: false });
  cpSync(place, other, { recursive: true });
  const file = path.join(folder, 'plans.json');
  writeFileSync(file, JSON.stringify(plans));
  const sides: readonly ServiceSide[] = [
    { at: place, plan: 'limited' },
    { at: other, plan: 'unlimited' },
  ];
  const rounds = new Map(MEASURED.map((name) => [name, sides.map((): Round[] => [])]));
  for (let pair = 0; pair < PAIRS; pair++) await measurePair(sides, { file, world, roundMs, rounds });
  return {
    title: 'Reads of an account with limits on requests, beside one without, SQLite',
    columns: COLUMNS,
    rows: [...rounds].map(([name, all]) => comparedRow(name, all.map(medianRound))),
  };
}

/** A service, with its data and the plan of its accounts. */
interface ServiceSide {
  readonly at: string;
  readonly plan: string;
}

interface Pair {
  /** The plans. */
  readonly file: string;
  readonly world: World;
  readonly roundMs: number;
  /** Takes the rounds of each side. */
  readonly rounds: ReadonlyMap<CaseName, Round[][]>;
}

/** Starts both services, and measures every case on them in turn. */
async function measurePair(sides: readonly ServiceSide[], { file, world, roundMs, rounds }: Pair): Promise<void> {
  const services: Server[] = [];
  try {
    for (const { at, plan } of sides) {
      const env = { LECTERN_PLANS_FILE: file, LECTERN_DEFAULT_PLAN: plan };
      services.push(await startService({ database: { kind: 'sqlite', folder: at }, folder: at, env }));
    }
    for (const service of services) await prepare({ service, world, workers: 1, parts: MEASURED });
    for (const [name, all] of rounds) {
      const measured = services.map((service) => sideOf(service, { name, world, roundMs }));
      await inTurn(measured, WARM_UP_ROUNDS);
      const more = await roundsInTurn(measured, ROUNDS);
      for (const [side, some] of more.entries()) all[side]?.push(...some);
    }
  } finally {
    for (const service of services) await service.close();
  }
}

/** Each service counts its requests from 0, so that both are sent the same ones. */
function sideOf(
  service: Server,
  { name, world, roundMs }: { readonly name: CaseName; readonly world: World; readonly roundMs: number },
): Side {
  let number = 0;
  const next = () => readBytes(pathTo(cases[name], number++, world), world.tokens.delivery, '');
  return { name, round: () => measure(service, { clients: READERS, durationMs: roundMs, next }) };
}
