/** The delivery log: every attempt, made or pending, newest first. */

import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Reader } from '../../../platform/database/database.ts';
import type { RowsWanted } from '../../../platform/kit/page-position.ts';
import type { WebhookAttemptRow } from '../tables.ts';
import { REQUESTED } from './delivery.ts';

/** An attempt, and the content of its delivery. */
export interface LoggedAttempt extends WebhookAttemptRow {
  readonly event_id: string;
  readonly body: string;
}

/** Which attempts of a webhook to read. */
export interface LogQuery {
  readonly webhook: string;
  readonly status?: string | undefined;
  readonly event?: string | undefined;
  /** Ids of the first attempt, and of the first one that is too late. */
  readonly from?: string | undefined;
  readonly until?: string | undefined;
}

/** Which part of the attempts to read. */
export interface LogPlace extends RowsWanted {
  readonly newestFirst: boolean;
}

/** Attempts in the order in which they were planned, or newest first. The ids of a page come from indexes alone. */
export async function listAttempts(db: Reader, query: LogQuery & LogPlace): Promise<LoggedAttempt[]> {
  const { webhook, after, skip, limit, newestFirst } = query;
  const direction = newestFirst ? 'desc' : 'asc';
  const ids = matching(db, query)
    .select('a.id')
    .$if(after !== undefined, (some) => some.where('a.id', newestFirst ? '<' : '>', after ?? ''))
    .orderBy('a.id', direction)
    .limit(limit)
    .offset(skip);
  return attempts(db, webhook).where('a.id', 'in', ids).orderBy('a.id', direction).execute();
}

/** The number of attempts. Nearly all are successful, so successful ones are counted as the total minus the others. */
export async function countAttempts(db: Reader, query: LogQuery): Promise<number> {
  if (query.status !== 'success') return countThose(db, query);
  const all = await countThose(db, { ...query, status: undefined });
  const failed = await countThose(db, { ...query, status: 'failed' });
  return all - failed - (await countThose(db, { ...query, status: 'pending' }));
}

async function countThose(db: Reader, query: LogQuery): Promise<number> {
  const { count } = await matching(db, query)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function matching(db: Reader, { webhook, status, event, from, until }: LogQuery) {
  return db
    .selectFrom('webhook_attempts as a')
    .where('a.webhook', '=', webhook)
    .$if(status !== undefined, (query) => query.where(hasStatus(status ?? '')))
    .$if(event !== undefined, (query) => query.where('a.event', '=', event ?? ''))
    .$if(from !== undefined, (query) => query.where('a.id', '>=', from ?? ''))
    .$if(until !== undefined, (query) => query.where('a.id', '<', until ?? ''));
}

/** Written so that both engines recognise that the partial indexes apply. */
function hasStatus(status: string): RawBuilder<SqlBool> {
  return status === 'pending' ? sql`a.due_at >= ${sql.lit(REQUESTED)}` : sql`a.status = ${sql.lit(status)}`;
}

/** The attempts of one delivery, in order. */
export async function attemptsOf(db: Reader, webhook: string, delivery: string): Promise<LoggedAttempt[]> {
  return attempts(db, webhook).where('a.delivery', '=', delivery).orderBy('a.attempt').execute();
}

/** One attempt. */
export async function findAttempt(db: Reader, webhook: string, id: string): Promise<LoggedAttempt | undefined> {
  return attempts(db, webhook).where('a.id', '=', id).executeTakeFirst();
}

function attempts(db: Reader, webhook: string) {
  return db
    .selectFrom('webhook_attempts as a')
    .innerJoin('webhook_deliveries as d', (join) =>
      join.onRef('d.webhook', '=', 'a.webhook').onRef('d.id', '=', 'a.delivery'),
    )
    .selectAll('a')
    .select(['d.event_id', 'd.body'])
    .where('a.webhook', '=', webhook);
}
