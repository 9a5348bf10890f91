/**
 * What a key may do and see, and how long. Invariant: nobody handles a key whose extent exceeds their own.
 */

import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import { roleOf } from '../actors/actors.ts';
import { exceeds, type KeyWrites, keyWrites } from '../actors/permissions.ts';
import type { ApiKeyRow } from './tables.ts';

/** What a key may do and see, and how long. */
export interface Extent {
  readonly role: string | null;
  readonly writes: string | null;
  readonly environments: readonly number[] | null;
  readonly expiresAt: number | null;
}

/** The extent of a stored key. */
export function extentOf(row: ApiKeyRow): Extent {
  return { role: row.role, writes: row.writes, environments: numbersOf(row), expiresAt: row.expires_at };
}

/** @throws `insufficient_permission` if the key may do or see more than the actor, or lives longer */
export function rejectExcess(actor: Actor, key: Extent): void {
  const excess = excessOf(actor, key);
  if (excess === null) return;
  throw new DomainError(
    'insufficient_permission',
    `The key ${excess}; choose less, or ask someone with a higher role.`,
    {
      permission: 'api_key.manage',
    },
  );
}

function excessOf(actor: Actor, { role, writes, environments, expiresAt }: Extent): string | null {
  if (role !== null && exceeds(roleOf(role), roleOf(actor.role))) return `has the role ${role}`;
  // Whoever can lock models can also give keys that change locked ones.
  if (writes === 'model' && !actor.permits('model.push') && !actor.permits('environment.update'))
    return 'changes models that are locked';
  if (seesMore(environments, actor.environments)) return 'sees environments beyond your own';
  if (actor.expiresAt === null || (expiresAt !== null && expiresAt <= actor.expiresAt)) return null;
  return `does not expire by ${isoTime(actor.expiresAt)}, as your own does`;
}

function seesMore(environments: readonly number[] | null, own: readonly number[] | null): boolean {
  return own !== null && (environments === null || environments.some((number) => !own.includes(number)));
}

/** How a stored key writes content. What cannot be read counts as the lesser. */
export function writesOf({ writes }: Pick<ApiKeyRow, 'writes'>): KeyWrites {
  return writes === null ? 'direct' : (keyWrites.find((one) => one === writes) ?? 'proposal');
}

/** Numbers of the only environments of a stored key; null for all. */
export function numbersOf(row: ApiKeyRow): number[] | null {
  return row.environments === null ? null : (JSON.parse(row.environments) as number[]);
}
