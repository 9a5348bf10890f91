/**
 * The members of an account, as its members see and change them. Nobody can give a role above their own, or change a member who
 * has one. A change takes effect with the member's next request.
 */

import { fold } from '../../../../../contract/src/folded-text.ts';
import type { Role } from '../../../../../contract/src/permissions.ts';
import type { Database, Writer } from '../../../platform/database/database.ts';
import { checkVersion } from '../../../platform/errors/check-version.ts';
import { DomainError, invalid, notFound } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import { isoTime } from '../../../platform/kit/clock.ts';
import { Pace } from '../../../platform/kit/pace.ts';
import type { RowsWanted } from '../../../platform/kit/page-position.ts';
import { roleOf } from '../../actors/actors.ts';
import type { LastUses } from '../../actors/last-uses.ts';
import { permissionsOfPerson } from '../../actors/permissions.ts';
import {
  changeMember,
  currentRole,
  type EndSessions,
  endMembership,
  lockMember,
  type MemberAddress,
  requireNotAbove,
} from './membership.ts';
import type { Member, MemberChange } from './schema.ts';
import { countMembers, findMember, listMembers, type MemberRow, membersOfPage } from './store.ts';

const MANAGE = 'member.manage';
const SET_BREAK_GLASS = 'sso.manage';

interface MembersParts {
  readonly database: Database;
  readonly journal: Journal;
  /** When members were last seen. */
  readonly lastSeen: LastUses;
  readonly endSessions: EndSessions;
}

export class Members {
  readonly #parts: MembersParts;

  constructor(parts: MembersParts) {
    this.#parts = parts;
  }

  /** The matching members of the actor's account, for sorting. @throws `not_found` for another account */
  async list(
    actor: Actor,
    accountId: string,
    { q = '', role }: { q: string | undefined; role: Role | undefined },
  ): Promise<MemberRow[]> {
    requireOwnAccount(actor, accountId);
    const words = fold(q)
      .split(/\s+/)
      .filter((word) => word !== '');
    const found: MemberRow[] = [];
    const pace = new Pace();
    for (const row of await listMembers(this.#parts.database.reader, accountId)) {
      const isWanted = role === undefined || row.role === role;
      if (isWanted && words.every((word) => fold(`${row.name} ${row.email}`).includes(word)))
        found.push({ ...row, last_seen_at: this.#parts.lastSeen.latest(memberKey(row), row.last_seen_at) });
      await pace.restIfDue();
    }
    return found;
  }

  /** The members of the actor's account that a page in the order of their ids shows. @throws `not_found` for another account */
  async page(
    actor: Actor,
    accountId: string,
    { role, ...wanted }: RowsWanted & { role: Role | undefined },
  ): Promise<{ rows: Member[]; total: number }> {
    requireOwnAccount(actor, accountId);
    const { reader } = this.#parts.database;
    const rows = await membersOfPage(reader, { accountId, role }, wanted);
    return { rows: rows.map((row) => this.show(row)), total: await countMembers(reader, { accountId, role }) };
  }

  async get(actor: Actor, at: MemberAddress): Promise<Member> {
    requireOwnAccount(actor, at.accountId);
    const row = await findMember(this.#parts.database.reader, at.accountId, at.userId);
    if (row === undefined) throw notFound('member');
    return this.show(row);
  }

  /** @throws `insufficient_permission`, `version_conflict`, `conflict` for the last owner, `validation_failed` */
  async update(actor: Actor, at: MemberAddress, requested: MemberChange, expected?: number): Promise<Member> {
    requireOwnAccount(actor, at.accountId);
    return this.#parts.journal.write(actor, async (writer, change) => {
      const member = await lockMember(writer, at);
      const own = await this.#requireAbove(writer, actor, member);
      checkVersion(expected, member.version);
      const role = requested.role ?? roleOf(member.role);
      requireNotAbove(own, role, MANAGE);
      if (requested.break_glass !== undefined) requireMaySetBreakGlass(own, role, requested.break_glass);
      const breakGlass = requested.break_glass ?? member.break_glass === 1;
      return this.show(await changeMember(writer, change, member, { role, breakGlass }));
    });
  }

  /** Removes a member, also when somebody leaves by themselves. @throws as `update` */
  async remove(actor: Actor, at: MemberAddress, expected?: number): Promise<void> {
    requireOwnAccount(actor, at.accountId);
    await this.#parts.journal.write(actor, async (writer, change) => {
      const member = await lockMember(writer, at);
      if (actor.id !== at.userId) await this.#requireAbove(writer, actor, member);
      checkVersion(expected, member.version);
      await endMembership(writer, change, { member, endSessions: this.#parts.endSessions });
    });
  }

  /** @returns the actor's role */
  async #requireAbove(writer: Writer, actor: Actor, member: MemberRow): Promise<Role> {
    const own = await currentRole(writer, actor);
    if (!permissionsOfPerson(own).has(MANAGE)) throw insufficient(MANAGE);
    requireNotAbove(own, roleOf(member.role), MANAGE);
    return own;
  }

  /** A member as other members see them. */
  show(row: MemberRow): Member {
    return {
      user_id: row.user_id,
      account_id: row.account_id,
      email: row.email,
      name: row.name,
      role: row.role,
      break_glass: row.break_glass === 1,
      suspended: row.suspended_at !== null,
      joined_by: row.joined_by,
      last_seen_at: isoTime(this.#parts.lastSeen.latest(memberKey(row), row.last_seen_at)),
      created_at: isoTime(row.created_at),
      version: row.version,
    };
  }
}

/** The key under which a member's last use is collected. */
export function memberKey({ account_id, user_id }: Pick<MemberRow, 'account_id' | 'user_id'>): string {
  return `${account_id} ${user_id}`;
}

/** @throws `not_found`: to the actor, any other account does not exist, even one of their own */
export function requireOwnAccount(actor: Actor, accountId: string): void {
  if (actor.accountId !== accountId) throw notFound('account');
}

function requireMaySetBreakGlass(own: Role, role: Role, breakGlass: boolean): void {
  if (!permissionsOfPerson(own).has(SET_BREAK_GLASS)) throw insufficient(SET_BREAK_GLASS);
  if (breakGlass && role !== 'owner')
    throw invalid('break_glass', 'role', 'Only an owner can have break_glass; give it to an owner of the account.');
}

function insufficient(permission: string): DomainError {
  const message = `Your role lacks ${permission}; ask an owner or admin of the account for it.`;
  return new DomainError('insufficient_permission', message, { permission });
}
