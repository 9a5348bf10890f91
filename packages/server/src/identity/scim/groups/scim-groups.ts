/**
 * SCIM groups: the identity provider creates, fills and deletes them; an owner of the account gives them roles. Either kind of
 * change updates the roles of members in the same write.
 */
import type { Database, Writer } from '../../../platform/database/database.ts';
import { checkVersion } from '../../../platform/errors/check-version.ts';
import { notFound } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Change } from '../../../platform/journal/change.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { lockAccount } from '../../accounts/accounts.ts';
import { requireOwnAccount } from '../../accounts/members/members.ts';
import { checkTag } from '../precondition.ts';
import { type Complex, isComplex } from '../protocol/attribute.ts';
import { groupType } from '../protocol/group-type.ts';
import { type Operation, patched } from '../protocol/patch.ts';
import { badRequest } from '../protocol/scim-error.ts';
import type { ScimGroupRow } from '../tables.ts';
import { groupTag, writableOf } from './group-resource.ts';
import { withRoles } from './group-roles.ts';
import type { ScimGroup, ScimGroupChange } from './schema.ts';
import {
  countGroups,
  countMembers,
  deleteGroup,
  deleteGroupMembers,
  findGroup,
  groupsWithIds,
  insertGroup,
  insertGroupMembers,
  type ListedGroup,
  listedGroups,
  membersAmong,
  membersOf,
  updateGroup,
} from './store.ts';

const GROUPS_MAX = 5_000;
const NAME_LENGTH_MAX = 1_024;

/** A group and the version that the client read. */
export interface GroupAddress {
  readonly id: string;
  readonly ifMatch: string | undefined;
}

export class ScimGroups {
  readonly #database: Database;
  readonly #journal: Journal;

  constructor({ database, journal }: { database: Database; journal: Journal }) {
    this.#database = database;
    this.#journal = journal;
  }

  /** Creates a group without a role. @returns its id */
  async create(actor: Actor, resource: Complex): Promise<string> {
    return this.#write(actor, async (writer, change) => {
      const { accountId } = actor;
      if ((await countGroups(writer, accountId)) >= GROUPS_MAX)
        throw badRequest('tooMany', `An account has at most ${GROUPS_MAX} groups; delete some first.`);
      const members = memberIds(resource);
      await requireMembers(writer, accountId, members);
      const row: ScimGroupRow = {
        id: newId('scg', change.at),
        account_id: accountId,
        ...namesOf(resource),
        role: null,
        version: 1,
        created_at: change.at,
        updated_at: change.at,
      };
      await insertGroup(writer, row);
      await insertGroupMembers(writer, row, members);
      change.record({
        action: 'scim_group.create',
        target: { type: 'scim_group', id: row.id },
        changes: { after: { display_name: row.display_name, members: members.length } },
      });
      return row.id;
    });
  }

  async replace(actor: Actor, at: GroupAddress, resource: Complex): Promise<void> {
    await this.#change(actor, at, async () => resource);
  }

  async patch(actor: Actor, at: GroupAddress, operations: readonly Operation[]): Promise<void> {
    await this.#change(actor, at, (current) => patched(groupType, current, operations));
  }

  async delete(actor: Actor, { id, ifMatch }: GroupAddress): Promise<void> {
    await this.#write(actor, async (writer, change) => {
      const row = await existing(writer, actor.accountId, id);
      checkTag(ifMatch, groupTag(row));
      const userIds = await idsIn(writer, id);
      await withRoles({ writer, change, accountId: actor.accountId, userIds }, () => deleteGroup(writer, id));
      change.record({
        action: 'scim_group.delete',
        target: { type: 'scim_group', id },
        changes: { before: { display_name: row.display_name, role: row.role, members: userIds.length } },
      });
    });
  }

  /** The groups of the account, for its owners, for sorting. @param withMembers whether members are counted */
  async list(
    actor: Actor,
    accountId: string,
    withMembers: boolean,
  ): Promise<readonly (ListedGroup & { readonly members: number })[]> {
    requireOwnAccount(actor, accountId);
    const rows = await listedGroups(this.#database.reader, accountId);
    const counts = withMembers ? await countMembers(this.#database.reader, accountId) : new Map<string, number>();
    return rows.map((row) => ({ ...row, members: counts.get(row.id) ?? 0 }));
  }

  /** Groups by id, among those that `list` returns. */
  async read(accountId: string, ids: readonly string[]): Promise<Map<string, ScimGroup>> {
    const rows = await groupsWithIds(this.#database.reader, accountId, ids);
    const counts = await countMembers(this.#database.reader, accountId, ids);
    return new Map(rows.map((row) => [row.id, shown(row, counts.get(row.id) ?? 0)]));
  }

  async get(actor: Actor, accountId: string, id: string): Promise<ScimGroup> {
    requireOwnAccount(actor, accountId);
    const group = (await this.read(accountId, [id])).get(id);
    if (group === undefined) throw notFound('scim_group');
    return group;
  }

  /** Sets the role that a group gives its members, or none. @throws `version_conflict` */
  async setRole(
    actor: Actor,
    { accountId, id }: { accountId: string; id: string },
    { role }: ScimGroupChange,
    expected?: number,
  ): Promise<ScimGroup> {
    requireOwnAccount(actor, accountId);
    return this.#write(actor, async (writer, change) => {
      const row = await existing(writer, accountId, id);
      checkVersion(expected, row.version);
      const userIds = await idsIn(writer, id);
      if (role === row.role) return shown(row, userIds.length);
      const values = { role, version: row.version + 1, updated_at: change.at };
      await withRoles({ writer, change, accountId, userIds }, () => updateGroup(writer, id, values));
      change.record({
        action: 'scim_group.update',
        target: { type: 'scim_group', id },
        changes: { before: { role: row.role }, after: { role } },
      });
      return shown({ ...row, ...values }, userIds.length);
    });
  }

  async #change(
    actor: Actor,
    { id, ifMatch }: GroupAddress,
    next: (current: Complex) => Promise<Complex>,
  ): Promise<void> {
    await this.#write(actor, async (writer, change) => {
      const row = await existing(writer, actor.accountId, id);
      checkTag(ifMatch, groupTag(row));
      const before = await idsIn(writer, id);
      const resource = await next(writableOf(row, before));
      const after = memberIds(resource);
      const [added, removed] = [missingIn(after, before), missingIn(before, after)];
      await requireMembers(writer, actor.accountId, added);
      const names = namesOf(resource);
      const isRenamed = names.display_name !== row.display_name || names.external_id !== row.external_id;
      if (!isRenamed && added.length === 0 && removed.length === 0) return;
      await withRoles({ writer, change, accountId: actor.accountId, userIds: [...added, ...removed] }, async () => {
        await deleteGroupMembers(writer, id, removed);
        await insertGroupMembers(writer, row, added);
        await updateGroup(writer, id, { ...names, version: row.version + 1, updated_at: change.at });
      });
      change.record({
        action: 'scim_group.update',
        target: { type: 'scim_group', id },
        changes: {
          before: { display_name: row.display_name, members: before.length },
          after: { display_name: names.display_name, members: after.length },
        },
      });
    });
  }

  /** A long write: a group may have thousands of members, whose roles change with it. */
  #write<T>(actor: Actor, work: (writer: Writer, change: Change) => Promise<T>): Promise<T> {
    return this.#journal.write(
      actor,
      async (writer, change) => {
        await lockAccount(writer, actor.accountId);
        return work(writer, change);
      },
      { long: true },
    );
  }
}

