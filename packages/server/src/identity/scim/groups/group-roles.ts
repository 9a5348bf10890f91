/**
 * The roles that groups give. A member has the highest role of their groups; one whose groups no longer give any gets the default
 * role. Owners stay owners, and a role that was set by hand stays until the member's groups give another.
 */

import type { Role } from '../../../../../contract/src/permissions.ts';
import type { Writer } from '../../../platform/database/database.ts';
import type { Change } from '../../../platform/journal/change.ts';
import { Pace } from '../../../platform/kit/pace.ts';
import { changeMember, findMember } from '../../accounts/members/membership.ts';
import { roleOf } from '../../actors/actors.ts';
import { exceeds } from '../../actors/permissions.ts';
import { findConnection } from '../../sso/connections.ts';
import { groupsOfUsers } from './store.ts';

const DEFAULT_ROLE = 'viewer';

interface Affected {
  readonly writer: Writer;
  readonly change: Change;
  readonly accountId: string;
  /** Members whose groups the work may change. */
  readonly userIds: readonly string[];
}

/** Runs work that changes groups, in a `long` write, then gives the affected members the roles that follow, each with a record. */
export async function withRoles(affected: Affected, work: () => Promise<void>): Promise<void> {
  const { writer, accountId, userIds } = affected;
  const before = await rolesByGroups(writer, accountId, userIds);
  await work();
  const after = await rolesByGroups(writer, accountId, userIds);
  const changed = userIds.filter((id) => before.get(id) !== after.get(id));
  if (changed.length === 0) return;
  const otherwise = await defaultRole(writer, accountId);
  const pace = new Pace();
  for (const id of changed) {
    await giveRole(affected, id, after.get(id) ?? otherwise);
    await pace.restIfDue();
  }
}

/** The role of members who get none from a group: the default role of single sign-on, if the account has set it up. */
export async function defaultRole(writer: Writer, accountId: string): Promise<Role> {
  return roleOf((await findConnection(writer, accountId))?.default_role ?? DEFAULT_ROLE);
}

async function giveRole({ writer, change, accountId }: Affected, userId: string, role: Role): Promise<void> {
  const member = await findMember(writer, accountId, userId);
  if (member === undefined || member.role === 'owner') return;
  await changeMember(writer, change, member, { role, breakGlass: false });
  change.endPart();
}

/** The highest role that each user's groups give; users whose groups give none are missing. */
async function rolesByGroups(
  writer: Writer,
  accountId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Role>> {
  const roles = new Map<string, Role>();
  for (const { user_id, role } of await groupsOfUsers(writer, accountId, userIds)) {
    if (role === null) continue;
    const known = roles.get(user_id);
    if (known === undefined || exceeds(roleOf(role), known)) roles.set(user_id, roleOf(role));
  }
  return roles;
}
