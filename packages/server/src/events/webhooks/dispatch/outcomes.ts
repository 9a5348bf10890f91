/** Stores the outcomes of attempts, many in one write: the attempt, the retry after a failure, and the receiver's state. */
import type { Writer } from '../../../platform/database/database.ts';
import { timeOrderedKey } from '../../../platform/kit/ids.ts';
import {
  deleteScheduledOf,
  finishAttempt,
  insertAttempts,
  type ReceiverState,
  selectLastAttempt,
  updateReceiver,
} from './attempt-store.ts';
import { type Attempt, type AttemptResult, isSuccess, OUTSIDE_SCHEDULE } from './delivery.ts';
import { countEnded, type EndedAttempt } from './health-store.ts';
import { attemptRow } from './rows.ts';
import { retryDelayMs } from './schedule.ts';

/** With this status the receiver says that it is gone for good. Nothing more is sent to it. */
const STATUS_GONE = 410;

/** An attempt that has ended. */
export interface Outcome {
  readonly attempt: Attempt;
  readonly result: AttemptResult;
  /** The receiver's state after the attempt, if it changed. */
  readonly receiver: ReceiverState | undefined;
}

/** Whether the receiver does not want any more deliveries. */
export function isGoneResponse({ statusCode }: AttemptResult): boolean {
  return statusCode === STATUS_GONE;
}

/** Stores outcomes. Every writer locks webhooks in the same order, and before their attempts, so no two writes deadlock. */
export async function saveOutcomes(writer: Writer, outcomes: readonly Outcome[], now: number): Promise<void> {
  const inOrder = [...Map.groupBy(outcomes, webhookOf)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, ofWebhook]) => ofWebhook);
  for (const outcome of inOrder)
    if (outcome.receiver !== undefined)
      await updateReceiver(writer, { webhook: webhookOf(outcome), ...outcome.receiver });
  const saved: Outcome[] = [];
  for (const outcome of inOrder) if (await saveOne(writer, outcome, now)) saved.push(outcome);
  await countEnded(writer, saved.map(endedAttempt));
}

function endedAttempt({ attempt, result }: Outcome): EndedAttempt {
  const { attemptedAt, durationMs } = result;
  return { webhook: attempt.delivery.webhook, attemptedAt, durationMs, isSuccess: isSuccess(result) };
}

/** @returns false if the attempt had an outcome already, or is gone */
async function saveOne(writer: Writer, { attempt, result }: Outcome, now: number): Promise<boolean> {
  const { delivery, step } = attempt;
  const { webhook, id: deliveryId } = delivery;
  if (isSuccess(result)) {
    const isKnown = await finishAttempt(writer, attempt, { result, status: 'success', nextAt: null });
    // Once a delivery was sent on request, the schedule does not need to send it as well.
    if (step === OUTSIDE_SCHEDULE) await deleteScheduledOf(writer, { webhook, delivery: deliveryId });
    return isKnown;
  }
  const nextAt = nextAttemptAt(attempt, result, now);
  const isKnown = await finishAttempt(writer, attempt, { result, status: 'failed', nextAt });
  if (nextAt === null || !isKnown) return isKnown;
  const [last] = await selectLastAttempt(writer, { webhook, delivery: deliveryId });
  const number = (last?.attempt ?? attempt.attempt) + 1;
  const next = { id: `atm_${timeOrderedKey(now)}`, delivery, attempt: number, step: step + 1 };
  await insertAttempts(writer, [attemptRow(next, nextAt, now)]);
  return true;
}

function nextAttemptAt({ step }: Attempt, result: AttemptResult, now: number): number | null {
  if (step === OUTSIDE_SCHEDULE || isGoneResponse(result)) return null;
  const delayMs = retryDelayMs(step, { random: Math.random(), now, retryAfter: result.retryAfter });
  return delayMs === null ? null : now + delayMs;
}

function webhookOf({ attempt }: Outcome): string {
  return attempt.delivery.webhook;
}
