/** Finds a user by their address, for the operator's commands. */
import type { Reader } from '../../../platform/database/database.ts';
import { notFound } from '../../../platform/errors/domain-error.ts';
import { membershipsOf } from '../../accounts/accounts.ts';
import { readEmail } from '../../actors/email-address.ts';
import { findUserByEmail } from './store.ts';

/** A user, and the account whose audit records changes to them: the one they have belonged to longest. */
export interface FoundUser {
  readonly id: string;
  /** Empty if they belong to none. */
  readonly accountId: string;
}

/** @throws `not_found`, `validation_failed` if the text is no address */
export async function userByEmail(db: Reader, email: string): Promise<FoundUser> {
  const user = await findUserByEmail(db, readEmail(email));
  if (user === undefined) throw notFound('user', 'the address');
  const [membership] = await membershipsOf(db, user.id);
  return { id: user.id, accountId: membership?.id ?? '' };
}
