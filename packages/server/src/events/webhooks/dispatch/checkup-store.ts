/** Finds what would block deliveries, for `lectern doctor`. */
import type { Reader, Writer } from '../../../platform/database/database.ts';

/** How many webhooks an account has. */
export async function countWebhooksOfAccount(db: Reader, account: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .innerJoin('spaces', 'spaces.id', 'webhooks.space_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('spaces.account_id', '=', account)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Webhooks that have pending attempts without a delivery, and how many such attempts. */
export async function orphanedAttempts(db: Reader): Promise<{ webhook: string; attempts: number }[]> {
  const rows = await db
    .selectFrom('webhook_attempts as a')
    .leftJoin('webhook_deliveries as d', (join) =>
      join.onRef('d.webhook', '=', 'a.webhook').onRef('d.id', '=', 'a.delivery'),
    )
    .select(({ fn }) => ['a.webhook', fn.countAll<number>().as('attempts')])
    .where('a.due_at', 'is not', null)
    .where('d.id', 'is', null)
    .groupBy('a.webhook')
    .orderBy('a.webhook')
    .execute();
  return rows.map(({ webhook, attempts }) => ({ webhook, attempts: Number(attempts) }));
}

/** Environments whose cursor is ahead of their current revision, so that their next events would be skipped. */
export async function cursorsAhead(db: Reader): Promise<{ environment: number; cursor: number; revision: number }[]> {
  return db
    .selectFrom('webhook_cursors as c')
    .innerJoin('environments as e', 'e.number', 'c.environment')
    .select(['c.environment', 'c.revision as cursor', 'e.revision'])
    .where((eb) => eb('c.revision', '>', eb('e.revision', '+', 1)))
    .orderBy('c.environment')
    .execute();
}

export async function setCursor(writer: Writer, environment: number, revision: number): Promise<void> {
  await writer
    .updateTable('webhook_cursors')
    .set({ revision, ordinal: 0 })
    .where('environment', '=', environment)
    .execute();
}
