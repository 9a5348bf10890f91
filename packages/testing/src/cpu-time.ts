/** CPU time, which does not depend on what else the machine is doing. */

const MICROSECONDS_PER_MS = 1_000;

/** Gives the CPU time that this process took while something ran, in milliseconds. Nothing else may run beside it. */
export async function cpuMsOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / MICROSECONDS_PER_MS;
}
