/**
 * Slows down guessing: failures are counted per e-mail address and per network address, in the database, so that all
 * nodes count together. Blocked attempts are rejected before anything is looked up. A delay always ends: nobody can
 * lock out anyone else for good.
 */
import { createHash } from 'node:crypto';
import ipaddr from 'ipaddr.js';
import type { Reader, Writer } from '../../platform/database/database.ts';
import type { ThrottleRow } from '../../platform/database/tables.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import { deleteCount, deleteCountsBefore, findCount, lockCount, saveCount } from './store.ts';

const WINDOW_MS = 15 * 60_000;
const EMAIL_FAILURES_FREE = 10;
const EMAIL_DELAY_FIRST_MS = 1_000;
const EMAIL_DELAY_MAX_MS = 60_000;
const ADDRESS_FAILURES_FREE = 100;
const SWEPT_EVERY_MS = 60_000;
/** Groups of an IPv6 address that identify a network; the subscriber chooses the rest. */
const IPV6_NETWORK_GROUPS = 4;

/** What failures are counted by. */
export interface ThrottleKey {
  readonly id: string;
  readonly per: 'email' | 'address';
}

/** Failures of one kind for one e-mail address. @param folded the address in the form used to compare */
export function perEmail(kind: string, folded: string): ThrottleKey {
  return { id: keyOf(kind, 'email', folded), per: 'email' };
}

/** Failures of one kind from one network address; for IPv6 from its network. */
export function perAddress(kind: string, ip: string): ThrottleKey {
  return { id: keyOf(kind, 'address', networkOf(ip)), per: 'address' };
}

export class Throttle {
  readonly #clock: Clock;
  #sweptAt = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds until another attempt is allowed; 0 if it is allowed now. */
  async wait(db: Reader, key: ThrottleKey): Promise<number> {
    const row = await findCount(db, key.id);
    return row === undefined ? 0 : Math.max(0, row.blocked_until - this.#clock());
  }

  /** Counts a failure. */
  async fail(db: Writer, keys: readonly ThrottleKey[]): Promise<void> {
    const now = this.#clock();
    // In the same order everywhere, so that two failures never deadlock.
    for (const key of [...keys].sort((a, b) => (a.id < b.id ? -1 : 1))) {
      await saveCount(db, counted(await lockCount(db, key.id, now), key, now));
    }
    if (now - this.#sweptAt < SWEPT_EVERY_MS) return;
    this.#sweptAt = now;
    await deleteCountsBefore(db, now - WINDOW_MS);
  }

  /** Resets the count; called after a success. */
  async clear(db: Writer, key: ThrottleKey): Promise<void> {
    await deleteCount(db, key.id);
  }
}

function counted(row: ThrottleRow, key: ThrottleKey, now: number): ThrottleRow {
  const isOver = now - row.window_started_at >= WINDOW_MS;
  const failures = isOver ? 1 : row.failures + 1;
  const window_started_at = isOver ? now : row.window_started_at;
  return {
    key: row.key,
    failures,
    window_started_at,
    blocked_until: blockedUntil(key, failures, window_started_at, now),
  };
}

function blockedUntil({ per }: ThrottleKey, failures: number, windowStartedAt: number, now: number): number {
  if (per === 'address') return failures < ADDRESS_FAILURES_FREE ? 0 : windowStartedAt + WINDOW_MS;
  if (failures < EMAIL_FAILURES_FREE) return 0;
  return now + Math.min(EMAIL_DELAY_FIRST_MS * 2 ** (failures - EMAIL_FAILURES_FREE), EMAIL_DELAY_MAX_MS);
}

function keyOf(kind: string, per: string, value: string): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, per, value]))
    .digest('base64url');
}

function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv6) return address.parts.slice(0, IPV6_NETWORK_GROUPS).join(':');
  return address.toString();
}