async function existing(writer: Writer, accountId: string, id: string): Promise<ScimGroupRow> {
  const row = await findGroup(writer, accountId, id);
  if (row === undefined) throw notFound('scim_group');
  return row;
}

async function idsIn(writer: Writer, groupId: string): Promise<string[]> {
  return (await membersOf(writer, [groupId])).map((member) => member.user_id);
}

/** @throws `invalidValue` if one of the users is not a member of the account */
async function requireMembers(writer: Writer, accountId: string, userIds: readonly string[]): Promise<void> {
  const known = await membersAmong(writer, accountId, userIds);
  const missing = userIds.find((id) => !known.has(id));
  if (missing === undefined) return;
  throw badRequest('invalidValue', `There is no user "${missing.slice(0, 100)}" in the account; add the user first.`);
}

function namesOf({ displayName, externalId }: Complex): Pick<ScimGroupRow, 'display_name' | 'external_id'> {
  const name = String(displayName);
  if (name.length > NAME_LENGTH_MAX)
    throw badRequest('invalidValue', `"displayName" has to be at most ${NAME_LENGTH_MAX} characters long.`);
  return { display_name: name, external_id: externalId === undefined ? null : String(externalId) };
}

/** @throws `invalidValue` if the group contains a group */
function memberIds({ members = [] }: Complex): string[] {
  const ids = new Set<string>();
  for (const member of members as readonly unknown[]) {
    const { value, type } = isComplex(member) ? member : {};
    if (type !== undefined && String(type).toLowerCase() !== 'user')
      throw badRequest('invalidValue', 'Groups in groups are not supported; send the users in "members".');
    ids.add(String(value));
  }
  return [...ids];
}

function missingIn(ids: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return ids.filter((id) => !known.has(id));
}

function shown(row: ScimGroupRow, members: number): ScimGroup {
  return {
    id: row.id,
    account_id: row.account_id,
    name: row.display_name,
    external_id: row.external_id,
    role: row.role,
    members,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    version: row.version,
  };
}
