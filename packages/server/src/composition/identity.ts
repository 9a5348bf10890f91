/**
 * People, their sessions and keys. Identity is the lower room: the rules for which spaces an actor may see, and everything
 * else that its removals need, are passed in here.
 */
import { eraseDetailsOfAccount, eraseDetailsOfUser } from '../events/audit/erasure.ts';
import { createIdentity, type Identity } from '../identity/identity.ts';
import { type EndPayments, REMOVER } from '../identity/removal/account-removal.ts';
import { AddressRule } from '../platform/outgoing/address-rule.ts';
import { OutgoingFetch } from '../platform/outgoing/outgoing-fetch.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';
import type { SpaceParts } from './spaces.ts';

export function composeIdentity(
  { config, database, clock, secret, outbox, address, passwordCost }: Foundation,
  { journal, digests }: JournalParts,
  { spaces, environments }: SpaceParts,
  { providers, endPayments }: { readonly providers: OutgoingFetch; readonly endPayments: EndPayments },
): Identity {
  const erasure = { database, journal, digests };
  return createIdentity({
    database,
    journal,
    clock,
    secret,
    signup: config.signup,
    outbox,
    address,
    publicUrl: config.publicUrl,
    passwordCost,
    verifiesEmail: config.mail.kind === 'smtp',
    providers,
    studio: config.studio,
    endPayments,
    spaces: {
      find: (actor, spaceId) => spaces.find(actor, spaceId),
      environments: (actor, spaceId) => environments.names(actor, spaceId),
      list: (actor) => spaces.list(actor),
      delete: (actor, spaceId) => spaces.delete(actor, spaceId),
    },
    audit: {
      ofAccount: async (id, signal) => void (await eraseDetailsOfAccount(erasure, id, { by: REMOVER, signal })),
      ofUser: async (id, signal) => void (await eraseDetailsOfUser(erasure, id, { by: REMOVER, signal })),
    },
  });
}

/** The HTTP client for identity providers. */
export function composeProviders({ config, deadline }: Foundation): OutgoingFetch {
  return new OutgoingFetch({ rule: new AddressRule(config.ssoAllow, 'LECTERN_SSO_ALLOW'), deadline });
}
