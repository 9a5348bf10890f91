/** The rows of webhooks. Secret values are encrypted and decrypted by `webhook-secrets.ts`. */

import type { Reader, Writer } from '../../platform/database/database.ts';
import { lockForUpdate } from '../../platform/database/locks.ts';
import { inOrderOf } from '../../platform/database/pages.ts';
import { prepared } from '../../platform/database/prepared.ts';
import type { RowsWanted } from '../../platform/kit/page-position.ts';
import type { WebhookRow } from './tables.ts';
import type { ActiveWebhook, WebhookFilters } from './webhook.ts';

type StandingRow = Pick<WebhookRow, 'id' | 'space_id' | 'events' | 'filters' | 'debounce_seconds'>;

const selectStanding = prepared<{ spaceId: string }, StandingRow>((db, place) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'space_id', 'events', 'filters', 'debounce_seconds'])
    .where('space_id', '=', place('spaceId'))
    .where('active', '=', 1)
    .orderBy('id'),
);

const selectById = prepared<{ id: string }, WebhookRow>((db, place) =>
  db.selectFrom('webhooks').selectAll().where('id', '=', place('id')),
);

/** The active webhooks of a space, oldest first. */
export async function activeWebhooks(db: Reader, spaceId: string): Promise<ActiveWebhook[]> {
  const rows = await selectStanding(db, { spaceId });
  return rows.map((row) => ({
    id: row.id,
    spaceId: row.space_id,
    events: JSON.parse(row.events) as string[],
    filters: filtersOf(row),
    debounceSeconds: row.debounce_seconds,
  }));
}

/** A webhook by id alone: for deliveries, which already know its space. */
export async function webhookById(db: Reader, id: string): Promise<WebhookRow | undefined> {
  const [row] = await selectById(db, { id });
  return row;
}

/** The name of a space and the account that it belongs to; undefined if the space is gone. */
export async function findSpace(db: Reader, id: string): Promise<{ account_id: string; name: string } | undefined> {
  return db.selectFrom('spaces').select(['account_id', 'name']).where('id', '=', id).executeTakeFirst();
}

/** The columns that webhooks are sorted by. */
export type ListedWebhook = Pick<WebhookRow, 'id' | 'name' | 'url' | 'created_at' | 'updated_at'>;

/** All webhooks of a space, for sorting. */
export async function listedWebhooks(db: Reader, spaceId: string): Promise<ListedWebhook[]> {
  const columns = ['id', 'name', 'url', 'created_at', 'updated_at'] as const;
  return db.selectFrom('webhooks').select(columns).where('space_id', '=', spaceId).execute();
}

/** The webhooks of a space that a page in the order of their ids shows. */
export async function webhooksOfPage(db: Reader, spaceId: string, wanted: RowsWanted): Promise<WebhookRow[]> {
  const all = db.selectFrom('webhooks').selectAll().where('space_id', '=', spaceId);
  return all.$call(inOrderOf('id', wanted)).execute();
}

/** The webhooks of a space with these ids. */
export async function webhooksWithIds(db: Reader, spaceId: string, ids: readonly string[]): Promise<WebhookRow[]> {
  return db.selectFrom('webhooks').selectAll().where('space_id', '=', spaceId).where('id', 'in', ids).execute();
}

/** All webhooks of a space. */
export async function listWebhooks(db: Reader, spaceId: string): Promise<WebhookRow[]> {
  return db.selectFrom('webhooks').selectAll().where('space_id', '=', spaceId).execute();
}

export async function findWebhook(db: Reader, spaceId: string, id: string): Promise<WebhookRow | undefined> {
  return db.selectFrom('webhooks').selectAll().where('space_id', '=', spaceId).where('id', '=', id).executeTakeFirst();
}

/** The row, locked until the transaction ends. */
export async function lockWebhook(db: Writer, id: string): Promise<WebhookRow | undefined> {
  return lockForUpdate(db, db.selectFrom('webhooks').selectAll().where('id', '=', id)).executeTakeFirst();
}

export async function countWebhooks(db: Reader, spaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('space_id', '=', spaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** How many webhooks each space of an account has; a space without any is left out. */
export async function webhooksBySpace(db: Reader, accountId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('webhooks')
    .innerJoin('spaces', 'spaces.id', 'webhooks.space_id')
    .select((eb) => ['webhooks.space_id', eb.fn.countAll<number>().as('count')])
    .where('spaces.account_id', '=', accountId)
    .groupBy('webhooks.space_id')
    .execute();
  return new Map(rows.map(({ space_id, count }) => [space_id, Number(count)]));
}

export async function insertWebhook(db: Writer, row: WebhookRow): Promise<void> {
  await db.insertInto('webhooks').values(row).execute();
}

export async function updateWebhook(db: Writer, id: string, values: Partial<WebhookRow>): Promise<void> {
  await db.updateTable('webhooks').set(values).where('id', '=', id).execute();
}

export async function deleteWebhook(db: Writer, id: string): Promise<void> {
  await db.deleteFrom('webhooks').where('id', '=', id).execute();
}

/** The filters of a row. */
export function filtersOf(row: Pick<WebhookRow, 'filters'>): WebhookFilters {
  const { content_types: contentTypes, environments } = JSON.parse(row.filters) as {
    content_types: string[];
    environments: string[];
  };
  return { contentTypes, environments };
}
