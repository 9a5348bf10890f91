/**
 * The tokens of identity providers. A token acts only in its account and on `/scim/v2`. It is shown once, in the response that
 * creates it. Only owners see and create them, because a provider adds and removes members.
 */
import type { Database } from '../../../platform/database/database.ts';
import { checkVersion } from '../../../platform/errors/check-version.ts';
import { DomainError, notFound } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { newToken, tokenHash } from '../../../platform/kit/token.ts';
import { lockAccount } from '../../accounts/accounts.ts';
import { requireOwnAccount } from '../../accounts/members/members.ts';
import type { LastUses } from '../../actors/last-uses.ts';
import { lastFourOf, SCIM_PREFIX } from '../../actors/token-kinds.ts';
import type { LockCreator } from '../lock-creator.ts';
import type { ScimTokenRow } from '../tables.ts';
import type { NewScimToken, ScimToken, ScimTokenWithToken } from './schema.ts';
import { deleteScimToken, findScimToken, insertScimToken, listScimTokens, lockScimToken } from './store.ts';

export { saveScimTokenUse } from './store.ts';

/** Enough for two providers, with two tokens each while one replaces the other. */
const TOKENS_MAX = 10;

interface ScimTokensParts {
  readonly database: Database;
  readonly journal: Journal;
  /** When tokens were last used. */
  readonly uses: LastUses;
  readonly lockCreator: LockCreator;
}

export class ScimTokens {
  readonly #parts: ScimTokensParts;

  constructor(parts: ScimTokensParts) {
    this.#parts = parts;
  }

  async list(actor: Actor, accountId: string): Promise<ScimToken[]> {
    requireOwnAccount(actor, accountId);
    const rows = await listScimTokens(this.#parts.database.reader, accountId);
    return rows.map((row) => this.#show(row));
  }

  async get(actor: Actor, accountId: string, id: string): Promise<ScimToken> {
    requireOwnAccount(actor, accountId);
    const row = await findScimToken(this.#parts.database.reader, accountId, id);
    if (row === undefined) throw notFound('scim_token');
    return this.#show(row);
  }

  /** Creates a token, which is only shown in this response. @throws `conflict` if the account has too many */
  async create(actor: Actor, accountId: string, { name }: NewScimToken): Promise<ScimTokenWithToken> {
    requireOwnAccount(actor, accountId);
    return this.#parts.journal.write(actor, async (writer, change) => {
      await lockAccount(writer, accountId);
      await this.#parts.lockCreator(writer, actor);
      if ((await listScimTokens(writer, accountId)).length >= TOKENS_MAX)
        throw new DomainError('conflict', `An account has at most ${TOKENS_MAX} SCIM tokens; delete one first.`);
      const token = newToken(SCIM_PREFIX);
      const row: ScimTokenRow = {
        id: newId('sct', change.at),
        account_id: accountId,
        name,
        token_hash: tokenHash(token),
        last_four: lastFourOf(token),
        last_used_at: null,
        version: 1,
        created_at: change.at,
        created_by: actor.id,
      };
      await insertScimToken(writer, row);
      const shown = this.#show(row);
      change.record({
        action: 'scim_token.create',
        target: { type: 'scim_token', id: row.id },
        changes: { after: shown },
      });
      return { ...shown, token };
    });
  }

  /** Revokes the token at once. */
  async delete(actor: Actor, { accountId, id }: { accountId: string; id: string }, expected?: number): Promise<void> {
    requireOwnAccount(actor, accountId);
    await this.#parts.journal.write(actor, async (writer, change) => {
      const row = await lockScimToken(writer, accountId, id);
      if (row === undefined) throw notFound('scim_token');
      checkVersion(expected, row.version);
      await deleteScimToken(writer, id);
      change.record({
        action: 'scim_token.delete',
        target: { type: 'scim_token', id },
        changes: { before: this.#show(row) },
      });
    });
  }

  #show(row: ScimTokenRow): ScimToken {
    return {
      id: row.id,
      account_id: row.account_id,
      name: row.name,
      prefix: SCIM_PREFIX,
      last_four: row.last_four,
      last_used_at: isoTime(this.#parts.uses.latest(row.id, row.last_used_at)),
      created_at: isoTime(row.created_at),
      created_by: row.created_by,
      version: row.version,
    };
  }
}
