/**
 * What an identity provider may do to a person, who may belong to other accounts too. Invariant: it changes somebody's address or
 * name only if its account has verified the domain of the address, or if it created the user and nobody else has anything to do
 * with them. It gives nobody an address in a domain of another account, and gives access to nobody whose address is unproven.
 */
import type { Reader, Writer } from '../../../platform/database/database.ts';
import { hasControlCharacters } from '../../../platform/kit/control-characters.ts';
import { newId } from '../../../platform/kit/ids.ts';
import { readEmail } from '../../actors/email-address.ts';
import { NO_PASSWORD } from '../../auth/no-password.ts';
import { type ProofWrite, proveAddress, recordProof } from '../../auth/proof/address-proof.ts';
import type { UserRow } from '../../auth/tables.ts';
import { deleteResetsOf, findUserByEmail, insertUser, updateUser } from '../../auth/users/users.ts';
import { accountOfAddress, isOfOther } from '../../sso/domains.ts';
import { type Complex, isComplex } from '../protocol/attribute.ts';
import { ScimError } from '../protocol/scim-error.ts';
import { insertCreatedUser, isOnlyControlledBy, type ScimUserRow } from './store.ts';

const NAME_LENGTH_MAX = 255;

/** @throws `validation_failed` unless `userName` of the resource is an e-mail address */
export function emailOf({ userName }: Complex): { readonly email: string; readonly folded: string } {
  const email = String(userName);
  return { email, folded: readEmail(email) };
}

/** Whether the account has verified the domain of the address. */
async function ownsAddress(db: Reader, accountId: string, folded: string): Promise<boolean> {
  return (await accountOfAddress(db, folded)) === accountId;
}

/** Whether the provider may make an existing user a member. */
export async function mayAdd(db: Reader, accountId: string, user: UserRow): Promise<boolean> {
  return (await ownsAddress(db, accountId, user.email_folded)) || (await isOnlyControlledBy(db, user.id, accountId));
}

/**
 * Proves the address of an existing user who is about to be added, if it is in a domain of the account. Somebody who signed up
 * with the address without proving it loses access to the user.
 */
export async function takeOver(open: ProofWrite, accountId: string, user: UserRow): Promise<void> {
  if (!(await ownsAddress(open.writer, accountId, user.email_folded))) return;
  const proof = { by: 'SCIM of a verified domain', password: 'ends' } as const;
  const ended = await proveAddress(open, user.id, proof);
  if (ended !== undefined) recordProof(open.change, user.id, { ...proof, ended });
}

/** Creates a user without a password. @throws 403 for an address in a domain of another account */
export async function makePerson(writer: Writer, accountId: string, resource: Complex, at: number): Promise<UserRow> {
  const { email, folded } = emailOf(resource);
  if (await isOfOther(writer, folded, accountId)) throw foreignDomain();
  const row: UserRow = {
    id: newId('usr', at),
    email,
    email_folded: folded,
    name: personName(resource) ?? email.slice(0, email.lastIndexOf('@')),
    password_hash: NO_PASSWORD,
    email_verified_at: (await ownsAddress(writer, accountId, folded)) ? at : null,
    language: null,
    suspended_at: null,
    deletion_at: null,
    version: 1,
    created_at: at,
    updated_at: at,
  };
  if (!(await insertUser(writer, row))) throw addressTaken();
  await insertCreatedUser(writer, row.id, accountId);
  return row;
}

/**
 * Changes address and name to those of the resource, if the provider may; a name that it may not change stays as it is.
 * @returns what changed, for the audit; undefined if nothing did
 * @throws 403 for an address that it may not change, 409 for one that somebody else has
 */
export async function changePerson(
  writer: Writer,
  accountId: string,
  { row, resource, at }: { row: ScimUserRow; resource: Complex; at: number },
): Promise<{ before: Partial<UserRow>; after: Partial<UserRow> } | undefined> {
  const { email, folded } = emailOf(resource);
  const isMoved = folded !== row.email.toLowerCase();
  const name = personName(resource) ?? row.name;
  if (!isMoved && name === row.name) return undefined;
  const isOnlyOurs = await isOnlyControlledBy(writer, row.user_id, accountId);
  const ownsOld = await ownsAddress(writer, accountId, row.email.toLowerCase());
  const ownsNew = await ownsAddress(writer, accountId, folded);
  const mayRename = isOnlyOurs || ownsOld;
  if (isMoved && (await isOfOther(writer, folded, accountId))) throw foreignDomain();
  if (isMoved) await requireFree(writer, folded, isOnlyOurs || (ownsOld && ownsNew));
  // For a user with a password and an unproven address, a new address does not count as proof.
  const isProven = ownsNew && (isOnlyOurs || row.email_verified_at !== null);
  const before = { email: row.email, name: row.name };
  const after = { email: isMoved ? email : row.email, name: mayRename ? name : row.name };
  if (after.email === before.email && after.name === before.name) return undefined;
  await updateUser(writer, row.user_id, {
    ...after,
    ...(isMoved ? { email_folded: folded, email_verified_at: isProven ? (row.email_verified_at ?? at) : null } : {}),
    version: row.user_version + 1,
    updated_at: at,
  });
  // Password resets that were sent to the old address must not open the user of the new one.
  if (isMoved) await deleteResetsOf(writer, row.user_id);
  return { before, after };
}

async function requireFree(writer: Writer, folded: string, mayMove: boolean): Promise<void> {
  if (!mayMove)
    throw new ScimError(
      403,
      'The address belongs to the person; verify the domains of the old and the new address for the account first.',
    );
  if ((await findUserByEmail(writer, folded)) !== undefined) throw addressTaken();
}

function foreignDomain(): ScimError {
  return new ScimError(
    403,
    'The domain of this address is verified for another account, and only that account can create users with it; invite the person instead.',
  );
}

/** The error if a user with the address exists and the account has no authority over them. */
export function addressTaken(): ScimError {
  return new ScimError(
    409,
    'There is a user with this e-mail address already; verify its domain for the account, or invite the person.',
    'uniqueness',
  );
}

/** The person's name in a resource; undefined if it has none that is valid. */
function personName({ displayName, name }: Complex): string | undefined {
  const { formatted, givenName, familyName } = isComplex(name) ? name : {};
  const parts = [givenName, familyName].filter((part) => typeof part === 'string' && part !== '').join(' ');
  return [displayName, formatted, parts].find(isName);
}

function isName(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && text.length <= NAME_LENGTH_MAX && !hasControlCharacters(text);
}
