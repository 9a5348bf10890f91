/**
 * Two ways to run the service beside each other, round by round in turn: one process and two workers on lists that
 * never repeat themselves, and a list that is repeated while nothing and while something is published.
 */
import os from 'node:os';
import { cases, pathTo } from './cases.ts';
import { type Load, readBytes } from './load.ts';
import { type Server, type ServiceSettings, startService } from './processes.ts';
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
const MICROSECONDS_PER_SECOND = 1_000_000;
const COLUMNS = ['what', '/s', 'CPU µs', 'load CPU µs', 'cores busy', 'p50 ms', 'p99 ms', 'of the first'];

export interface Compared {
  readonly settings: ServiceSettings;
  readonly world: World;
  readonly roundMs: number;
  readonly title: string;
}

/** One process, two workers, and as a measure of the machine two processes apart, on lists that never repeat themselves. */
export async function compareWorkers({ settings, world, roundMs, title }: Compared): Promise<Table> {
  const services: Server[] = [];
  let next = 0;
  const never = () => readBytes(pathTo(cases['list-include-1'], next++, world), world.tokens.delivery);
  const started = async (workers: number): Promise<Server> => {
    const service = await startService({ ...settings, workers });
    services.push(service);
    await prepare({ service, world, workers, parts: ['list-include-1'] });
    await measure(service, { clients: CLIENTS, durationMs: WARM_UP_MS, next: never });
    return service;
  };
  const side = (name: string, servers: readonly Server[]): Side => {
    return { name, round: () => measureTogether(servers, { clients: CLIENTS, durationMs: roundMs, next: never }) };
  };
  try {
    const [one, workers, another] = [await started(1), await started(WORKERS), await started(1)];
    const sides = [
      side('1 process', [one]),
      side(`${WORKERS} workers`, [workers]),
      side('2 processes on two ports', [one, another]),
    ];
    const rounds = await inTurn(sides, ROUNDS);
    const rows = rowsOf(sides, rounds);
    const most = (os.cpus().length / coresBusy(rounds[0])).toFixed(2);
    return { title: `Never repeating lists, ${title} (at most ${most} × fit on the cores)`, columns: COLUMNS, rows };
  } finally {
    for (const service of services) await service.close();
  }
}

/** A list that is repeated, alone and while five entries a second are published. */
export async function comparePublishing({ settings, world, roundMs, title }: Compared): Promise<Table> {
  const service = await startService(settings);
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
    const rows = rowsOf(sides, rounds);
    return { title: `A repeated list while entries are published: ${title}`, columns: COLUMNS, rows };
  } finally {
    await service.close();
  }
}

/** One load on several servers at once, each with its part of the clients. */
async function measureTogether(servers: readonly Server[], load: Omit<Load, 'url'>): Promise<Round> {
  const clients = load.clients / servers.length;
  const rounds = await Promise.all(servers.map((server) => measure(server, { ...load, clients })));
  const requests = sum(rounds, (round) => round.requests);
  return {
    requests,
    perSecond: sum(rounds, (round) => round.perSecond),
    p50Ms: Math.max(...rounds.map((round) => round.p50Ms)),
    p95Ms: Math.max(...rounds.map((round) => round.p95Ms)),
    p99Ms: Math.max(...rounds.map((round) => round.p99Ms)),
    refused: sum(rounds, (round) => round.refused),
    cpuUs: sum(rounds, (round) => round.cpuUs * round.requests) / requests,
    // Each round saw what the load took for all of them.
    loadUs: sum(rounds, (round) => round.loadUs * round.requests) / rounds.length / requests,
  };
}

function sum(rounds: readonly Round[], figure: (round: Round) => number): number {
  return rounds.reduce((total, round) => total + figure(round), 0);
}

/** How many cores the servers and the load kept busy. */
function coresBusy(round: Round | undefined): number {
  return round === undefined ? Number.NaN : (round.perSecond * (round.cpuUs + round.loadUs)) / MICROSECONDS_PER_SECOND;
}

function rowsOf(sides: readonly Side[], rounds: readonly Round[]): (string | number)[][] {
  const [first] = rounds;
  return rounds.map((round, at) => [
    sides[at]?.name ?? '',
    Math.round(round.perSecond),
    Math.round(round.cpuUs),
    Math.round(round.loadUs),
    coresBusy(round).toFixed(2),
    round.p50Ms.toFixed(2),
    round.p99Ms.toFixed(2),
    percent(round.perSecond / (first?.perSecond ?? Number.NaN)),
  ]);
}
