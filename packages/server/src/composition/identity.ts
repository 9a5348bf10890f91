/**
 * People, their sessions and keys; identity learns which spaces an actor may see through the directory passed in here.
 */
import { createIdentity, type Identity } from '../identity/identity.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';
import type { SpaceParts } from './spaces.ts';

export function composeIdentity(
  { config, database, clock, secret, outbox, address }: Foundation,
  { journal }: JournalParts,
  { spaces, environments }: SpaceParts,
): Identity {
  return createIdentity({
    database,
    journal,
    clock,
    secret,
    signup: config.signup,
    outbox,
    address,
    spaces: {
      find: (actor, spaceId) => spaces.find(actor, spaceId),
      environments: (actor, spaceId) => environments.list(actor, spaceId),
    },
  });
}
