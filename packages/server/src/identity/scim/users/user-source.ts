/** The members of an account as SCIM users, for searches and for reading one. */
import type { Reader } from '../../../platform/database/database.ts';
import { type GroupOfUser, groupsOfUsers } from '../groups/store.ts';
import type { Complex } from '../protocol/attribute.ts';
import { userType } from '../protocol/user-type.ts';
import type { ResourceSource } from '../search.ts';
import { countUsers, type ScimUserRow, type UserKeys, userIdsAt, usersAfter, usersWithIds } from './store.ts';
import { userResource } from './user-resource.ts';

const ROWS_AT_ONCE = 100;

export class UserSource implements ResourceSource {
  readonly type = userType;
  readonly #db: Reader;
  readonly #accountId: string;
  readonly #serviceUrl: string;

  constructor({ db, accountId, serviceUrl }: { db: Reader; accountId: string; serviceUrl: string }) {
    this.#db = db;
    this.#accountId = accountId;
    this.#serviceUrl = serviceUrl;
  }

  count(): Promise<number> {
    return countUsers(this.#db, this.#accountId);
  }

  idsAt(skip: number, limit: number): Promise<string[]> {
    return userIdsAt(this.#db, this.#accountId, { skip, limit });
  }

  async *scan(needed: ReadonlySet<string>, texts: ReadonlyMap<string, string>): AsyncIterable<Complex> {
    const keys = keysIn(texts);
    let after = '';
    for (;;) {
      const rows = await usersAfter(this.#db, this.#accountId, { after, limit: ROWS_AT_ONCE, keys });
      yield* await this.#resources(rows, needed.has('groups'));
      if (rows.length < ROWS_AT_ONCE) return;
      after = rows.at(-1)?.user_id ?? '';
    }
  }

  async load(ids: readonly string[], shows: (name: string) => boolean): Promise<Complex[]> {
    return this.#resources(await usersWithIds(this.#db, this.#accountId, ids), shows('groups'));
  }

  async #resources(rows: readonly ScimUserRow[], withGroups: boolean): Promise<Complex[]> {
    const ids = rows.map((row) => row.user_id);
    const groups = withGroups ? await groupsOfUsers(this.#db, this.#accountId, ids) : [];
    const byUser = Map.groupBy(groups, (group: GroupOfUser) => group.user_id);
    return rows.map((row) => userResource(row, byUser.get(row.user_id) ?? [], this.#serviceUrl));
  }
}

function keysIn(texts: ReadonlyMap<string, string>): UserKeys {
  const [id, userName, externalId] = ['id', 'userName', 'externalId'].map((name) => texts.get(name));
  return {
    ...(id === undefined ? {} : { id }),
    ...(userName === undefined ? {} : { emailFolded: userName.toLowerCase() }),
    ...(externalId === undefined ? {} : { externalId }),
  };
}
