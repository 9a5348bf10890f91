/** Builds the parts of SCIM from what identity passes in. */
import type { Database } from '../../platform/database/database.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import type { Clock } from '../../platform/kit/clock.ts';
import type { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import type { Throttle } from '../../platform/request-limits/throttle.ts';
import { LastUses } from '../actors/last-uses.ts';
import { lockCreator } from '../auth/credential-creator.ts';
import { ScimAuthentication } from '../keys/scim-tokens/scim-authentication.ts';
import { ScimTokens, saveScimTokenUse } from '../keys/scim-tokens/scim-tokens.ts';
import { ScimGroups } from './groups/scim-groups.ts';
import { ScimUsers } from './users/scim-users.ts';

interface ScimParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly throttle: Throttle;
  readonly outbox: Outbox;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
  /** Tells which plane a token of another plane belongs to. */
  readonly authentication: { planeOf(token: string): Promise<string> };
}

export interface Scim {
  readonly authentication: ScimAuthentication;
  readonly users: ScimUsers;
  readonly groups: ScimGroups;
  readonly tokens: ScimTokens;
  /** Background work: writes when tokens were used. */
  readonly tokenUses: LastUses;
  readonly database: Database;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
}

export function createScim(parts: ScimParts): Scim {
  const { database, journal, clock, throttle, outbox, address, authentication } = parts;
  const tokenUses = new LastUses({ database, clock, save: saveScimTokenUse });
  return {
    authentication: new ScimAuthentication({
      database,
      uses: tokenUses,
      planeOf: (token) => authentication.planeOf(token),
    }),
    users: new ScimUsers({ database, journal, throttle, outbox }),
    groups: new ScimGroups({ database, journal }),
    tokens: new ScimTokens({ database, journal, uses: tokenUses, lockCreator }),
    tokenUses,
    database,
    address,
  };
}
