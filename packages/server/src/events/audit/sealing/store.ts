/** The rows of seals and chains, and the records to be sealed. */
import type { Selectable } from 'kysely';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { lockForUpdate } from '../../../platform/database/locks.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { JournalRow } from '../../../platform/journal/tables.ts';
import type { AuditChainRow, AuditSealingRow, AuditSealRow } from '../tables.ts';

const SEALING = 1;

/** A record that is not sealed yet. */
export interface UnsealedRow {
  readonly id: number;
  readonly account_id: string | null;
  readonly digest: Uint8Array | null;
}

/** How far the journal is sealed, and its last row. */
const selectProgress = prepared<
  object,
  Pick<AuditSealingRow, 'sealed_through' | 'owner' | 'leased_until'> & { newest: number | null }
>((db) =>
  db.selectFrom('audit_sealing').select((eb) => [
    'sealed_through',
    'owner',
    'leased_until',
    eb
      .selectFrom('journal')
      .select((inner) => inner.fn.max('id').as('newest'))
      .as('newest'),
  ]),
);

export async function sealingProgress(db: Reader) {
  const [progress] = await selectProgress(db, {});
  if (progress === undefined) throw new Error('The row that says how far the audit is sealed is gone.');
  return progress;
}

export async function findSealing(db: Reader): Promise<AuditSealingRow | undefined> {
  return db.selectFrom('audit_sealing').selectAll().where('id', '=', SEALING).executeTakeFirst();
}

/** The same, locked until the transaction ends. Only the process that holds the lock seals. */
export async function lockSealing(writer: Writer): Promise<AuditSealingRow> {
  const query = writer.selectFrom('audit_sealing').selectAll().where('id', '=', SEALING);
  const row = await lockForUpdate(writer, query).executeTakeFirst();
  if (row === undefined) throw new Error('The row that says how far the audit is sealed is gone.');
  return row;
}

export async function updateSealing(writer: Writer, values: Partial<AuditSealingRow>): Promise<void> {
  await writer.updateTable('audit_sealing').set(values).where('id', '=', SEALING).execute();
}

/** When the oldest unsealed record was written, in milliseconds; undefined if all records are sealed. */
export async function oldestUnsealedAt(db: Reader): Promise<number | undefined> {
  const query = db
    .selectFrom('journal')
    .select('at')
    .where('id', '>', (nested) =>
      nested.selectFrom('audit_sealing').select('sealed_through').where('id', '=', SEALING),
    );
  return (await query.orderBy('id').limit(1).executeTakeFirst())?.at;
}

export async function unsealedRows(db: Reader, after: number, limit: number): Promise<UnsealedRow[]> {
  const query = db.selectFrom('journal').select(['id', 'account_id', 'digest']);
  return query.where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** How many of the `among` oldest unsealed records, those after `after`, are an account's. */
export async function countUnsealed(
  db: Reader,
  { accountId, after, among }: { accountId: string; after: number; among: number },
): Promise<number> {
  const oldest = db.selectFrom('journal').select('account_id').where('id', '>', after).orderBy('id').limit(among);
  const { count } = await db
    .selectFrom(oldest.as('oldest'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function chainsOf(db: Reader, accounts: readonly string[]): Promise<AuditChainRow[]> {
  return db
    .selectFrom('audit_chains')
    .selectAll()
    .where('account_id', 'in', [...accounts])
    .execute();
}

export async function insertSeals(writer: Writer, seals: readonly AuditSealRow[]): Promise<void> {
  await writer
    .insertInto('audit_seals')
    .values([...seals])
    .execute();
}

export async function putChains(writer: Writer, chains: readonly AuditChainRow[]): Promise<void> {
  await writer
    .insertInto('audit_chains')
    .values([...chains])
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((eb) => ({
        number: eb.ref('excluded.number'),
        records: eb.ref('excluded.records'),
        mac: eb.ref('excluded.mac'),
        pruned_number: eb.ref('excluded.pruned_number'),
        pruned_records: eb.ref('excluded.pruned_records'),
        pruned_mac: eb.ref('excluded.pruned_mac'),
        signature: eb.ref('excluded.signature'),
      })),
    )
    .execute();
}

/** The chains of all accounts, or of one. */
export async function listChains(db: Reader, accountId?: string): Promise<AuditChainRow[]> {
  const query = db.selectFrom('audit_chains').selectAll().orderBy('account_id');
  return (accountId === undefined ? query : query.where('account_id', '=', accountId)).execute();
}

/** The links of a chain with numbers after `after`. */
export async function sealsAfter(db: Reader, accountId: string, after: number, limit: number): Promise<AuditSealRow[]> {
  const query = db.selectFrom('audit_seals').selectAll().where('account_id', '=', accountId);
  return query.where('number', '>', after).orderBy('number').limit(limit).execute();
}

export async function journalRows(db: Reader, ids: readonly number[]): Promise<Selectable<JournalRow>[]> {
  if (ids.length === 0) return [];
  return db
    .selectFrom('journal')
    .selectAll()
    .where('id', 'in', [...ids])
    .execute();
}

/** The rows that duplicate an earlier record. */
export async function copiesAmong(
  db: Reader,
  rows: readonly { readonly id: number }[],
): Promise<{ id: number; record_id: string | null }[]> {
  if (rows.length === 0) return [];
  return db
    .selectFrom('journal as copy')
    .innerJoin('journal as first', (join) =>
      join
        .onRef('first.account_id', '=', 'copy.account_id')
        .onRef('first.at', '=', 'copy.at')
        .onRef('first.record_id', '=', 'copy.record_id')
        .onRef('first.id', '<', 'copy.id'),
    )
    .select(['copy.id', 'copy.record_id'])
    .where(
      'copy.id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}

/** The number of journal rows up to an id, for all accounts or for one. */
export async function countJournalRows(
  db: Reader,
  { through, accountId }: { through: number; accountId: string | undefined },
): Promise<number> {
  let query = db.selectFrom('journal').select((eb) => eb.fn.countAll<number>().as('count'));
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  const row = await query.where('id', '<=', through).executeTakeFirst();
  return Number(row?.count ?? 0);
}

export async function journalRowsAfter(db: Reader, after: number, limit: number): Promise<Selectable<JournalRow>[]> {
  return db.selectFrom('journal').selectAll().where('id', '>', after).orderBy('id').limit(limit).execute();
}

/** An account that has a link older than `before`; undefined if there is none. */
export async function oldestSeal(db: Reader, before: number): Promise<string | undefined> {
  const query = db.selectFrom('audit_seals').select('account_id').where('sealed_at', '<', before);
  return (await query.orderBy('sealed_at').limit(1).executeTakeFirst())?.account_id;
}

export async function deleteSeal(writer: Writer, seal: Pick<AuditSealRow, 'account_id' | 'number'>): Promise<void> {
  const query = writer.deleteFrom('audit_seals').where('account_id', '=', seal.account_id);
  await query.where('number', '=', seal.number).execute();
}
