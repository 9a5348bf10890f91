/** A space as the running service represents it, and who may see it. For other actors, the space is `not_found`. */
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Environment } from './environment.ts';

export interface Space {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** Code of the default locale. */
  readonly defaultLocale: string;
  /** Whether uploaded images are kept without their metadata. */
  readonly stripsMetadata: boolean;
  /** Whether AI helpers may be used on its content. */
  readonly ai: 'on' | 'off';
  readonly version: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Whether the actor may see the space. */
export function seesSpace(actor: Actor, space: { readonly id: string; readonly accountId: string }): boolean {
  return space.accountId === actor.accountId && (actor.spaceId === null || actor.spaceId === space.id);
}

/**
 * Whether an actor bound to some environments and aliases may see an environment: it is bound to the environment itself, or to an
 * alias that points to it now.
 * @param bound their numbers; null for all
 */
export function seesEnvironment(
  bound: readonly number[] | null,
  { number, aliases }: Pick<Environment, 'number' | 'aliases'>,
): boolean {
  return bound === null || bound.includes(number) || aliases.some((alias) => bound.includes(alias.number));
}

/**
 * Rejects an actor limited to some environments; such an actor may only read what belongs to the whole space.
 * @throws `insufficient_permission`
 */
export function requireWholeSpace(actor: Actor, permission: string): void {
  if (actor.environments === null) return;
  const message =
    'Use a key without that limit; a key limited to some environments only reads what belongs to the space.';
  throw new DomainError('insufficient_permission', message, { permission });
}
