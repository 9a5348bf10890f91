/**
 * Attacks every route of `openapi.json` and measures the effect on others. Invariant: times are in units of one `JSON.parse` of 1
 * MiB in the same service, since machines differ and are shared.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, type ApiResponse, send, valueAt } from '../../../../testing/src/client.ts';
import { given, PASSWORD, type Scene } from '../../../../testing/src/given.ts';
import { entriesOf, type Route, routesOf } from '../../routes/described-routes.ts';
import { pathOf, queryOf } from '../../routes/resources.ts';
import { type NamedRow, rowOf } from '../../routes/table.ts';
import type { Attack } from './attack.ts';
import type { Bystander, BystanderReport } from './bystander.ts';
import { bodyAttacks } from './generated-bodies.ts';
import { headerAttacks, queryAttacks } from './generated-queries.ts';
import type { ProbedService } from './probed-service.ts';
import type { Target } from './target.ts';

/** Longest stall of the event loop. */
export const STALL_UNITS_MAX = 20;
/** Longest wait of the other tenant. */
const WAIT_UNITS_MAX = 60;
const RESPONSE_BYTES_MAX = 16 * 1_048_576;
/**
 * Only faults that happen in every attempt are due to the attacks and not to other processes. From the second attempt on, the
 * waits without any attack are measured first and subtracted.
 */
export const TRIES = 4;
const IDLE_MS = 400;
/** Pause after a response, for later effects in the service. */
const SETTLE_MS = 15;

/** The outcome of the attacks on a route. */
export interface Outcome {
  readonly effect: Effect;
  /** Empty if nobody was blocked. */
  readonly faults: readonly string[];
}

type Waits = BystanderReport['longestMs'];

/** The effect of some attacks on others. */
export interface Effect {
  readonly route: string;
  /** The attack, or the number of attacks. */
  readonly attack: string;
  /** Statuses of the responses. */
  readonly statuses: readonly number[];
  /** Longest stall of the event loop, in units. */
  readonly stall: number;
  /** The other tenant's longest wait in units, for each kind of request. */
  readonly waits: Waits;
  readonly responseBytes: number;
  readonly unitMs: number;
  /** Whether writes of others, including log-ins, may wait longer. */
  readonly holdsWrites: boolean;
  readonly failures: readonly string[];
}

export interface Siege {
  readonly service: ProbedService;
  readonly target: Target;
  readonly bystander: Bystander;
}

/** The routes of the service by their names, as the table of routes has them. */
export async function describedRoutes(
  url: string,
): Promise<{ routes: ReadonlyMap<string, Route>; description: unknown }> {
  const description = (await new Actor(url, null).get('/openapi.json', 200)).json;
  const named = routesOf(description).map((route) => [`${route.method} ${route.path}`, route] as const);
  return { routes: new Map(named), description };
}

/** The attacks in a row of the table. */
export async function attacksMadeFor({ stalls }: NamedRow, target: Target): Promise<readonly Attack[]> {
  return (await stalls?.attacks?.(target)) ?? [];
}

/** All attacks on a route; `thorough` as in `queryAttacks`. */
export async function attacksOn(
  { route, row, description }: { route: Route; row: NamedRow; description: unknown },
  target: Target,
  thorough: boolean,
): Promise<Attack[]> {
  const content = valueAt(route.operation, 'requestBody.content');
  const schema = valueAt(entriesOf(content).find(([type]) => type === 'application/json')?.[1], 'schema');
  return [
    ...(await attacksMadeFor(row, target)),
    ...(schema === undefined ? [] : bodyAttacks(schema, description)),
    ...queryAttacks(route.operation, thorough),
    ...headerAttacks,
  ];
}

/**
 * Attacks a route.
 * @returns the effect of all attacks together, and the faults, by attack if that can be determined
 */
export async function attackRoute(siege: Siege, route: string, attacks: readonly Attack[]): Promise<Outcome> {
  let effect = await effectOf(siege, route, attacks);
  for (let tried = 1; tried < TRIES && faultsOf(effect).length > 0; tried++)
    effect = milder(effect, await effectOf(siege, route, attacks, await idleWaits(siege)));
  const faults = faultsOf(effect);
  if (faults.length === 0) return { effect, faults };
  const named: string[] = [];
  for (const attack of attacks) named.push(...faultsOf(await effectOf(siege, route, [attack], await idleWaits(siege))));
  return { effect, faults: [...faults, ...named] };
}

/** How long the other tenant waits while nobody attacks. */
async function idleWaits({ bystander }: Siege): Promise<Waits> {
  bystander.reset();
  await sleep(IDLE_MS);
  return (await bystander.report()).longestMs;
}

