/**
 * Sends the deliveries of a time range again, with their ids and bytes: as first attempts, so that those for one resource go out
 * in the order of its changes, and are retried like any other.
 */
import type { Writer } from '../../../platform/database/database.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import { firstIdAt, newId } from '../../../platform/kit/ids.ts';
import type { RedeliveredRange } from '../dispatching.ts';
import type { Redelivery } from '../schema.ts';
import { insertAttempts } from './attempt-store.ts';
import { AT_ONCE } from './delivery.ts';
import { bringForward, selectRange } from './range-store.ts';
import { attemptRow } from './rows.ts';

/** Deliveries that one request sends again. */
export const REDELIVERED_MAX = 1_000;
const ROWS_AT_ONCE = 200;

/** Adds an attempt for each delivery of the range; a retry that is waiting is made now instead. */
export async function redeliverRange(
  writer: Writer,
  webhook: string,
  { range, now }: { range: RedeliveredRange; now: number },
): Promise<Redelivery> {
  const [from, until] = [firstIdAt('dlv', range.from), firstIdAt('dlv', range.until ?? now + 1)];
  const found = await selectRange(writer, { ...range, webhook, from, until, limit: REDELIVERED_MAX + 1 });
  const some = found.slice(0, REDELIVERED_MAX);
  const waiting = some.filter(({ isWaiting }) => isWaiting).map(({ id }) => id);
  for (let at = 0; at < waiting.length; at += ROWS_AT_ONCE)
    await bringForward(writer, webhook, waiting.slice(at, at + ROWS_AT_ONCE));
  await insertAttempts(
    writer,
    some
      .filter(({ isWaiting }) => !isWaiting)
      .map(({ attempts, isWaiting: _, event_id: eventId, ...delivery }) =>
        attemptRow(
          { id: newId('atm', now), delivery: { ...delivery, eventId }, attempt: attempts + 1, step: 1 },
          AT_ONCE,
          now,
        ),
      ),
  );
  return { deliveries: some.length, next_from: isoTime(found.at(REDELIVERED_MAX)?.created_at ?? null) };
}
