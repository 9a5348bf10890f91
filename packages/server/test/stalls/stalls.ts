/**
 * Attacks every route of `openapi.json` and measures what others notice of it. Invariant: times are in units of one
 * `JSON.parse` of 1 MiB in the same service, since machines differ and are shared.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { pathWith } from '../access/routes.ts';
import { Actor, type ApiResponse, send, valueAt } from '../client.ts';
import { entriesOf, type Route, routesOf } from '../fuzz/generated-requests.ts';
import { makeScene, PASSWORD, type Scene } from '../scene.ts';
import type { Attack } from './attack.ts';
import type { Bystander } from './bystander.ts';
import { bodyAttacks } from './generated-bodies.ts';
import { headerAttacks, queryAttacks } from './generated-queries.ts';
import type { ProbedService } from './probed-service.ts';
import { type StallRow, stallRows } from './routes.ts';
import type { Target } from './target.ts';

/** Longest stall of the event loop. */
const STALL_UNITS_MAX = 20;
/** Longest wait of the other tenant. */
const WAIT_UNITS_MAX = 60;
const RESPONSE_BYTES_MAX = 16 * 1_048_576;
/** Waits are wall time: one that happens in every try is due to the attack, not to other processes. */
const TRIES = 4;
/** After a response, for what the service does later. */
const SETTLE_MS = 15;

/** What an attack on a route came to. */
export interface Outcome {
  readonly effect: Effect;
  /** Empty if nobody was held up. */
  readonly faults: readonly string[];
}

/** What others noticed of some attacks. */
export interface Effect {
  readonly route: string;
  /** The attack, or how many there were. */
  readonly attack: string;
  /** Statuses of the responses. */
  readonly statuses: readonly number[];
  /** Longest stall of the event loop, in units. */
  readonly stall: number;
  /** Longest wait of the other tenant, in units, for each thing that it does. */
  readonly waits: Readonly<Record<'read' | 'write' | 'log-in', number>>;
  readonly responseBytes: number;
  readonly unitMs: number;
  /** Whether others' writes, log-ins among them, may wait longer. */
  readonly holdsWrites: boolean;
  readonly failures: readonly string[];
}

export interface Siege {
  readonly service: ProbedService;
  readonly target: Target;
  readonly bystander: Bystander;
}

/** The routes of the service, as the tables name them. */
export async function describedRoutes(
  url: string,
): Promise<{ routes: ReadonlyMap<string, Route>; description: unknown }> {
  const description = (await new Actor(url, null).get('/openapi.json', 200)).json;
  const named = routesOf(description).map(
    (route) => [`${route.method} ${route.path.replaceAll(/\{[^}]+\}/g, '{}')}`, route] as const,
  );
  return { routes: new Map(named), description };
}

/** Everything that a route is attacked with. */
export async function attacksOn(route: Route, row: StallRow, description: unknown, target: Target): Promise<Attack[]> {
  const content = valueAt(route.operation, 'requestBody.content');
  const schema = valueAt(entriesOf(content).find(([type]) => type === 'application/json')?.[1], 'schema');
  return [
    ...((await row.attacks?.(target)) ?? []),
    ...(schema === undefined ? [] : bodyAttacks(schema, description)),
    ...queryAttacks(route.operation),
    ...headerAttacks,
  ];
}

/**
 * Attacks a route.
 * @returns the effect of all attacks together, and what is too much of it, by the attack where that can be told
 */
export async function attackRoute(siege: Siege, route: string, attacks: readonly Attack[]): Promise<Outcome> {
  const effect = await effectOf(siege, route, attacks);
  const faults = faultsOf(effect);
  if (faults.length === 0) return { effect, faults };
  const named: string[] = [];
  for (const attack of attacks) named.push(...(await steadyFaults(siege, route, [attack])));
  return { effect, faults: named.length > 0 ? named : await steadyFaults(siege, route, attacks) };
}

