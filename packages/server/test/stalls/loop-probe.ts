/**
 * Loaded into a service before it starts (`--import`): measures how long its event loop is held at a time, and answers
 * on a socket of its own. Invariant: what counts is the CPU time of the main thread between two heartbeats, so that
 * other processes on the machine do not count.
 */
import { createServer } from 'node:http';
import { PARSED_TEXT } from './parsed-text.ts';

const HEARTBEAT_MS = 1;
const UNIT_ROUNDS = 7;
const MICROSECONDS_PER_MS = 1_000;

let longestMs = 0;
let lastWallMs = performance.now();
let lastCpuMs = cpuMs();

setInterval(() => {
  const [wallMs, usedMs] = [performance.now(), cpuMs()];
  longestMs = Math.max(longestMs, Math.min(wallMs - lastWallMs, usedMs - lastCpuMs));
  [lastWallMs, lastCpuMs] = [wallMs, usedMs];
}, HEARTBEAT_MS).unref();

const commands: Readonly<Record<string, () => number>> = {
  '/stall': () => longestMs,
  '/reset': () => {
    longestMs = 0;
    return 0;
  },
  '/unit': () => unitMs(cpuMs),
  '/wall-unit': () => unitMs(() => performance.now()),
  '/memory': () => {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  },
};

createServer((request, response) => {
  const value = commands[request.url ?? '']?.() ?? Number.NaN;
  if (request.url !== '/stall' && request.url !== '/reset') [lastWallMs, lastCpuMs] = [performance.now(), cpuMs()];
  response.end(JSON.stringify(value));
})
  .listen(process.env.LOOP_PROBE_SOCKET)
  .unref();

/** The time that parsing 1 MiB of JSON takes by a clock: the median of some rounds. */
function unitMs(clock: () => number): number {
  const rounds = Array.from({ length: UNIT_ROUNDS }, () => {
    const before = clock();
    JSON.parse(PARSED_TEXT);
    return clock() - before;
  });
  return rounds.toSorted((a, b) => a - b)[Math.floor(UNIT_ROUNDS / 2)] ?? Number.NaN;
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS_PER_MS;
}
