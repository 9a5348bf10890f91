/**
 * Checks the audit against its seals and reports every row that differs from what was written. Reads one committed
 * state and changes nothing. Records that are not sealed yet are checked only against their own digest.
 */
import type { Selectable } from 'kysely';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { type RecordDigests, sameDigest } from '../../../platform/journal/record-digests.ts';
import type { JournalRow } from '../../../platform/journal/tables.ts';
import { detailsOf, recordId } from '../record.ts';
import type { AuditChainRow, AuditSealingRow, AuditSealRow } from '../tables.ts';
import { chainSignature, NO_DIGEST, sealingSignature, sealMac, unpackEntries } from './seal.ts';
import * as store from './store.ts';

const SEALS_AT_ONCE = 20;
const ROWS_AT_ONCE = 500;
/** The most problems reported; one is enough to know that something is wrong. */
const PROBLEMS_MAX = 100;
/** Broken chains come before rows: the rows of a lost link look as if they had been inserted. */
const NO_ROW = Number.MIN_SAFE_INTEGER;

/** `forged`: altered or inserted before it was sealed, which cannot be told apart. */
export type ProblemKind =
  | 'altered'
  | 'removed'
  | 'inserted'
  | 'forged'
  | 'seal_altered'
  | 'seal_removed'
  | 'chain_altered';

/** Something that differs from what was written. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly accountId: string;
  /** Id of the journal row; null for a seal. */
  readonly row: number | null;
  readonly recordId: string | null;
  /** Number of the link in the account's chain; null if there is none. */
  readonly seal: number | null;
  readonly sealedAt: number | null;
}

/** The chain of one account. */
export interface VerifiedChain {
  readonly accountId: string;
  readonly links: number;
  /** Records ever sealed. */
  readonly records: number;
  readonly pruned: number;
  /** MAC of the last link: a copy kept elsewhere can prove later that the chain still contains it. */
  readonly head: string;
}

export interface Verification {
  readonly chains: readonly VerifiedChain[];
  /** Records that are not sealed yet. */
  readonly unsealed: number;
  /** Broken chains first, then rows by their order. */
  readonly problems: readonly Problem[];
}

type Row = Selectable<JournalRow>;

/** Checks the chains of all accounts, or of one. */
export async function verifyAudit(
  parts: { database: Database; digests: RecordDigests },
  accountId?: string,
): Promise<Verification> {
  return parts.database.snapshot(async (reader) => new Check(reader, parts.digests).run(accountId));
}

/** Whether a row is as the service wrote it. */
export function isGenuine(digests: RecordDigests, row: Row): boolean {
  if (row.digest === null || row.record_id === null) return false;
  const { erased_digest: erased } = row;
  const details = [row.actor_name, row.ip, row.user_agent, row.changes, row.packed_changes];
  if (erased !== null && details.some((detail) => detail !== null)) return false;
  try {
    const own = erased ?? digests.ofDetails(row.record_id, detailsOf(row));
    return sameDigest(row.digest, digests.ofRecord(factsOf(row, row.record_id), own));
  } catch {
    // Altered compressed details may not even decompress.
    return false;
  }
}

class Check {
  readonly #reader: Reader;
  readonly #digests: RecordDigests;
  readonly #problems: Problem[] = [];
  /** Listed rows that exist. */
  #found = 0;
  /** Some rows up to this one are older than row digests. */
  #unprovenThrough = 0;

  constructor(reader: Reader, digests: RecordDigests) {
    this.#reader = reader;
    this.#digests = digests;
  }

