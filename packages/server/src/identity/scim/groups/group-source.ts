/** The groups of an account as SCIM resources, for searches and for reading one. */
import type { Reader } from '../../../platform/database/database.ts';
import type { ScimGroupRow } from '../../../platform/database/tables.ts';
import type { Complex } from '../protocol/attribute.ts';
import { groupType } from '../protocol/group-type.ts';
import type { ResourceSource } from '../search.ts';
import { groupResource } from './group-resource.ts';
import { countGroups, type GroupMember, listGroups, membersOf } from './store.ts';

/** Groups whose members are read together; each has up to thousands. */
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
    return (await listGroups(this.#db, this.#accountId)).slice(skip, skip + limit).map(({ id }) => id);
  }

  async *scan(needed: ReadonlySet<string>, texts: ReadonlyMap<string, string>): AsyncIterable<Complex> {
    const wanted = texts.get('id');
    const rows = (await listGroups(this.#db, this.#accountId)).filter(
      ({ id }) => wanted === undefined || id === wanted,
    );
    for (let first = 0; first < rows.length; first += GROUPS_AT_ONCE)
      yield* await this.#resources(rows.slice(first, first + GROUPS_AT_ONCE), needed.has('members'));
  }

  async load(ids: readonly string[], shows: (name: string) => boolean): Promise<Complex[]> {
    const wanted = new Set(ids);
    const rows = (await listGroups(this.#db, this.#accountId)).filter(({ id }) => wanted.has(id));
    return this.#resources(rows, shows('members'));
  }

  async #resources(rows: readonly ScimGroupRow[], withMembers: boolean): Promise<Complex[]> {
    const ids = rows.map(({ id }) => id);
    const members = withMembers ? await membersOf(this.#db, ids) : [];
    const byGroup = Map.groupBy(members, (member: GroupMember) => member.group_id);
    return rows.map((row) => groupResource(row, byGroup.get(row.id) ?? [], this.#serviceUrl));
  }
}
