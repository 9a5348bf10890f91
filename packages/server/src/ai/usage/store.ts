/** The rows of AI usage, and the places of running operations. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { AiPlaceRow, AiUsageRow } from '../tables.ts';

/** What an account used on each day since one, the first first. @param since such as `2026-11-01` */
export async function usageSince(db: Reader, accountId: string, since: string): Promise<AiUsageRow[]> {
  return db
    .selectFrom('ai_usage')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('day', '>=', since)
    .orderBy('day')
    .execute();
}

export async function addUsage(db: Writer, row: AiUsageRow): Promise<void> {
  await db
    .insertInto('ai_usage')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'day']).doUpdateSet((eb) => ({
        input_tokens: eb('ai_usage.input_tokens', '+', eb.ref('excluded.input_tokens')),
        output_tokens: eb('ai_usage.output_tokens', '+', eb.ref('excluded.output_tokens')),
      })),
    )
    .execute();
}

/**
 * Takes a place that is free or has expired.
 * @param times.latest the latest valid expiry: a later one was written while a clock was ahead, so it counts as expired
 * @returns whether a place could be taken
 */
export async function takePlace(
  db: Writer,
  row: AiPlaceRow,
  { now, latest }: { readonly now: number; readonly latest: number },
): Promise<boolean> {
  const taken = await db
    .insertInto('ai_places')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'place'])
        .doUpdateSet((eb) => ({ holder: eb.ref('excluded.holder'), held_until: eb.ref('excluded.held_until') }))
        .where((eb) => eb.or([eb('ai_places.held_until', '<=', now), eb('ai_places.held_until', '>', latest)])),
    )
    .returning('place')
    .execute();
  return taken.length === 1;
}

export async function takeConcurrencySlot(
  db: Writer,
  { account_id, place, holder, held_until }: AiPlaceRow,
): Promise<void> {
  await db
    .updateTable('ai_places')
    .set({ held_until })
    .where((eb) => eb.and({ account_id, place, holder }))
    .execute();
}

export async function releaseConcurrencySlot(
  db: Writer,
  { account_id, place, holder }: Omit<AiPlaceRow, 'held_until'>,
): Promise<void> {
  await db
    .deleteFrom('ai_places')
    .where((eb) => eb.and({ account_id, place, holder }))
    .execute();
}
