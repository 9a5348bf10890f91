/**
 * Stores the outcomes of attempts, many in one write: the attempt, the next one after a failure, and the state of the
 * receiver. Releases queues that have nothing left to send. Invariant: a process that lost a queue writes nothing about
 * it any more; the process that holds it repeats what was not stored.
 */
import type { Writer } from '../../../platform/database/database.ts';
import { timeOrderedKey } from '../../../platform/kit/ids.ts';
import { deleteScheduledOf, finishAttempt, insertAttempts, selectLastAttempt, selectNextDue } from './attempt-store.ts';
import { ASKED_FOR, type Attempt, type AttemptResult, isSuccess, OUTSIDE_SCHEDULE } from './delivery.ts';
import type { HeldQueue } from './held-queue.ts';
import { keepQueue, releaseQueue, setWakeTime, updateQueue } from './queue-store.ts';
import { attemptRow } from './rows.ts';
import { retryDelayMs } from './schedule.ts';

/** The receiver says that it is gone for good; nothing more is sent to it. */
const STATUS_GONE = 410;

/** An attempt that has ended. */
export interface Outcome {
  readonly attempt: Attempt;
  readonly result: AttemptResult;
}

/** Who writes, and when. */
export interface Holder {
  /** Name of the process. */
  readonly owner: string;
  /** Milliseconds. */
  readonly now: number;
}

/** The result of releasing a queue. */
export type Release = 'released' | 'kept' | 'lost';

/** Whether the receiver never wants another delivery. */
export function saysGone({ statusCode }: AttemptResult): boolean {
  return statusCode === STATUS_GONE;
}

/**
 * Stores the outcomes of attempts of one queue.
 * @returns false if another process holds the queue by now; then nothing was stored
 */
export async function saveOutcomes(
  writer: Writer,
  queue: HeldQueue,
  { outcomes, holder }: { outcomes: readonly Outcome[]; holder: Holder },
): Promise<boolean> {
  const { webhook, failures, failingSince, pausedUntil } = queue;
  const [mine] = await updateQueue(writer, { webhook, owner: holder.owner, failures, failingSince, pausedUntil });
  if (mine === undefined) return false;
  for (const outcome of outcomes) await saveOne(writer, outcome, holder.now);
  return true;
}

/**
 * Releases a queue, unless something in it is due after all.
 * The row is written before the attempts are read, so that a process that adds one meanwhile waits and finds it free.
 */
export async function letGo(writer: Writer, queue: HeldQueue, { owner, now }: Holder): Promise<Release> {
  const { webhook } = queue;
  const [mine] = await releaseQueue(writer, { webhook, owner, wakeAt: null });
  if (mine === undefined) return 'lost';
  const [next] = await selectNextDue(writer, { webhook });
  const dueAt = next?.due_at ?? null;
  if (dueAt === null) return 'released';
  const isRestricted = queue.isRestricted(now);
  if (dueAt <= (isRestricted ? ASKED_FOR : now)) {
    await keepQueue(writer, { webhook, owner });
    return 'kept';
  }
  if (!queue.isOff) await setWakeTime(writer, { webhook, wakeAt: Math.max(dueAt, queue.pausedUntil) });
  return 'released';
}

async function saveOne(writer: Writer, { attempt, result }: Outcome, now: number): Promise<void> {
  const { delivery, step } = attempt;
  const { webhook, id: deliveryId } = delivery;
  if (isSuccess(result)) {
    await finishAttempt(writer, attempt, { result, status: 'success', nextAt: null });
    // A delivery that was sent on request need not be sent by the schedule as well.
    if (step === OUTSIDE_SCHEDULE) await deleteScheduledOf(writer, { webhook, delivery: deliveryId });
    return;
  }
  const nextAt = nextAttemptAt(attempt, result, now);
  const isKnown = await finishAttempt(writer, attempt, { result, status: 'failed', nextAt });
  if (nextAt === null || !isKnown) return;
  const [last] = await selectLastAttempt(writer, { webhook, delivery: deliveryId });
  const number = (last?.attempt ?? attempt.attempt) + 1;
  const next = { id: `atm_${timeOrderedKey(now)}`, delivery, attempt: number, step: step + 1 };
  await insertAttempts(writer, [attemptRow(next, nextAt, now)]);
}

function nextAttemptAt({ step }: Attempt, result: AttemptResult, now: number): number | null {
  if (step === OUTSIDE_SCHEDULE || saysGone(result)) return null;
  const delayMs = retryDelayMs(step, { random: Math.random(), now, retryAfter: result.retryAfter });
  return delayMs === null ? null : now + delayMs;
}
