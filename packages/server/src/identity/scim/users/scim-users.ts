/**
 * SCIM users: every member of the account is one. Creating a SCIM user creates a membership, deleting it ends the membership but
 * not the person; `active: false` suspends the membership until it is `true` again. The account always keeps an owner.
 */
import type { Database, Writer } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/errors/domain-error.ts';
import type { Actor } from '../../../platform/journal/actor.ts';
import type { Change } from '../../../platform/journal/change.ts';
import type { Journal } from '../../../platform/journal/journal.ts';
import type { Outbox } from '../../../platform/outgoing/mail/outbox.ts';
import { scimAttempt } from '../../../platform/request-limits/limits.ts';
import type { Throttle } from '../../../platform/request-limits/throttle.ts';
import { rejectWhileBlocked } from '../../../platform/request-limits/too-many-attempts.ts';
import { lockAccount } from '../../accounts/accounts.ts';
import {
  addMember,
  endMembership,
  requireOtherOwner,
  setMemberVersion,
  setSuspended,
} from '../../accounts/members/membership.ts';
import { deleteSessionsIn } from '../../auth/sessions/sessions.ts';
import type { UserRow } from '../../auth/tables.ts';
import { findUserByEmail, lockUser } from '../../auth/users/users.ts';
import { defaultRole } from '../groups/group-roles.ts';
import { checkTag } from '../precondition.ts';
import type { Complex } from '../protocol/attribute.ts';
import { type Operation, patched } from '../protocol/patch.ts';
import { badRequest, ScimError } from '../protocol/scim-error.ts';
import { userType } from '../protocol/user-type.ts';
import { addressTaken, changePerson, emailOf, makePerson, mayAdd, takeOver } from './person.ts';
import { type ScimUserRow, saveScimMember, usersWithIds } from './store.ts';
import { storedOf, userTag, writableOf } from './user-resource.ts';

const ATTRIBUTES_BYTES_MAX = 32_768;
const SCOPE = 'scim';

interface ScimUsersParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly throttle: Throttle;
  readonly outbox: Outbox;
}

/** A user and the version that the client read. */
export interface UserAddress {
  readonly id: string;
  readonly ifMatch: string | undefined;
}

export class ScimUsers {
  readonly #parts: ScimUsersParts;

  constructor(parts: ScimUsersParts) {
    this.#parts = parts;
  }

  /**
   * Creates a membership, and a user if none has the address.
   * @returns the id
   * @throws ScimError 409 if a member has the address, or a user whom the account may not add; 403 for an address in a domain of
   * another account
   */
  async create(actor: Actor, resource: Complex): Promise<string> {
    const { folded } = emailOf(resource);
    const { accountId } = actor;
    await this.#rejectForeign(accountId, folded);
    return this.#parts.journal.grow(actor, async (writer, change) => {
      await lockAccount(writer, accountId);
      const known = await findUserByEmail(writer, folded);
      if (known !== undefined) {
        await requireAddable(writer, accountId, known);
        await takeOver({ writer, change, outbox: this.#parts.outbox }, accountId, known);
      }
      const { id } = known ?? (await makePerson(writer, accountId, resource, change.at));
      const role = await defaultRole(writer, accountId);
      await addMember(writer, change, { accountId, userId: id, role, joinedBy: 'scim' });
      const row = await existing(writer, accountId, id);
      await this.#store(writer, row, resource, change.at);
      if (resource.active === false) await setSuspended(writer, row, change.at);
      record(change, 'create', row, { after: { email: row.email, role, active: resource.active !== false } });
      return id;
    });
  }

  /** Replaces what the provider stores about a member. If it does not say whether they are active, that stays as it is. */
  async replace(actor: Actor, at: UserAddress, resource: Complex): Promise<void> {
    await this.#change(actor, at, async (current) => ({ active: current.active, ...resource }));
  }

  async patch(actor: Actor, at: UserAddress, operations: readonly Operation[]): Promise<void> {
    await this.#change(actor, at, (current) => patched(userType, current, operations));
  }

