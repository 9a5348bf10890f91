/**
 * The guard of the SCIM plane: turns the token of a request into its actor. A valid token of another plane gets `wrong_plane`, as
 * on the other planes; an invalid one gets the same error everywhere.
 */
import type { Database } from '../../../platform/database/database.ts';
import { DomainError } from '../../../platform/errors/domain-error.ts';
import type { RequestOrigin } from '../../../platform/journal/actor.ts';
import { isToken, tokenHash } from '../../../platform/kit/token.ts';
import type { Caller } from '../../actors/actors.ts';
import type { LastUses } from '../../actors/last-uses.ts';
import { accountSuspended, unauthenticated } from '../../actors/refusals.ts';
import { SCIM_PREFIX, shownToken } from '../../actors/token-kinds.ts';
import { findScimTokenInUse, type ScimTokenInUse } from './store.ts';

interface ScimAuthenticationParts {
  readonly database: Database;
  readonly uses: LastUses;
  /** The plane of a token that is not a SCIM token. @throws `unauthenticated` if it is not valid there */
  readonly planeOf: (token: string) => Promise<string>;
}

export class ScimAuthentication {
  readonly #parts: ScimAuthenticationParts;

  constructor(parts: ScimAuthenticationParts) {
    this.#parts = parts;
  }

  /** @throws `unauthenticated`, `wrong_plane`, `account_suspended` */
  async actor(token: string, origin: RequestOrigin): Promise<Caller> {
    if (!token.startsWith(SCIM_PREFIX)) throw wrongPlane(await this.#parts.planeOf(token));
    const found = await goodScimToken(this.#parts.database, token);
    if (found.account_suspended_at !== null) throw accountSuspended();
    this.#parts.uses.note(found.id, found.last_used_at);
    return {
      type: 'key',
      id: found.id,
      name: `SCIM: ${found.name}`,
      accountId: found.account_id,
      spaceId: null,
      environments: null,
      role: 'admin',
      expiresAt: null,
      permits: () => false,
      origin,
      plan: found.plan,
      caller: {
        account: found.account_id,
        space: null,
        keyId: null,
        key: shownToken(SCIM_PREFIX, found.last_four),
        user: null,
      },
    };
  }
}

/** The token, if it exists. @throws `unauthenticated` */
export async function goodScimToken(database: Database, token: string): Promise<ScimTokenInUse> {
  const found = isToken(token, SCIM_PREFIX) ? await findScimTokenInUse(database.reader, tokenHash(token)) : undefined;
  if (found === undefined) throw unauthenticated();
  return found;
}

function wrongPlane(presented: string): DomainError {
  const message = `The token belongs to the ${presented} plane; use a SCIM token of the account here.`;
  return new DomainError('wrong_plane', message, { presented, required: 'scim' });
}
