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
import { inTurn, measure, percent, type Side } from './rounds.ts';
import { makeWorld, type World } from './world.ts';

const ARTICLES = 10_000;
const READERS = 16;
const ROUNDS = 9;
const WARM_UP_ROUNDS = 2;
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
  const start = (at: string, plan: string) =>
    startService({
      database: { kind: 'sqlite', folder: at },
      folder: at,
      env: { LECTERN_PLANS_FILE: file, LECTERN_DEFAULT_PLAN: plan },
    });
  const services: Server[] = [];
  try {
    for (const [at, plan] of [
      [place, 'limited'],
      [other, 'unlimited'],
    ] as const)
      services.push(await start(at, plan));
    for (const service of services) await prepare({ service, world, workers: 1, parts: MEASURED });
    const rows: (string | number)[][] = [];
    for (const name of MEASURED) {
      const sides = services.map((service) => sideOf(service, { name, world, roundMs }));
      await inTurn(sides, WARM_UP_ROUNDS);
      const [limited, unlimited] = await inTurn(sides, ROUNDS);
      if (limited === undefined || unlimited === undefined) throw new Error('Both sides are measured.');
      rows.push([
        name,
        Math.round(limited.perSecond),
        Math.round(unlimited.perSecond),
        percent(limited.perSecond / unlimited.perSecond),
        limited.cpuUs.toFixed(1),
        unlimited.cpuUs.toFixed(1),
        limited.p99Ms.toFixed(2),
        unlimited.p99Ms.toFixed(2),
      ]);
    }
    return { title: 'Reads of an account with limits on requests, beside one without, SQLite', columns: COLUMNS, rows };
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
