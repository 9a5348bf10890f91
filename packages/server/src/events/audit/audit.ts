/**
 * Reads the audit of an account: page by page with the exact total, or all matching records as a stream. Records are
 * read in bounded stretches, with pauses between them for other work.
 */
import type { Database } from '../../platform/database/database.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import { ResponseSize } from '../../platform/http/response-size.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { RecordDigests } from '../../platform/journal/record-digests.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { timeOfId } from '../../platform/kit/ids.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { recordOf } from './record.ts';
import type { AuditRecord } from './schema.ts';
import { type SealState, sealState } from './sealing/seal-state.ts';
import {
  countRecords,
  findRecord,
  type Place,
  placeAhead,
  type RecordFilter,
  type RecordRow,
  type Span,
  selectRecords,
} from './store.ts';

/** The most records that one statement scans. */
const STRETCH_RECORDS = 10_000;
/** Records read at once: each has up to 100 KB of changes. */
const RECORDS_AT_ONCE = 40;
/** Characters sent at once. */
const LINES_CHARACTERS = 65_536;

/** Which records to read, in which order, and where to start. */
export interface RecordQuery {
  readonly filter: Omit<RecordFilter, 'accountId'>;
  readonly newestFirst: boolean;
  /** Where the previous page ended; null for the first one. */
  readonly after: Place | null;
  readonly skip: number;
  /** Null for no limit. */
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

  readonly #digests: RecordDigests;

  constructor(parts: { database: Database; digests: RecordDigests; clock: Clock }) {
    this.#database = parts.database;
    this.#digests = parts.digests;
    this.#clock = parts.clock;
  }

  /** One page. @throws `not_found` unless the actor acts in this account, `validation_failed` if the page is too large */
  async page(actor: Actor, accountId: string, query: RecordQuery & { readonly limit: number }): Promise<AuditPage> {
    const filter = filterIn(actor, accountId, query);
    const found = [];
    for await (const rows of this.#rows(filter, { ...query, limit: query.limit + 1 })) found.push(...rows);
    const rows = found.slice(0, query.limit);
    const last = found.length > query.limit ? rows.at(-1) : undefined;
    return {
      items: await recordsOf(rows),
      total: await this.#count(filter, query.newestFirst),
      next: last === undefined ? null : { at: last.at, id: last.id },
    };
  }

  /** One record, also of an autosave. @throws `not_found` if the account has none with this id, and as `page` does */
  async get(actor: Actor, accountId: string, id: string): Promise<AuditRecord> {
    requireOwn(actor, accountId);
    const at = timeOfId(id);
    const row = at === undefined ? undefined : await findRecord(this.#database.reader, accountId, { id, at });
    if (row === undefined) throw notFound('audit_record');
    return recordOf(row);
  }

  /** All matching records that exist now, as JSON lines. @throws `not_found`, as `page` does */
  lines(actor: Actor, accountId: string, query: RecordQuery): AsyncIterable<string> {
    const filter = filterIn(actor, accountId, query);
    const now = this.#clock() + 1;
    return this.#lines({ ...filter, until: Math.min(filter.until ?? now, now) }, query);
  }

  /** How far the records of the account are sealed. @throws `not_found`, as `page` does */
  seal(actor: Actor, accountId: string): Promise<SealState> {
    requireOwn(actor, accountId);
    return sealState({ database: this.#database, digests: this.#digests }, accountId);
  }

  async *#lines(filter: RecordFilter, query: RecordQuery): AsyncGenerator<string> {
    const pace = new Pace();
    let lines = '';
    for await (const rows of this.#rows(filter, query)) {
      for (const row of rows) {
        lines += `${JSON.stringify(recordOf(row))}\n`;
        await pace.restIfDue();
        if (lines.length < LINES_CHARACTERS) continue;
        yield lines;
        lines = '';
      }
    }
    if (lines !== '') yield lines;
  }

  /** The matching rows, in order, a bounded number at a time. */
  async *#rows(filter: RecordFilter, query: RecordQuery) {
    const { reader } = this.#database;
    let { skip } = query;
    let left = query.limit ?? Number.POSITIVE_INFINITY;
    for await (const span of this.#spans(filter, query)) {
      const count = skip > 0 ? await countRecords(reader, filter, span) : 0;
      if (skip > 0 && count <= skip) {
        skip -= count;
        continue;
      }
      let { after } = span;
      for (let isFull = true; isFull && left > 0; skip = 0) {
        const limit = Math.min(left, RECORDS_AT_ONCE);
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

  /** Spans that together cover all records after a place. */
  async *#spans(filter: RecordFilter, { newestFirst, after }: Pick<RecordQuery, 'newestFirst' | 'after'>) {
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

/** The records of rows. @throws `validation_failed` if a response with them would be too large */
async function recordsOf(rows: readonly RecordRow[]): Promise<AuditRecord[]> {
  const size = new ResponseSize(['limit']);
  const pace = new Pace();
  const records: AuditRecord[] = [];
  for (const row of rows) {
    const record = recordOf(row);
    size.add(JSON.stringify(record.changes).length);
    records.push(record);
    await pace.restIfDue();
  }
  return records;
}

/** The audit of another account is `not_found`. */
function requireOwn(actor: Actor, accountId: string): void {
  if (accountId !== actor.accountId) throw notFound('account');
}

function filterIn(actor: Actor, accountId: string, { filter }: RecordQuery): RecordFilter {
  requireOwn(actor, accountId);
  return { ...filter, accountId };
}
