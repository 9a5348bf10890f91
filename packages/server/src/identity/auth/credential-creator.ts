/**
 * The person or key that creates a credential that acts on its own: an API key, or a token of an identity provider. Invariant:
 * whatever ends the credentials of a person either sees the new credential, or runs first, and then none is created.
 */
import type { Writer } from '../../platform/database/database.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import { sessionOf } from '../actors/actors.ts';
import { unauthenticated } from '../actors/refusals.ts';
import { lockKey } from '../keys/api-keys.ts';
import { findSessionInUse, lockPerson } from './sessions/store.ts';

/**
 * Locks the session or key that creates one until the write ends.
 * @throws `unauthenticated` if it has ended since the request began
 */
export async function lockCreator(writer: Writer, actor: Actor): Promise<void> {
  if (actor.type === 'system') return;
  if ((await creatorInUse(writer, actor)) === undefined) throw unauthenticated();
}

async function creatorInUse(writer: Writer, actor: Actor): Promise<object | undefined> {
  if (actor.type === 'key') return lockKey(writer, actor.spaceId ?? '', actor.id);
  await lockPerson(writer, actor.id);
  return findSessionInUse(writer, sessionOf(actor) ?? '');
}
