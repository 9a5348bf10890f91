/** What has to be sent before a person logs out or goes to another account. Whoever holds such work registers here. */

/** Nobody waits longer than this to get out: what is not sent by then stays on the device. */
const WAIT_MS = 5_000;

const savers = new Set<() => Promise<void>>();

/** Registers what sends some work; it is called whenever somebody is about to leave. */
export function saveBeforeLeaving(save: () => Promise<void>): void {
  savers.add(save);
}

/** Sends everything that is registered. Resolves when that is done, or could not be, or took too long. */
export async function saveEverything(): Promise<void> {
  const saved = Promise.allSettled([...savers].map((save) => save()));
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, WAIT_MS))]);
}
