/** The actor of an import: the key or person that requested it, with their current permissions. */
import { type Authentication, initiatorOf } from '../../../identity/auth/authentication.ts';
import type { Reader } from '../../../platform/database/database.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { ImportRow } from '../tables.ts';

/** Looks up an actor's current permissions. */
export type ActorLookup = Pick<Authentication, 'asNow'>;

/** The key or person that requested an import is no longer allowed to continue it; the message says why. */
export class StoppedError extends Error {
  constructor(reason: string) {
    super(`The import was stopped: ${reason} What was already imported stays.`);
    this.name = 'StoppedError';
  }
}

/** The columns that store an import's actor in its row. */
export function actorColumns(actor: Actor) {
  return {
    actor_type: actor.type,
    actor_id: actor.id,
    actor_name: actor.name,
    actor_role: actor.role,
    actor_environments: actor.environments === null ? null : JSON.stringify(actor.environments),
    actor_session: initiatorOf(actor).sessionId,
  };
}

/** The actor in a row, with current permissions. @throws StoppedError */
export async function actorNow(db: Reader, actorLookup: ActorLookup, row: ImportRow): Promise<Actor> {
  const { actor_type, actor_id: id, actor_session: sessionId, account_id: accountId } = row;
  const type = actor_type as Actor['type'];
  try {
    const actor = await actorLookup.asNow(db, { type, id, accountId, sessionId, origin: null });
    requirePermission(actor, 'content.import');
    return actor;
  } catch (error) {
    if (!(error instanceof DomainError) || error.code === 'unavailable') throw error;
    const isGone = error.code === 'unauthenticated';
    throw new StoppedError(isGone ? 'the key or the session that started it is no longer valid.' : error.message);
  }
}

/** @throws `insufficient_permission` */
export function requirePermission(actor: Actor, permission: string): void {
  if (actor.permits(permission)) return;
  const message = `This needs ${permission}, which the role of the import lacks; change it by hand, or import with a higher role.`;
  throw new DomainError('insufficient_permission', message, { permission });
}
