/**
 * Loaded into a service before it starts (`--import`): measures how long its event loop is blocked at a time, and reports it on a
 * socket of its own. Invariant: it measures the CPU time of the main thread between two heartbeats, so that other processes on the
 * machine do not count.
 */
import { createServer } from 'node:http';
import { PARSED_TEXT } from './parsed-text.ts';
import type { Units } from './probed-service.ts';

const HEARTBEAT_MS = 1;
const UNIT_ROUNDS = 5;
const MICROSECONDS_PER_MS = 1_000;
const LONGEST_KEPT = 10;

/** The longest first. */
let longestMs: number[] = [];
let lastWallMs = performance.now();
let lastCpuMs = cpuMs();

setInterval(() => {
  const [wallMs, usedMs] = [performance.now(), cpuMs()];
  const heldMs = Math.min(wallMs - lastWallMs, usedMs - lastCpuMs);
  if (longestMs.length < LONGEST_KEPT || heldMs > (longestMs.at(-1) ?? 0))
    longestMs = [...longestMs, heldMs].sort((one, other) => other - one).slice(0, LONGEST_KEPT);
  [lastWallMs, lastCpuMs] = [wallMs, usedMs];
}, HEARTBEAT_MS).unref();

const commands: Readonly<Record<string, () => number | number[] | Units>> = {
  '/stalls': () => longestMs,
  '/reset': () => {
    longestMs = [];
    return 0;
  },
  '/units': units,
  '/memory': () => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },
};

createServer((request, response) => {
  const value = commands[request.url ?? '']?.() ?? Number.NaN;
  if (request.url !== '/stalls' && request.url !== '/reset') [lastWallMs, lastCpuMs] = [performance.now(), cpuMs()];
  response.end(JSON.stringify(value));
})
  .listen(process.env.LOOP_PROBE_SOCKET)
  .unref();

/** The time that parsing 1 MiB of JSON takes: the median of some rounds. */
function units(): Units {
  const rounds = Array.from({ length: UNIT_ROUNDS }, () => {
    const [wall, cpu] = [performance.now(), cpuMs()];
    JSON.parse(PARSED_TEXT);
    return { cpuMs: cpuMs() - cpu, wallMs: performance.now() - wall };
  });
  return { cpuMs: median(rounds.map((round) => round.cpuMs)), wallMs: median(rounds.map((round) => round.wallMs)) };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS_PER_MS;
}
