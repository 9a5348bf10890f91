/**
 * Whoever makes a credential that acts without them: a key, or a token of an identity provider. Invariant: what ends the
 * credentials of its maker either finds what they made, or comes first, and then nothing is made.
 */
import type { Writer } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { sessionOf } from '../actors/actors.ts';
import { unauthenticated } from '../actors/refusals.ts';
import { lockKey } from '../keys/api-keys.ts';
import { findSessionInUse, lockPerson } from './sessions/store.ts';

/**
 * Holds the session or key that makes one until the write ends.
 * @throws `unauthenticated` if it has ended since the request began
 */
export async function holdMaker(writer: Writer, actor: Actor): Promise<void> {
  if (actor.type === 'system') return;
  if ((await stands(writer, actor)) === undefined) throw unauthenticated();
}

async function stands(writer: Writer, actor: Actor): Promise<object | undefined> {
  if (actor.type === 'key') return lockKey(writer, actor.spaceId ?? '', actor.id);
  await lockPerson(writer, actor.id);
  return findSessionInUse(writer, sessionOf(actor) ?? '');
}