  async run(accountId: string | undefined): Promise<Verification> {
    const sealing = await store.findSealing(this.#reader);
    const rows = await store.listChains(this.#reader, accountId);
    const chains: VerifiedChain[] = [];
    this.#unprovenThrough = sealing?.began_after ?? 0;
    for (const chain of rows) chains.push(await this.#chain(chain));
    if (sealing === undefined) this.#report({ kind: 'chain_altered' });
    else {
      if (accountId === undefined) this.#sealing(sealing, rows);
      await this.#inserted(sealing.sealed_through, accountId, rows);
    }
    const unsealed = await this.#unsealed(sealing?.sealed_through ?? 0, accountId);
    const problems = this.#problems.toSorted((a, b) => (a.row ?? NO_ROW) - (b.row ?? NO_ROW));
    return { chains, unsealed, problems: problems.slice(0, PROBLEMS_MAX) };
  }

  #sealing(sealing: AuditSealingRow, chains: readonly AuditChainRow[]): void {
    if (sealing.signature === null && chains.length === 0) return;
    const signature = sealingSignature(this.#digests, sealing);
    if (sealing.signature === null || !sameDigest(sealing.signature, signature) || sealing.chains !== chains.length)
      this.#report({ kind: 'chain_altered' });
  }

  async #chain(chain: AuditChainRow): Promise<VerifiedChain> {
    const { account_id: accountId } = chain;
    if (!sameDigest(chain.signature, chainSignature(this.#digests, chain)))
      this.#report({ kind: 'chain_altered', accountId });
    let [number, mac, records] = [chain.pruned_number, chain.pruned_mac, chain.pruned_records];
    for await (const seal of this.#seals(chain)) {
      if (seal.number !== number + 1) this.#report({ kind: 'seal_removed', accountId, seal: number + 1 });
      else if (!sameDigest(seal.mac, sealMac(this.#digests, seal, mac))) this.#reportSeal('seal_altered', seal);
      await this.#records(seal);
      [number, mac, records] = [seal.number, seal.mac, records + seal.records];
    }
    if (number < chain.number) this.#report({ kind: 'seal_removed', accountId, seal: number + 1 });
    else if (number !== chain.number || records !== chain.records || !sameDigest(mac, chain.mac))
      this.#report({ kind: 'chain_altered', accountId });
    const head = Buffer.from(chain.mac).toString('hex');
    return { accountId, links: chain.number, records: chain.records, pruned: chain.pruned_records, head };
  }

  async *#seals({ account_id: accountId, pruned_number }: AuditChainRow): AsyncGenerator<AuditSealRow> {
    for (let after = pruned_number; ; ) {
      const seals = await store.sealsAfter(this.#reader, accountId, after, SEALS_AT_ONCE);
      yield* seals;
      const last = seals.at(-1);
      if (last === undefined) return;
      after = last.number;
    }
  }

  /** Compares the records of a link with the existing rows. */
  async #records(seal: AuditSealRow): Promise<void> {
    const entries = unpackEntries(seal.entries);
    for (let at = 0; at < entries.length; at += ROWS_AT_ONCE) {
      const part = entries.slice(at, at + ROWS_AT_ONCE);
      const rows = await store.journalRows(
        this.#reader,
        part.map(({ id }) => id),
      );
      this.#found += rows.length;
      for (const copy of await store.copiesAmong(this.#reader, part)) this.#reportSeal('inserted', seal, copy);
      const byId = new Map(rows.map((row) => [row.id, row]));
      for (const { id, digest } of part) {
        const row = byId.get(id);
        if (row === undefined) this.#reportSeal('removed', seal, { id, record_id: null });
        else if (!sameDigest(row.digest ?? NO_DIGEST, digest) || !this.#belongs(row, seal))
          this.#reportSeal('altered', seal, row);
      }
    }
  }

  #belongs(row: Row, { account_id: accountId }: AuditSealRow): boolean {
    const isUnproven = row.digest === null && row.id <= this.#unprovenThrough;
    return (row.account_id ?? '') === accountId && (isUnproven || isGenuine(this.#digests, row));
  }

  /** Rows in the sealed range that no link lists. Searches them one by one only if the counts differ. */
  async #inserted(through: number, accountId: string | undefined, chains: readonly AuditChainRow[]): Promise<void> {
    if ((await store.countJournalRows(this.#reader, { through, accountId })) === this.#found) return;
    const sealed = new Set<number>();
    for (const chain of chains)
      for await (const { entries } of this.#seals(chain)) for (const { id } of unpackEntries(entries)) sealed.add(id);
    for await (const row of this.#rowsAfter(Number.MIN_SAFE_INTEGER)) {
      if (row.id > through) return;
      const isIncluded = accountId === undefined || (row.account_id ?? '') === accountId;
      if (isIncluded && !sealed.has(row.id)) this.#reportRow('inserted', row);
    }
  }

  /** Unsealed rows, which only their own digests prove. */
  async #unsealed(after: number, accountId: string | undefined): Promise<number> {
    let count = 0;
    for await (const row of this.#rowsAfter(after)) {
      if (accountId !== undefined && (row.account_id ?? '') !== accountId) continue;
      count += 1;
      if (!isGenuine(this.#digests, row)) this.#reportRow('forged', row);
    }
    return count;
  }

  async *#rowsAfter(start: number): AsyncGenerator<Row> {
    for (let after = start; ; ) {
      const rows = await store.journalRowsAfter(this.#reader, after, ROWS_AT_ONCE);
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.id;
    }
  }

  #reportRow(kind: ProblemKind, row: Row): void {
    this.#report({ kind, accountId: row.account_id ?? '', row: row.id, recordId: recordId(row) });
  }

  #reportSeal(kind: ProblemKind, seal: AuditSealRow, row?: { id: number; record_id: string | null }): void {
    const named = row === undefined ? {} : { row: row.id, recordId: row.record_id };
    this.#report({ kind, accountId: seal.account_id, seal: seal.number, sealedAt: seal.sealed_at, ...named });
  }

  #report(problem: Pick<Problem, 'kind'> & Partial<Problem>): void {
    this.#problems.push({ accountId: '', row: null, recordId: null, seal: null, sealedAt: null, ...problem });
  }
}

function factsOf(row: Row, id: string) {
  return {
    recordId: id,
    at: row.at,
    account: row.account_id,
    space: row.space_id,
    environment: row.environment,
    actorType: row.actor_type,
    actorId: row.actor_id,
    action: row.action,
    targetType: row.target_type,
    targetId: row.target_id,
    requestId: row.request_id,
  };
}
