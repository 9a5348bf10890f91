/** The delivery log: every attempt that was made or is still to be made, newest first. */
import type { Reader } from '../../database/database.ts';
import type { WebhookAttemptRow } from '../../database/tables.ts';

/** An attempt with what its delivery sends. */
export interface LoggedAttempt extends WebhookAttemptRow {
  readonly event_id: string;
  readonly body: string;
}

/** Which attempts of a webhook are asked for. */
export interface LogQuery {
  readonly webhook: string;
  readonly status?: string | undefined;
  readonly event?: string | undefined;
}

/** Which part of them. */
export interface LogPlace {
  readonly newestFirst: boolean;
  /** Id of the attempt behind which they begin. */
  readonly after?: string | undefined;
  /** How many are passed over. */
  readonly offset: number;
  readonly limit: number;
}

/** Attempts in the order they were planned in, or the newest first. */
export async function listAttempts(
  db: Reader,
  { webhook, status, event, after, offset, limit, newestFirst }: LogQuery & LogPlace,
): Promise<LoggedAttempt[]> {
  return attempts(db, webhook)
    .$if(status !== undefined, (query) => query.where('a.status', '=', status ?? ''))
    .$if(event !== undefined, (query) => query.where('a.event', '=', event ?? ''))
    .$if(after !== undefined, (query) => query.where('a.id', newestFirst ? '<' : '>', after ?? ''))
    .orderBy('a.id', newestFirst ? 'desc' : 'asc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countAttempts(db: Reader, { webhook, status, event }: LogQuery): Promise<number> {
  const { count } = await db
    .selectFrom('webhook_attempts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('webhook', '=', webhook)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .$if(event !== undefined, (query) => query.where('event', '=', event ?? ''))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The attempts of one delivery, first to last. */
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
