/** A space as the running service holds it, and who may see it. What an actor may not see does not exist for it. */
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';

export interface Space {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** Code of the default locale. */
  readonly defaultLocale: string;
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Whether the space exists for the actor. */
export function seesSpace(actor: Actor, space: { readonly id: string; readonly accountId: string }): boolean {
  return space.accountId === actor.accountId && (actor.spaceId === null || actor.spaceId === space.id);
}

/** Whether the environment with that number exists for an actor that sees its space. */
export function seesEnvironment(actor: Actor, number: number): boolean {
  return actor.environments === null || actor.environments.includes(number);
}

/**
 * Refuses an actor limited to some environments: it only reads what belongs to the whole space.
 * @throws `insufficient_permission`
 */
export function requireWholeSpace(actor: Actor, permission: string): void {
  if (actor.environments === null) return;
  const message =
    'The key is limited to some environments and only reads what belongs to the space; use a key without that limit.';
  throw new DomainError('insufficient_permission', message, { permission });
}