  /** Ends the membership. The person stays, and so does what they created. */
  async delete(actor: Actor, { id, ifMatch }: UserAddress): Promise<void> {
    await this.#parts.journal.write(actor, async (writer, change) => {
      await lockAccount(writer, actor.accountId);
      const row = await existing(writer, actor.accountId, id);
      checkTag(ifMatch, userTag(row));
      await endMembership(writer, change, { member: row, endSessions: deleteSessionsIn });
    });
  }

  async #change(
    actor: Actor,
    { id, ifMatch }: UserAddress,
    next: (current: Complex) => Promise<Complex>,
  ): Promise<void> {
    await this.#parts.journal.write(actor, async (writer, change) => {
      await lockAccount(writer, actor.accountId);
      await lockUser(writer, id);
      const row = await existing(writer, actor.accountId, id);
      checkTag(ifMatch, userTag(row));
      const current = writableOf(row);
      const resource = await next(current);
      const person = await changePerson(writer, actor.accountId, { row, resource, at: change.at });
      const isStored = await this.#store(writer, row, resource, change.at);
      const isActive = resource.active !== false;
      const wasActive = row.suspended_at === null;
      if (isActive !== wasActive) await suspend(writer, row, isActive ? null : change.at);
      if (person === undefined && !isStored && isActive === wasActive) return;
      await setMemberVersion(writer, row, row.version + 1);
      record(change, 'update', row, {
        before: { ...person?.before, active: wasActive },
        after: { ...person?.after, active: isActive },
      });
    });
  }

  /** @returns whether anything stored changed */
  async #store(writer: Writer, row: ScimUserRow, resource: Complex, at: number): Promise<boolean> {
    const attributes = JSON.stringify(storedOf(resource));
    if (Buffer.byteLength(attributes) > ATTRIBUTES_BYTES_MAX)
      throw badRequest('invalidValue', `The user is larger than ${ATTRIBUTES_BYTES_MAX} bytes; send fewer attributes.`);
    const externalId = resource.externalId === undefined ? null : String(resource.externalId);
    const before = [JSON.stringify(storedOf(writableOf(row))), row.external_id];
    const isNew = row.attributes === null;
    if (!isNew && attributes === before[0] && externalId === before[1]) return false;
    const { account_id, user_id } = row;
    await saveScimMember(writer, { account_id, user_id, external_id: externalId, attributes, updated_at: at });
    return true;
  }

  /** Limits attempts to find out whose addresses are known, as sign-up does. */
  async #rejectForeign(accountId: string, folded: string): Promise<void> {
    const { database, throttle } = this.#parts;
    const known = await findUserByEmail(database.reader, folded);
    if (known === undefined || (await mayAdd(database.reader, accountId, known))) return;
    const [member] = await usersWithIds(database.reader, accountId, [known.id]);
    if (member !== undefined) return;
    rejectWhileBlocked(SCOPE, await throttle.take([scimAttempt(accountId)]));
    throw addressTaken();
  }
}

/** @throws ScimError 409 for a member, and for a user whom the account may not add */
async function requireAddable(db: Writer, accountId: string, user: UserRow): Promise<void> {
  const [member] = await usersWithIds(db, accountId, [user.id]);
  if (member !== undefined)
    throw new ScimError(409, 'There is a member with this userName already; change that one.', 'uniqueness');
  if (!(await mayAdd(db, accountId, user))) throw addressTaken();
}

/** @throws `not_found`: to the provider, only members of the account exist */
async function existing(writer: Writer, accountId: string, id: string): Promise<ScimUserRow> {
  const [row] = await usersWithIds(writer, accountId, [id]);
  if (row === undefined) throw notFound('user');
  return row;
}

async function suspend(writer: Writer, row: ScimUserRow, suspendedAt: number | null): Promise<void> {
  if (suspendedAt !== null) {
    await requireOtherOwner(writer, row);
    await deleteSessionsIn(writer, row.account_id, row.user_id);
  }
  await setSuspended(writer, row, suspendedAt);
}

function record(
  change: Change,
  verb: 'create' | 'update',
  { user_id }: ScimUserRow,
  changes: { before?: object; after: object },
): void {
  change.record({ action: `member.${verb}`, target: { type: 'member', id: user_id }, changes });
}
