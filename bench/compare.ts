/**
 * Two ways to run the service beside each other, round by round in turn: one process and two workers on lists that
 * never repeat themselves, and a list that is repeated while nothing and while something is published.
 */
import os from 'node:os';
import { cases, pathTo } from './cases.ts';
import { readBytes } from './load.ts';
import { type Server, type ServiceWish, startService } from './processes.ts';
import { publishSteadily } from './publishing.ts';
import { prepare } from './reads.ts';
import type { Table } from './report.ts';
import { inTurn, measure, percent, type Round, type Side } from './rounds.ts';
import type { World } from './world.ts';

const CLIENTS = 16;
const ROUNDS = 5;
/** Until the compiler has seen every path, in each worker. */
const WARM_UP_MS = 2_500;
const WORKERS = 2;
const COLUMNS = ['what', '/s', 'CPU µs', 'load CPU µs', 'p50 ms', 'p99 ms', 'of the first'];

export interface Compared {
  readonly wish: ServiceWish;
  readonly world: World;
  readonly roundMs: number;
  readonly title: string;
}

/** One process and two workers, on lists that never repeat themselves. */
export async function compareWorkers({ wish, world, roundMs, title }: Compared): Promise<Table> {
  const services: Server[] = [];
  let next = 0;
  const never = () => readBytes(pathTo(cases['list-include-1'], next++, world), world.tokens.delivery);
  try {
    const sides: Side[] = [];
    for (const workers of [1, WORKERS]) {
      const service = await startService({ ...wish, workers });
      services.push(service);
      await prepare({ service, world, workers, parts: ['list-include-1'] });
      await measure(service, { clients: CLIENTS, durationMs: WARM_UP_MS, next: never });
      const round = () => measure(service, { clients: CLIENTS, durationMs: roundMs, next: never });
      sides.push({ name: workers === 1 ? '1 process' : `${workers} workers`, round });
    }
    const rounds = await inTurn(sides, ROUNDS);
    const [one] = rounds;
    const rows = sides.map(({ name }, at) => row(name, rounds[at], one));
    const most = one === undefined ? Number.NaN : ceiling(one);
    rows.push([
      `${WORKERS} workers at most, as the load has its share of ${os.cpus().length} cores`,
      '',
      '',
      '',
      '',
      '',
      percent(most),
    ]);
    return { title: `Workers, lists that never repeat themselves: ${title}`, columns: COLUMNS, rows };
  } finally {
    for (const service of services) await service.close();
  }
}

/** A list that is repeated, alone and while five entries a second are published. */
export async function comparePublishing({ wish, world, roundMs, title }: Compared): Promise<Table> {
  const service = await startService(wish);
  try {
    const same = readBytes(pathTo(cases['list-repeated'], 0, world), world.tokens.delivery);
    const load = { clients: CLIENTS, next: () => same };
    const alone = () => measure(service, { ...load, durationMs: roundMs });
    const publishing = async (durationMs: number): Promise<Round> => {
      const publishes = await publishSteadily(service, world);
      const round = await measure(service, { ...load, durationMs });
      await publishes.stop();
      return round;
    };
    await publishing(WARM_UP_MS);
    const sides: Side[] = [
      { name: 'nothing is published', round: alone },
      { name: 'five publishes a second', round: () => publishing(roundMs) },
    ];
    const rounds = await inTurn(sides, ROUNDS);
    const rows = sides.map(({ name }, at) => row(name, rounds[at], rounds[0]));
    return { title: `A repeated list while something is published: ${title}`, columns: COLUMNS, rows };
  } finally {
    await service.close();
  }
}

/** How much more all cores do than the one of a single process, where each request takes the load its time too. */
function ceiling({ cpuUs, loadUs }: Round): number {
  return os.cpus().length / (1 + loadUs / cpuUs);
}

function row(name: string, round: Round | undefined, first: Round | undefined): (string | number)[] {
  if (round === undefined || first === undefined) return [name];
  const { perSecond, cpuUs, loadUs, p50Ms, p99Ms } = round;
  const share = percent(perSecond / first.perSecond);
  return [
    name,
    Math.round(perSecond),
    Math.round(cpuUs),
    Math.round(loadUs),
    p50Ms.toFixed(2),
    p99Ms.toFixed(2),
    share,
  ];
}
