/** How much of the processor something takes: what else the machine is doing does not count. */
import { readFileSync } from 'node:fs';

const MICROSECONDS_PER_MS = 1_000;
const CLOCK_TICK_MS = 10;

/** Gives the CPU time that this process took while something ran, in milliseconds. Nothing else may run beside it. */
export async function cpuMsOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / MICROSECONDS_PER_MS;
}

/** CPU time that a process has taken so far, in milliseconds; NaN where it is gone, and elsewhere than on Linux. */
export function cpuMsOfProcess(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MS;
  } catch {
    return Number.NaN;
  }
}
