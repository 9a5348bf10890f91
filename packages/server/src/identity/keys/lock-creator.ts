/** The check of whoever creates a credential that acts on its own: they must still have access when the write runs. */
import type { Writer } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/journal/actor.ts';

/**
 * Locks the session or key that creates a credential until the write ends.
 * @throws `unauthenticated` if it has ended since the request began
 */
export type LockCreator = (writer: Writer, actor: Actor) => Promise<void>;
