/** Reads the due attempts of a queue: first attempts in order, and retries separately. */
import type { Reader } from '../../../platform/database/database.ts';
import { type DueRow, selectDue } from './attempt-store.ts';
import { AT_ONCE, type Attempt, REQUESTED } from './delivery.ts';
import type { Queue } from './queue.ts';

/** Attempts read at a time. Retries are read separately, so that first attempts cannot starve them. */
const FIRSTS_READ = 48;
const RETRIES_READ = 16;

/**
 * The due attempts; for a restricted queue, only the requested ones. Includes attempts that are already in memory.
 * @returns the attempts, and whether they are all that are due
 */
export async function dueAttempts(
  reader: Reader,
  queue: Queue,
  now: number,
): Promise<{ attempts: Attempt[]; isWhole: boolean }> {
  const { webhook, held } = queue;
  const isRestricted = queue.isRestricted(now);
  const later = { webhook, after: AT_ONCE, until: now, limit: held + RETRIES_READ };
  const until = isRestricted ? REQUESTED : AT_ONCE;
  const first = { webhook, after: REQUESTED - 1, until, limit: held + FIRSTS_READ };
  const retries = isRestricted ? [] : await selectDue(reader, later);
  const firsts = await selectDue(reader, first);
  return {
    attempts: [...retries, ...firsts].map((row) => attemptOf(row, webhook)),
    isWhole: firsts.length < first.limit && retries.length < later.limit,
  };
}

function attemptOf(row: DueRow, webhook: string): Attempt {
  const { id, attempt, step, delivery, event_id: eventId, ...event } = row;
  return { id, attempt, step, delivery: { id: delivery, webhook, eventId, ...event } };
}
