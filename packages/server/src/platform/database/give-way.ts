/** Lets the writes of others go first between two writes of one long work, however many wait. */
import { setTimeout as sleep } from 'node:timers/promises';
import { yieldToArrivals } from '../kit/loop-turns.ts';
import type { Database } from './database.ts';

/** Others that never stop writing hold up the work for this long each time. */
const GIVES_WAY_MAX_MS = 250;
const LOOKS_EVERY_MS = 1;

/** Resolves when what has arrived meanwhile no longer waits to be written, or after a quarter of a second. */
export async function giveWay(database: Pick<Database, 'figures'>): Promise<void> {
  const until = performance.now() + GIVES_WAY_MAX_MS;
  await yieldToArrivals(GIVES_WAY_MAX_MS);
  while (database.figures().queue.length > 0 && performance.now() < until) await sleep(LOOKS_EVERY_MS);
}
