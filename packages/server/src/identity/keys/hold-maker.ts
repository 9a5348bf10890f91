/** What whoever makes a credential that acts without them has to be: still let in when the write is made. */
import type { Writer } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/journal/actor.ts';

/**
 * Holds the session or key that makes a credential until the write ends.
 * @throws `unauthenticated` if it has ended since the request began
 */
export type HoldMaker = (writer: Writer, actor: Actor) => Promise<void>;