/** The faults of attacks that are left of their best in some tries: what else the machine does may stall one of them. */
async function steadyFaults(siege: Siege, route: string, attacks: readonly Attack[]): Promise<string[]> {
  let best = await effectOf(siege, route, attacks);
  for (let tried = 1; tried < TRIES && faultsOf(best).length > 0; tried++)
    best = milder(best, await effectOf(siege, route, attacks));
  return faultsOf(best);
}

function milder(one: Effect, other: Effect): Effect {
  const waitFor = (deed: keyof Effect['waits']) => Math.min(one.waits[deed], other.waits[deed]);
  const waits = { read: waitFor('read'), write: waitFor('write'), 'log-in': waitFor('log-in') };
  return { ...one, stall: Math.min(one.stall, other.stall), waits };
}

function faultsOf(effect: Effect): string[] {
  const { route, attack, stall, waits, responseBytes, failures, statuses, holdsWrites } = effect;
  const long = Object.entries(waits).filter(
    ([deed, wait]) => wait > WAIT_UNITS_MAX && (deed === 'read' || !holdsWrites),
  );
  const faults = [
    ...(stall > STALL_UNITS_MAX ? [`stalled for ${stall.toFixed(1)} units`] : []),
    ...long.map(([deed, wait]) => `another's ${deed} waited ${wait.toFixed(1)} units`),
    ...(responseBytes > RESPONSE_BYTES_MAX && stallRows[route]?.streams !== true
      ? [`a response of ${responseBytes} bytes`]
      : []),
    ...failures,
  ];
  return faults.map((fault) => `${route}, ${attack} (${statuses}): ${fault}`);
}

/** Sends attacks one after the other, and measures over all of them. */
async function effectOf(siege: Siege, route: string, attacks: readonly Attack[]): Promise<Effect> {
  const { service, bystander } = siege;
  const shots = await armed(siege, route, attacks);
  const before = await units(service);
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
  // Of a machine that became slower meanwhile, the longer unit counts.
  const afterwards = await units(service);
  const [unitMs, wallUnitMs] = [Math.max(before.cpuMs, afterwards.cpuMs), Math.max(before.wallMs, afterwards.wallMs)];
  const inUnits = (ms: number) => ms / wallUnitMs;
  const holdsWrites = attacks.some((attack) => attack.holdsWrites === true);
  return {
    route,
    attack: attacks.length === 1 ? (attacks[0]?.name ?? '') : `${attacks.length} attacks`,
    statuses: [...new Set(statuses)],
    stall: stallMs / unitMs,
    waits: { read: inUnits(longestMs.read), write: inUnits(longestMs.write), 'log-in': inUnits(longestMs['log-in']) },
    responseBytes,
    unitMs,
    holdsWrites,
    failures,
  };
}

async function units({ probe }: ProbedService): Promise<{ cpuMs: number; wallMs: number }> {
  return { cpuMs: await probe.unitMs(), wallMs: await probe.wallUnitMs() };
}

/** Attacks that are ready to be sent: what they need of their own is made before anything is measured. */
async function armed(
  { service, target }: Siege,
  route: string,
  attacks: readonly Attack[],
): Promise<(() => Promise<ApiResponse>)[]> {
  const row = stallRows[route] ?? {};
  const method = route.slice(0, route.indexOf(' '));
  const scene = row.on === undefined ? target.scene : await makeScene(service.url);
  const ids = { ...target.ids, space: scene.spaceId };
  const shots: (() => Promise<ApiResponse>)[] = [];
  for (const { path: key, query, parts } of attacks) {
    const entry = key === undefined ? ids.entry : `ent_abcdef_${key}`;
    const path = route.includes('/assets/{}/{}/{}') ? target.filePath : pathWith(route, { ...ids, entry });
    const token = await tokenFor(row, route, scene, service.url);
    const [plain = ''] = path.split('?');
    const full = query === undefined ? path : plain + query;
    shots.push(() => send(service.url, method, full, { token, ...parts }));
  }
  return shots;
}

async function tokenFor(row: StallRow, route: string, scene: Scene, url: string): Promise<string | null> {
  if (row.as === 'nobody') return null;
  if (route.includes('/delivery/')) return scene.delivery.token;
  if (row.as === undefined) return scene.owner.token;
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
