/**
 * Seals records once a second, in journal order. A lease, which runs out if its process dies, makes one process do it at a
 * time. Each step also locks the row that stores the progress, so even two sealers could do no harm.
 * Invariant: no record that commits later can precede a sealed one.
 */
import { randomUUID } from 'node:crypto';
import { haveEnded, type RunningMark, runningMark } from '../../../platform/database/commit-order.ts';
import type { Database, Writer } from '../../../platform/database/database.ts';
import type { RecordDigests } from '../../../platform/journal/record-digests.ts';
import type { Clock } from '../../../platform/kit/clock.ts';
import type { AuditSealingRow } from '../tables.ts';
import { emptyChain, NO_DIGEST, nextSeal, sealingSignature } from './seal.ts';
import {
  chainsOf,
  insertSeals,
  lockSealing,
  putChains,
  sealingProgress,
  type UnsealedRow,
  unsealedRows,
  updateSealing,
} from './store.ts';

/** The most records sealed by one write, so that other writes never wait long for it. */
const STEP_RECORDS = 500;
/** How long an unresponsive sealer keeps other processes from sealing. */
const LEASE_MS = 3_000;

export interface SealerParts {
  readonly database: Database;
  readonly digests: RecordDigests;
  readonly clock: Clock;
}

export class Sealer {
  readonly #parts: SealerParts;
  readonly #owner = randomUUID();
  #markSeen: number | undefined;
  /** A row id up to here is missing. It may still be committed until everything that was running at `mark` has ended. */
  #gap: { readonly through: number; readonly mark: RunningMark } | undefined;
  /** Ids missing up to this row will never be committed. */
  #settledThrough = 0;

  constructor(parts: SealerParts) {
    this.#parts = parts;
  }

  async run(): Promise<void> {
    await this.seal();
  }

  /**
   * Seals everything that can be sealed now.
   * @returns the number of records sealed
   */
  async seal(): Promise<number> {
    let sealed = 0;
    while (await this.hasWork()) {
      const records = await this.#parts.database.write((writer) => this.#step(writer));
      if (records === 0) return sealed;
      sealed += records;
    }
    return sealed;
  }

  /** Whether this process has records to seal. Does not read the database if nothing was committed since the last check. */
  async hasWork(): Promise<boolean> {
    const { database, clock } = this.#parts;
    const mark = database.changeMark();
    if (mark !== undefined && mark === this.#markSeen) return false;
    const progress = await sealingProgress(database.reader);
    if ((progress.newest ?? 0) > progress.sealed_through) return !this.#isOthers(progress, clock());
    this.#markSeen = mark;
    return false;
  }

  #isOthers({ owner, leased_until }: Pick<AuditSealingRow, 'owner' | 'leased_until'>, now: number): boolean {
    // An end later than one lease from now was written by a clock that was ahead; it does not count.
    return owner !== this.#owner && leased_until > now && leased_until <= now + LEASE_MS;
  }

  async #step(writer: Writer): Promise<number> {
    const now = this.#parts.clock();
    const state = await lockSealing(writer);
    if (this.#isOthers(state, now)) return 0;
    await this.#settle(writer);
    const rows = await unsealedRows(writer, state.sealed_through, STEP_RECORDS);
    const settled = await this.#settledOf(writer, rows, state.sealed_through);
    const last = settled.at(-1);
    if (last === undefined) return 0;
    const chains = state.chains + (await this.#link(writer, settled, now));
    const progress = { began_after: state.began_after, sealed_through: last.id, chains };
    const signature = sealingSignature(this.#parts.digests, progress);
    await updateSealing(writer, { ...progress, signature, owner: this.#owner, leased_until: now + LEASE_MS });
    return settled.length;
  }

  /** Forgets the gap once every transaction that could have filled it has ended. */
  async #settle(writer: Writer): Promise<void> {
    if (this.#gap === undefined || !(await haveEnded(writer, this.#gap.mark))) return;
    this.#settledThrough = this.#gap.through;
    this.#gap = undefined;
  }

  /** The records before the first gap that may still be filled. */
  async #settledOf(writer: Writer, rows: UnsealedRow[], sealedThrough: number): Promise<UnsealedRow[]> {
    let last = sealedThrough;
    const gap = rows.findIndex(({ id }) => {
      const follows = id === last + 1 || id <= this.#settledThrough;
      last = id;
      return !follows;
    });
    if (gap === -1) return rows;
    const mark = await runningMark(writer);
    if (mark === null) return rows;
    this.#gap ??= { through: rows.at(-1)?.id ?? 0, mark };
    return rows.slice(0, gap);
  }

  /**
   * Adds a link to the chain of each account that has records among `rows`.
   * @returns the number of new chains
   */
  async #link(writer: Writer, rows: readonly UnsealedRow[], sealedAt: number): Promise<number> {
    const byAccount = Map.groupBy(rows, (row) => row.account_id ?? '');
    const chains = new Map((await chainsOf(writer, [...byAccount.keys()])).map((chain) => [chain.account_id, chain]));
    const links = [...byAccount].map(([accountId, records]) => {
      const entries = records.map(({ id, digest }) => ({ id, digest: digest ?? NO_DIGEST }));
      return nextSeal(this.#parts.digests, chains.get(accountId) ?? emptyChain(accountId), {
        accountId,
        sealedAt,
        entries,
      });
    });
    await insertSeals(
      writer,
      links.map(({ seal }) => seal),
    );
    await putChains(
      writer,
      links.map(({ chain }) => chain),
    );
    return byAccount.size - chains.size;
  }
}
