/**
 * Rate limits for attempts. An attempt is counted before it is let in, in one transaction, so that n parallel attempts count as
 * n on any number of nodes; an attempt that did not fail is taken back. A delay always ends: times written by a clock that was
 * ahead are ignored, so that nobody is kept out until that clock's time.
 */
import { createHash } from 'node:crypto';
import type { Database, Writer } from '../database/database.ts';
import { AHEAD_MAX_MS, type Clock, isAhead, steadyClock } from '../kit/clock.ts';
import { deleteCountsBefore, findCounts, LONG_KEY, lockCounts, saveCounts } from './store.ts';
import type { ThrottleRow } from './tables.ts';

const DELAY_FIRST_MS = 1_000;
const DELAY_MAX_MS = 60_000;
const SWEPT_EVERY_MS = 60_000;
/** The longest window that a rule can have. */
const WINDOW_MAX_MS = 24 * 3_600_000;
/** The longest window of rules for what anybody can try, whose counts are many and not kept for longer. */
const USUAL_WINDOW_MAX_MS = 15 * 60_000;

/** How many attempts are let in, and what follows after them. */
export interface ThrottleRule {
  /** At most a day; more than 15 minutes only for what logged-in people do. */
  readonly windowMs: number;
  /** Attempts in a window that are let in without a delay. */
  readonly free: number;
  /** Until the window ends, or a delay after each further try: 1 second, then twice as long each time, up to 60. */
  readonly blocked: 'rest of window' | 'growing delay';
}

/** What attempts are counted by. */
export interface ThrottleKey {
  readonly id: string;
  readonly rule: ThrottleRule;
  /**
   * Another key of the same attempt. Once that key has used all but one of its free attempts, its further attempts do not count
   * here, so that it alone cannot use up what it shares with others.
   */
  readonly sharedBy?: ThrottleKey;
}

/** A key for attempts of one kind at one thing; only a hash of both is stored. */
export function throttleKey(
  rule: ThrottleRule,
  what: readonly string[],
  { sharedBy }: Pick<ThrottleKey, 'sharedBy'> = {},
): ThrottleKey {
  const hash = createHash('sha256').update(JSON.stringify(what)).digest('base64url');
  const id = rule.windowMs > USUAL_WINDOW_MAX_MS ? `${LONG_KEY}${hash}` : hash;
  return sharedBy === undefined ? { id, rule } : { id, rule, sharedBy };
}

export class Throttle {
  readonly #database: Database;
  readonly #clock: Clock;
  #sweptAt = Number.NEGATIVE_INFINITY;

  constructor({ database, clock }: { readonly database: Database; readonly clock: Clock }) {
    this.#database = database;
    this.#clock = clock;
  }

  /** Milliseconds until another attempt is let in, as far as a read can tell; 0 for now. Counts nothing. */
  async wait(keys: readonly ThrottleKey[]): Promise<number> {
    return waitOf(await findCounts(this.#database.reader, idsOf(keys)), keys, this.#clock());
  }

  /**
   * Counts an attempt, or tells how long it has to wait, in which case nothing is counted.
   * @returns milliseconds; 0 if the attempt is let in
   */
  async take(keys: readonly ThrottleKey[]): Promise<number> {
    await this.#sweep();
    return this.#database.write((writer) => this.takeIn(writer, keys));
  }

  /** The same inside an open write: what is rolled back was not tried. */
  async takeIn(writer: Writer, keys: readonly ThrottleKey[]): Promise<number> {
    const now = this.#clock();
    const rows = await lockCounts(writer, idsOf(keys), now);
    const waitMs = waitOf(rows, keys, now);
    if (waitMs === 0) await saveCounts(writer, countedIn(keys, rows, now));
    return waitMs;
  }

  /** Restarts the delay after a failed attempt; until now it ran from the start of the attempt. */
  async failed(writer: Writer, keys: readonly ThrottleKey[]): Promise<void> {
    await this.#change(writer, keys, ({ failures }) => failures);
  }

  /** An attempt did not fail: takes it back, or forgets all attempts that were counted by a key. */
  async succeeded(
    writer: Writer,
    { forget = [], takeBack = [] }: { forget?: readonly ThrottleKey[]; takeBack?: readonly ThrottleKey[] },
  ): Promise<void> {
    await this.#change(writer, [...forget, ...takeBack], ({ failures }, key) =>
      forget.includes(key) ? 0 : Math.max(0, failures - 1),
    );
  }

  async #change(
    writer: Writer,
    keys: readonly ThrottleKey[],
    failuresOf: (row: ThrottleRow, key: ThrottleKey) => number,
  ): Promise<void> {
    const now = this.#clock();
    const rows = await lockCounts(writer, idsOf(keys), now);
    const next = keys.map((key) => {
      const row = current(rowOf(rows, key), now);
      return blocking({ ...row, failures: failuresOf(row, key) }, key.rule, now);
    });
    await saveCounts(writer, next);
  }

