/**
 * Reads the records of an account, by time. The index covers all filters, and every statement reads a bounded part of it, so
 * none blocks others, however many records there are.
 */
import type { Selectable } from 'kysely';
import type { Reader } from '../../platform/database/database.ts';
import { AUTOSAVE } from '../../platform/journal/autosave.ts';
import type { JournalRow } from '../../platform/journal/tables.ts';

/** The action of an erasure's own record, which is never erased. */
export const ERASURE = 'audit.erase';

export type RecordRow = Selectable<JournalRow>;

/** Which records to read. Times in milliseconds. */
export interface RecordFilter {
  readonly accountId: string;
  /** If absent, all actions but autosaves. */
  readonly action?: string;
  /** Id of the user or key. */
  readonly actor?: string;
  readonly spaceId?: string;
  /** Id of what was changed. */
  readonly target?: string;
  /** Inclusive. */
  readonly since?: number;
  /** Exclusive. */
  readonly until?: number;
}

/** A place in the order of records. */
export interface Place {
  readonly at: number;
  readonly id: number;
}

/** A part of the records: those after one place, up to and including another. */
export interface Span {
  readonly after: Place | null;
  readonly through: Place | null;
  readonly newestFirst: boolean;
}

/** The place `records` further on; undefined if there are fewer. */
export async function placeAhead(db: Reader, filter: RecordFilter, span: Span, records: number) {
  return inOrder(within(db, filter, span).select(['at', 'id']), span)
    .offset(records - 1)
    .limit(1)
    .executeTakeFirst();
}

export async function countRecords(db: Reader, filter: RecordFilter, span: Span): Promise<number> {
  const query = matching(within(db, filter, span), filter);
  const row = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirst();
  return Number(row?.count ?? 0);
}

export async function selectRecords(
  db: Reader,
  filter: RecordFilter,
  { span, skip, limit }: { span: Span; skip: number; limit: number },
): Promise<RecordRow[]> {
  const query = matching(within(db, filter, span), filter).selectAll();
  return inOrder(query, span).offset(skip).limit(limit).execute();
}

/** A record of an account. Its id says when it was made: the index knows that, and not the id. */
export async function findRecord(
  db: Reader,
  accountId: string,
  { id, at }: { id: string; at: number },
): Promise<RecordRow | undefined> {
  const query = db.selectFrom('journal').selectAll().where('account_id', '=', accountId).where('at', '=', at);
  return query.where('record_id', '=', id).executeTakeFirst();
}

/** The accounts that have records of what a user did or what was done to them. */
export async function accountsWithRecordsOf(db: Reader, userId: string): Promise<string[]> {
  const rows = await ofUser(db, userId).select('account_id').distinct().execute();
  return rows.flatMap(({ account_id }) => account_id ?? []);
}

/** Records of an account, or of one user in it, that still have their details, by id. */
export async function recordsToErase(
  db: Reader,
  { accountId, userId, after, limit }: { accountId: string; userId?: string; after: number; limit: number },
): Promise<RecordRow[]> {
  const records = userId === undefined ? erasable(db) : ofUser(db, userId);
  const query = records.selectAll().where('account_id', '=', accountId).where('erased_digest', 'is', null);
  return query.where('id', '>', after).orderBy('id').limit(limit).execute();
}

function erasable(db: Reader) {
  return db.selectFrom('journal').where('action', '!=', ERASURE);
}

/** What a user did, and what was done to them as a user or a member. */
function ofUser(db: Reader, userId: string) {
  return erasable(db).where((eb) =>
    eb.or([
      eb('actor_id', '=', userId),
      eb.and([eb('target_type', 'in', ['user', 'member']), eb('target_id', '=', userId)]),
    ]),
  );
}

type Query = ReturnType<typeof within>;

/** The records of the account in the filter's time and in the span. */
function within(db: Reader, { accountId, since, until }: RecordFilter, { after, through, newestFirst }: Span) {
  let query = db.selectFrom('journal').where('account_id', '=', accountId);
  if (since !== undefined) query = query.where('at', '>=', since);
  if (until !== undefined) query = query.where('at', '<', until);
  const [further, upTo] = newestFirst ? (['<', '>='] as const) : (['>', '<='] as const);
  if (after !== null) query = query.where((eb) => eb(eb.refTuple('at', 'id'), further, eb.tuple(after.at, after.id)));
  if (through !== null)
    query = query.where((eb) => eb(eb.refTuple('at', 'id'), upTo, eb.tuple(through.at, through.id)));
  return query;
}

function matching(query: Query, { action, actor, spaceId, target }: RecordFilter): Query {
  let matched = query;
  matched = action === undefined ? matched.where('action', '!=', AUTOSAVE) : matched.where('action', '=', action);
  if (actor !== undefined) matched = matched.where('actor_id', '=', actor);
  if (spaceId !== undefined) matched = matched.where('space_id', '=', spaceId);
  if (target !== undefined) matched = matched.where('target_id', '=', target);
  return matched;
}

function inOrder<Q extends { orderBy(column: 'at' | 'id', direction: 'asc' | 'desc'): Q }>(query: Q, span: Span): Q {
  const direction = span.newestFirst ? 'desc' : 'asc';
  return query.orderBy('at', direction).orderBy('id', direction);
}
