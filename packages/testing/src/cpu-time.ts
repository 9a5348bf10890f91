/** CPU time, which does not depend on other load of the machine. */

const MICROSECONDS_PER_MS = 1_000;

/** The CPU time in milliseconds that this process used while `run` ran. Nothing else may run at the same time. */
export async function cpuMsOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / MICROSECONDS_PER_MS;
}