  /** In a write of its own, so that it never waits for a lock while it holds others. */
  async #sweep(): Promise<void> {
    const now = this.#clock();
    if (steadyClock() - this.#sweptAt < SWEPT_EVERY_MS) return;
    this.#sweptAt = steadyClock();
    const usual = now - USUAL_WINDOW_MAX_MS - DELAY_MAX_MS;
    await this.#database.write((writer) => deleteCountsBefore(writer, { usual, long: now - WINDOW_MAX_MS }));
  }
}

function countedIn(keys: readonly ThrottleKey[], rows: readonly ThrottleRow[], now: number): ThrottleRow[] {
  return keys.filter((key) => !isSpent(key.sharedBy, rows, now)).map((key) => counted(rowOf(rows, key), key.rule, now));
}

/** Whether a key used up what it may use of a count that it shares. */
function isSpent(key: ThrottleKey | undefined, rows: readonly ThrottleRow[], now: number): boolean {
  if (key === undefined) return false;
  const row = rowOf(rows, key);
  return !isOver(row, key.rule, now) && row.failures >= key.rule.free - 1;
}

function counted(row: ThrottleRow, rule: ThrottleRule, now: number): ThrottleRow {
  const counting = isOver(row, rule, now) ? { ...row, failures: 0, window_started_at: now } : row;
  return blocking({ ...counting, failures: counting.failures + 1 }, rule, now);
}

function isOver({ window_started_at: startedAt }: ThrottleRow, { windowMs }: ThrottleRule, now: number): boolean {
  return now - startedAt >= windowMs || isAhead(startedAt, now);
}

/** The row with a window that did not begin later than now. */
function current(row: ThrottleRow, now: number): ThrottleRow {
  return isAhead(row.window_started_at, now) ? { ...row, window_started_at: now } : row;
}

/** The row with the time until which it lets nothing in. */
function blocking(row: ThrottleRow, rule: ThrottleRule, now: number): ThrottleRow {
  return { ...row, blocked_until: blockedUntil(row, rule, now) };
}

function blockedUntil({ failures, window_started_at }: ThrottleRow, rule: ThrottleRule, now: number): number {
  if (failures < rule.free) return 0;
  if (rule.blocked === 'rest of window') return window_started_at + rule.windowMs;
  return now + Math.min(DELAY_FIRST_MS * 2 ** (failures - rule.free), DELAY_MAX_MS);
}

/** A row blocks for no longer than its rule can from now on. */
function waitOf(rows: readonly ThrottleRow[], keys: readonly ThrottleKey[], now: number): number {
  const waits = rows.map((row) => {
    const rule = keys.find(({ id }) => id === row.key)?.rule;
    const waitMs = row.blocked_until - now;
    const isVoid =
      isAhead(row.window_started_at, now) || rule === undefined || waitMs > longestBlockOf(rule) + AHEAD_MAX_MS;
    return isVoid ? 0 : waitMs;
  });
  return Math.max(0, ...waits);
}

function longestBlockOf({ blocked, windowMs }: ThrottleRule): number {
  return blocked === 'rest of window' ? windowMs : DELAY_MAX_MS;
}

function idsOf(keys: readonly ThrottleKey[]): string[] {
  return keys.map(({ id }) => id);
}

function rowOf(rows: readonly ThrottleRow[], { id }: ThrottleKey): ThrottleRow {
  const row = rows.find(({ key }) => key === id);
  if (row === undefined) throw new Error('The count was not locked.');
  return row;
}
