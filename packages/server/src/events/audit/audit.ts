/**
 * Reads the audit of an account: page by page with the exact total, or all that matches as a stream. Records are walked
 * in bounded stretches, with a pause between them for others.
 */
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { recordOf } from './record.ts';
import type { AuditRecord } from './schema.ts';
import { countRecords, type Place, placeAhead, type RecordFilter, type Span, selectRecords } from './store.ts';

/** Records that one statement passes at most. */
const STRETCH_RECORDS = 10_000;
/** Records that are read into memory at once for a stream. */
const STREAM_RECORDS_AT_ONCE = 200;

/** What is asked for: which records, in which order, from where on. */
export interface AuditWish {
  readonly filter: Omit<RecordFilter, 'accountId'>;
  readonly newestFirst: boolean;
  /** Where the page before ended; null for the first one. */
  readonly after: Place | null;
  readonly skip: number;
  /** Null for all. */
  readonly limit: number | null;
}

export interface AuditPage {
  readonly items: AuditRecord[];
  readonly total: number;
  /** Where the next page begins; null on the last one. */
  readonly next: Place | null;
}

export class Audit {
  readonly #database: Database;
  readonly #clock: Clock;

  constructor(parts: { database: Database; clock: Clock }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
  }

  /** One page. @throws `not_found` where it is not the account that the actor acts in */
  async page(actor: Actor, accountId: string, wish: AuditWish & { readonly limit: number }): Promise<AuditPage> {
    const filter = filterIn(actor, accountId, wish);
    const found = [];
    for await (const rows of this.#rows(filter, { ...wish, limit: wish.limit + 1 })) found.push(...rows);
    const rows = found.slice(0, wish.limit);
    const last = found.length > wish.limit ? rows.at(-1) : undefined;
    return {
      items: rows.map(recordOf),
      total: await this.#count(filter, wish.newestFirst),
      next: last === undefined ? null : { at: last.at, id: last.id },
    };
  }

  /** All records that match and are there now, as lines of JSON. @throws `not_found`, as `page` */
  lines(actor: Actor, accountId: string, wish: AuditWish): AsyncIterable<string> {
    const filter = filterIn(actor, accountId, wish);
    const now = this.#clock() + 1;
    return this.#lines({ ...filter, until: Math.min(filter.until ?? now, now) }, wish);
  }

  async *#lines(filter: RecordFilter, wish: AuditWish): AsyncGenerator<string> {
    for await (const rows of this.#rows(filter, wish))
      yield rows.map((row) => `${JSON.stringify(recordOf(row))}\n`).join('');
  }

  /** The rows that are asked for, in their order, a bounded number at a time. */
  async *#rows(filter: RecordFilter, wish: AuditWish) {
    const { reader } = this.#database;
    let { skip } = wish;
    let left = wish.limit ?? Number.POSITIVE_INFINITY;
    for await (const span of this.#spans(filter, wish)) {
      const count = skip > 0 ? await countRecords(reader, filter, span) : 0;
      if (skip > 0 && count <= skip) {
        skip -= count;
        continue;
      }
      let { after } = span;
      for (let isFull = true; isFull && left > 0; skip = 0) {
        const limit = Math.min(left, STREAM_RECORDS_AT_ONCE);
        const rows = await selectRecords(reader, filter, { span: { ...span, after }, skip, limit });
        if (rows.length > 0) yield rows;
        left -= rows.length;
        after = rows.at(-1) ?? after;
        isFull = rows.length === limit;
      }
      if (left === 0) return;
    }
  }

  async #count(filter: RecordFilter, newestFirst: boolean): Promise<number> {
    let total = 0;
    for await (const span of this.#spans(filter, { newestFirst, after: null }))
      total += await countRecords(this.#database.reader, filter, span);
    return total;
  }

  /** Stretches that together hold all records behind a place. */
  async *#spans(filter: RecordFilter, { newestFirst, after }: Pick<AuditWish, 'newestFirst' | 'after'>) {
    const pace = new Pace();
    let from = after;
    for (;;) {
      const open: Span = { after: from, through: null, newestFirst };
      const through = (await placeAhead(this.#database.reader, filter, open, STRETCH_RECORDS)) ?? null;
      yield { ...open, through };
      if (through === null) return;
      from = through;
      await pace.restIfDue();
    }
  }
}

/** The audit shows one's own account alone; any other does not exist. */
function filterIn(actor: Actor, accountId: string, { filter }: AuditWish): RecordFilter {
  if (accountId !== actor.accountId) throw notFound('account');
  return { ...filter, accountId };
}
