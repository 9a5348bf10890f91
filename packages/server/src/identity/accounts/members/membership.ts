/**
 * Rules for every change of a membership, whoever makes it: a person, an identity provider, a background job. The account is
 * locked first, so that changes of its members run one after the other. An account always keeps an owner who is not about to be
 * deleted.
 */
import type { Role } from '../../../../../contract/src/permissions.ts';
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { DomainError, notFound } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Change } from '../../../platform/journal/change.ts';
import { roleOf } from '../../actors/actors.ts';
import { exceeds } from '../../actors/permissions.ts';
import { unauthenticated } from '../../actors/refusals.ts';
import { insertMembership, lockAccount } from '../store.ts';
import {
  countMembers,
  deleteMembership,
  findMember,
  findRole,
  hasOtherOwner,
  type MemberRow,
  updateMembership,
} from './store.ts';

export { findMember, hasOtherOwner, type MemberRow, saveLastSeen, setMemberVersion, setSuspended } from './store.ts';

/** Members of one account; concurrent additions may exceed it by a few. */
const MEMBERS_MAX = 10_000;

/** How people become members. */
export type JoinMethod = 'sign_up' | 'invitation' | 'sso' | 'scim';

/** A member of an account. */
export interface MemberAddress {
  readonly accountId: string;
  readonly userId: string;
}

/** Ends the sessions of a member in an account. */
export type EndSessions = (writer: Writer, accountId: string, userId: string) => Promise<unknown>;

/**
 * Makes a user a member inside an open write. An existing member keeps their role.
 * @throws `conflict` if the account has too many members
 */
export async function addMember(
  writer: Writer,
  change: Change,
  { accountId, userId, role, joinedBy }: MemberAddress & { role: Role; joinedBy: JoinMethod },
): Promise<void> {
  const isNew = await insertMembership(writer, {
    account_id: accountId,
    user_id: userId,
    role,
    break_glass: 0,
    joined_by: joinedBy,
    version: 1,
    last_seen_at: null,
    suspended_at: null,
    created_at: change.at,
  });
  if (!isNew) return;
  if ((await countMembers(writer, { accountId })) > MEMBERS_MAX)
    throw new DomainError('conflict', `An account has at most ${MEMBERS_MAX} members; remove one first.`);
  change.count(accountId, 'members', 1);
}

/** The member, with the account locked until the write ends. @throws `not_found` */
export async function lockMember(writer: Writer, { accountId, userId }: MemberAddress): Promise<MemberRow> {
  await lockAccount(writer, accountId);
  const member = await findMember(writer, accountId, userId);
  if (member === undefined) throw notFound('member');
  return member;
}

/**
 * Changes a locked member; writes nothing if nothing differs.
 * @throws `conflict` if the account would be left without an owner
 */
export async function changeMember(
  writer: Writer,
  change: Change,
  member: MemberRow,
  { role, breakGlass }: { role: Role; breakGlass: boolean },
): Promise<MemberRow> {
  const isKept = role === 'owner' && breakGlass;
  const next = { role, break_glass: isKept ? 1 : 0, version: member.version + 1 };
  if (next.role === member.role && next.break_glass === member.break_glass) return member;
  if (role !== 'owner') await requireOtherOwner(writer, member);
  await updateMembership(writer, member, next);
  const after = { ...member, ...next };
  change.record({
    action: 'member.update',
    target: { type: 'member', id: member.user_id },
    accountId: member.account_id,
    changes: { before: audited(member), after: audited(after) },
  });
  return after;
}

/**
 * Ends a locked member's membership and their sessions in the account. Content that they created there stays.
 * @throws `conflict` if the account would be left without an owner
 */
export async function endMembership(
  writer: Writer,
  change: Change,
  { member, endSessions }: { readonly member: MemberRow; readonly endSessions: EndSessions },
): Promise<void> {
  await requireOtherOwner(writer, member);
  await deleteMembership(writer, member);
  change.count(member.account_id, 'members', -1);
  await endSessions(writer, member.account_id, member.user_id);
  change.record({
    action: 'member.delete',
    target: { type: 'member', id: member.user_id },
    accountId: member.account_id,
    changes: { before: audited(member) },
  });
}

/** The role of whoever makes a change, read inside the write: it may have been lowered since the request was authenticated. */
export async function currentRole(db: Reader, actor: Actor): Promise<Role> {
  if (actor.type !== 'user') return roleOf(actor.role);
  const role = await findRole(db, actor.accountId, actor.id);
  if (role === undefined) throw unauthenticated();
  return roleOf(role);
}

/** @throws `insufficient_permission` if a role is above the actor's own */
export function requireNotAbove(own: Role, role: Role, permission: string): void {
  if (!exceeds(role, own)) return;
  throw new DomainError('insufficient_permission', `Only someone with the role ${role} may do this; ask one of them.`, {
    permission,
  });
}

/** @throws `conflict` if a member is the only owner who can act */
export async function requireOtherOwner(db: Reader, { account_id, user_id, role }: MemberRow): Promise<void> {
  if (role !== 'owner' || (await hasOtherOwner(db, account_id, user_id))) return;
  throw new DomainError('conflict', 'An account keeps at least one owner; make somebody else an owner first.');
}

function audited({ role, break_glass }: MemberRow): object {
  return { role, break_glass: break_glass === 1 };
}
