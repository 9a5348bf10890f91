/**
 * Removes records that have passed their retention period, oldest first, one link of a chain at a time. The remaining chain
 * still proves itself: a signed entry says with which link it now begins.
 */
import type { Database, Writer } from '../../platform/database/database.ts';
import { removeRecords } from '../../platform/journal/past-records.ts';
import type { RecordDigests } from '../../platform/journal/record-digests.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { signedChain, unpackEntries } from './sealing/seal.ts';
import { chainsOf, deleteSeal, lockSealing, oldestSeal, putChains, sealsAfter } from './sealing/store.ts';

const DAY_MS = 86_400_000;

export interface RetentionParts {
  readonly database: Database;
  readonly digests: RecordDigests;
  readonly clock: Clock;
  readonly keptDays: number;
}

export class Retention {
  readonly #parts: RetentionParts;
  constructor(parts: RetentionParts) {
    this.#parts = parts;
  }

  async hasWork(): Promise<boolean> {
    return (await oldestSeal(this.#parts.database.reader, this.#keptSince())) !== undefined;
  }

  async run(signal: AbortSignal): Promise<void> {
    await this.prune(signal);
  }

  /**
   * Removes all records that are too old.
   * @returns the number of records removed
   */
  async prune(signal: AbortSignal): Promise<number> {
    const { database } = this.#parts;
    const before = this.#keptSince();
    let removed = 0;
    while (!signal.aborted) {
      const accountId = await oldestSeal(database.reader, before);
      if (accountId === undefined) break;
      removed += await database.write((writer) => this.#removeFirstLink(writer, accountId));
    }
    return removed;
  }

  #keptSince(): number {
    return this.#parts.clock() - this.#parts.keptDays * DAY_MS;
  }

  /** Takes the same lock as the sealer, so that the sealer and other processes that prune wait. */
  async #removeFirstLink(writer: Writer, accountId: string): Promise<number> {
    await lockSealing(writer);
    const [chain] = await chainsOf(writer, [accountId]);
    if (chain === undefined)
      throw new Error(`The audit of ${accountId} has links, but no chain; run lectern audit verify.`);
    const [seal] = await sealsAfter(writer, accountId, chain.pruned_number, 1);
    if (seal === undefined) throw new Error(`The chain of ${accountId} is broken; run lectern audit verify.`);
    const ids = unpackEntries(seal.entries).map(({ id }) => id);
    await removeRecords(writer, ids);
    await deleteSeal(writer, seal);
    const { number, mac, records } = seal;
    const pruned = { pruned_number: number, pruned_mac: mac, pruned_records: chain.pruned_records + records };
    await putChains(writer, [signedChain(this.#parts.digests, { ...chain, ...pruned })]);
    return ids.length;
  }
}