function milder(one: Effect, other: Effect): Effect {
  const waitFor = (deed: keyof Effect['waits']) => Math.min(one.waits[deed], other.waits[deed]);
  const waits = { read: waitFor('read'), write: waitFor('write'), 'log-in': waitFor('log-in') };
  const failures = other.failures.length === 0 ? [] : one.failures;
  return { ...one, stall: Math.min(one.stall, other.stall), waits, failures };
}

function faultsOf(effect: Effect): string[] {
  const { route, attack, stall, waits, responseBytes, failures, statuses, holdsWrites } = effect;
  const long = Object.entries(waits).filter(
    ([deed, wait]) => wait > WAIT_UNITS_MAX && (deed === 'read' || !holdsWrites),
  );
  const faults = [
    ...(stall > STALL_UNITS_MAX ? [`stalled for ${stall.toFixed(1)} units`] : []),
    ...long.map(([deed, wait]) => `another's ${deed} waited ${wait.toFixed(1)} units`),
    ...(responseBytes > RESPONSE_BYTES_MAX && rowOf(route)?.stalls?.streams !== true
      ? [`a response of ${responseBytes} bytes`]
      : []),
    ...failures,
  ];
  return faults.map((fault) => `${route}, ${attack} (${statuses}): ${fault}`);
}

/** Sends attacks one after the other, and measures over all of them. */
async function effectOf(
  siege: Siege,
  route: string,
  attacks: readonly Attack[],
  idle: Waits = { read: 0, write: 0, 'log-in': 0 },
): Promise<Effect> {
  const { service, bystander } = siege;
  const shots = await armed(siege, route, attacks);
  const before = await service.probe.units();
  bystander.reset();
  await service.probe.reset();
  const statuses: number[] = [];
  let responseBytes = 0;
  for (const shoot of shots) {
    const response = await shoot();
    statuses.push(response.status);
    responseBytes = Math.max(responseBytes, Buffer.byteLength(response.text));
  }
  await sleep(SETTLE_MS);
  const [stallMs, { longestMs, failures }] = [await service.probe.stallMs(), await bystander.report()];
  // If the machine became slower meanwhile, the longer unit counts.
  const afterwards = await service.probe.units();
  const [unitMs, wallUnitMs] = [Math.max(before.cpuMs, afterwards.cpuMs), Math.max(before.wallMs, afterwards.wallMs)];
  const wait = (deed: keyof Waits) => Math.max(0, longestMs[deed] - idle[deed]) / wallUnitMs;
  const holdsWrites = attacks.some((attack) => attack.holdsWrites === true);
  return {
    route,
    attack: attacks.length === 1 ? (attacks[0]?.name ?? '') : `${attacks.length} attacks`,
    statuses: [...new Set(statuses)],
    stall: stallMs / unitMs,
    waits: { read: wait('read'), write: wait('write'), 'log-in': wait('log-in') },
    responseBytes,
    unitMs,
    holdsWrites,
    failures,
  };
}

/** Prepares attacks: whatever they need is created before anything is measured. */
async function armed(
  { service, target }: Siege,
  route: string,
  attacks: readonly Attack[],
): Promise<(() => Promise<ApiResponse>)[]> {
  const row = rowOf(route);
  if (row === undefined) throw new Error(`There is no row for ${route} in test/routes/.`);
  const scene = row.stalls?.on === undefined ? target.scene : await given(service.url);
  const ids = { ...target.ids, space_id: scene.spaceId };
  const shots: (() => Promise<ApiResponse>)[] = [];
  for (const { path: key, query, parts } of attacks) {
    const entry_id = key === undefined ? ids.entry_id : `ent_abcdef_${key}`;
    const path = row.path.startsWith('/assets/') ? target.filePath : pathOf(route, { ...ids, entry_id });
    const token = await tokenFor(row, scene, service.url);
    shots.push(() => send(service.url, row.method, path + (query ?? queryOf(route)), { token, ...parts }));
  }
  return shots;
}

async function tokenFor({ access, stalls }: NamedRow, scene: Scene, url: string): Promise<string | null> {
  if (access === 'public' || stalls?.as === 'nobody') return null;
  if (access === 'read') return scene.delivery.token;
  if (stalls?.as === undefined) return scene.owner.token;
  const session = await new Actor(url, null).post(
    '/auth/login',
    { email: scene.member.email, password: PASSWORD },
    200,
  );
  return session.string('access_token');
}

/** An effect in one line. */
export function inWords({ attack, statuses, stall, waits, responseBytes, unitMs }: Effect): string {
  const long = Object.entries(waits).map(([deed, units]) => `${deed} ${units.toFixed(1)}`);
  return `${attack} (${statuses}): stall ${stall.toFixed(1)}, waits ${long.join(', ')}, ${responseBytes} bytes, a unit is ${unitMs.toFixed(1)} ms`;
}
