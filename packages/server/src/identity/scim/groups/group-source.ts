/** The groups of an account as SCIM resources, for searches and for reading one. */
import type { Reader } from '../../../platform/database/database.ts';
import type { Complex } from '../protocol/attribute.ts';
import { groupType } from '../protocol/group-type.ts';
import type { ResourceSource } from '../search.ts';
import { groupResource } from './group-resource.ts';
import { countGroups, type GroupMember, groupIds, groupsWithIds, membersOf } from './store.ts';

/** Groups whose members are read together; each may have thousands. */
const GROUPS_AT_ONCE = 10;

export class GroupSource implements ResourceSource {
  readonly type = groupType;
  readonly #db: Reader;
  readonly #accountId: string;
  readonly #serviceUrl: string;

  constructor({ db, accountId, serviceUrl }: { db: Reader; accountId: string; serviceUrl: string }) {
    this.#db = db;
    this.#accountId = accountId;
    this.#serviceUrl = serviceUrl;
  }

  count(): Promise<number> {
    return countGroups(this.#db, this.#accountId);
  }

  async idsAt(skip: number, limit: number): Promise<string[]> {
    return groupIds(this.#db, this.#accountId, { skip, limit });
  }

  async *scan(needed: ReadonlySet<string>, texts: ReadonlyMap<string, string>): AsyncIterable<Complex> {
    const wanted = texts.get('id');
    const withMembers = needed.has('members');
    if (wanted !== undefined) return yield* await this.#resources([wanted], withMembers);
    for (let after: string | undefined = ''; after !== undefined; ) {
      const ids: string[] = await groupIds(this.#db, this.#accountId, { after, limit: GROUPS_AT_ONCE });
      yield* await this.#resources(ids, withMembers);
      after = ids.at(-1);
    }
  }

  async load(ids: readonly string[], shows: (name: string) => boolean): Promise<Complex[]> {
    return this.#resources(ids, shows('members'));
  }

  async #resources(ids: readonly string[], withMembers: boolean): Promise<Complex[]> {
    const rows = await groupsWithIds(this.#db, this.#accountId, ids);
    const members = withMembers ? await membersOf(this.#db, ids) : [];
    const byGroup = Map.groupBy(members, (member: GroupMember) => member.group_id);
    return rows.map((row) => groupResource(row, byGroup.get(row.id) ?? [], this.#serviceUrl));
  }
}
