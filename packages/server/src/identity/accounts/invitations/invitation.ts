/**
 * One invitation: its state, its tokens and its mail. It has two tokens, one for the inviter and one in the mail, because only the
 * recipient of the mail has proven that the address is theirs.
 */
import { isoTime } from '../../../platform/kit/clock.ts';
import { newToken, tokenHash } from '../../../platform/kit/token.ts';
import type { Mail } from '../../../platform/outgoing/mail/mailer.ts';
import { nameInMail, quotedName } from '../../../platform/outgoing/mail/name-in-mail.ts';
import { roleOf } from '../../actors/actors.ts';
import { exceeds, permissionsOfPerson } from '../../actors/permissions.ts';
import { INVITATION_PREFIX } from '../../actors/token-kinds.ts';
import type { Invitation, invitationStates } from './schema.ts';
import type { ListedInvitation, StoredInvitation } from './store.ts';

const DAY_MS = 86_400_000;
/** How long an invitation is open. */
export const INVITATION_LIFE_MS = 7 * DAY_MS;

export type InvitationState = (typeof invitationStates)[number];

/** The state of an invitation. It is open only while the inviter may still invite to its role. */
export function stateOf(row: ListedInvitation, now: number): InvitationState {
  if (row.accepted_by !== null) return 'accepted';
  if (row.closed_at !== null || !mayInvite(row)) return 'withdrawn';
  return row.expires_at <= now ? 'expired' : 'open';
}

function mayInvite({ inviter_role, role }: ListedInvitation): boolean {
  if (inviter_role === null) return false;
  const inviter = roleOf(inviter_role);
  return permissionsOfPerson(inviter).has('invitation.manage') && !exceeds(roleOf(role), inviter);
}

/** The tokens of an invitation, and their stored hashes. */
export interface InvitationTokens {
  /** The token for the inviter. */
  readonly shown: string;
  readonly mailed: string;
  readonly hashes: { readonly token_hash: string; readonly mailed_hash: string };
}

export function newTokens(): InvitationTokens {
  const [shown, mailed] = [newToken(INVITATION_PREFIX), newToken(INVITATION_PREFIX)];
  return { shown, mailed, hashes: { token_hash: tokenHash(shown), mailed_hash: tokenHash(mailed) } };
}

/** The mail of an invitation. @param serviceUrl where clients reach the service */
export function invitationMail(
  row: StoredInvitation,
  { accountName, token, serviceUrl }: { accountName: string; token: string; serviceUrl: string },
): Mail {
  const until = isoTime(row.expires_at).slice(0, 10);
  const name = nameInMail(row.inviter_name ?? '');
  const inviter = name === undefined || name === '' ? row.inviter_email : `${name} (${row.inviter_email})`;
  return {
    to: row.email,
    subject: `Invitation to ${quotedName(accountName, 'an account')} on Lectern`,
    paragraphs: [
      `${inviter} invites you to ${quotedName(accountName, 'an account')} with the role ${row.role}.`,
      `The link works once, until ${until}. If you do not know the sender, ignore this mail: nothing happens unless you accept.`,
    ],
    link: { label: 'Accept the invitation', url: `${serviceUrl}/accept-invitation?token=${token}` },
  };
}

export function shownInvitation(row: StoredInvitation, now: number): Invitation {
  return {
    id: row.id,
    account_id: row.account_id,
    email: row.email,
    role: row.role,
    state: stateOf(row, now),
    invited_by: { id: row.invited_by, name: row.inviter_name, email: row.inviter_email },
    accepted_by: row.accepted_by,
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    expires_at: isoTime(row.expires_at),
    version: row.version,
  };
}
