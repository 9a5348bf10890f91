/** How far environments are and what they hold, as their rows say, for checks. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { EnvironmentMetric } from '../../platform/journal/usage-changes.ts';

export async function selectCounters(db: Reader, number: number) {
  return db
    .selectFrom('environments')
    .select(['revision', 'published_revision', 'entries', 'assets', 'asset_bytes', 'content_types'])
    .where('number', '=', number)
    .executeTakeFirst();
}

export async function setCounter(
  writer: Writer,
  number: number,
  metric: EnvironmentMetric,
  value: number,
): Promise<void> {
  await writer
    .updateTable('environments')
    .set({ [metric]: value })
    .where('number', '=', number)
    .execute();
}

/** What the environments of an account hold together, as their rows say. */
export async function sumsOfAccount(db: Reader, account: string) {
  return db
    .selectFrom('environments')
    .innerJoin('spaces', 'spaces.id', 'environments.space_id')
    .select(({ fn }) => [
      fn.countAll<number>().as('environments'),
      fn.sum<number>('environments.entries').as('entries'),
      fn.sum<number>('environments.assets').as('assets'),
      fn.sum<number>('environments.asset_bytes').as('asset_bytes'),
      fn.sum<number>('environments.content_types').as('content_types'),
    ])
    .where('spaces.account_id', '=', account)
    .where('environments.status', '<>', 'deleting')
    .executeTakeFirstOrThrow();
}
