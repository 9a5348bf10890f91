/**
 * One invitation: its state, its tokens and its mail. It has two tokens, one for the inviter and one in the mail, because only the
 * recipient of the mail has proven that the address is theirs.
 */
import { isoTime } from '../../../platform/kit/clock.ts';
import type { Language } from '../../../platform/kit/language.ts';
import { newToken, tokenHash } from '../../../platform/kit/token.ts';
import { type Mail, type MailWords, mailTo } from '../../../platform/outgoing/mail/mailer.ts';
import { nameInMail, quotedName } from '../../../platform/outgoing/mail/name-in-mail.ts';
import { dayInMail } from '../../../platform/outgoing/mail/time-in-mail.ts';
import { roleOf } from '../../actors/actors.ts';
import { exceeds, permissionsOfPerson } from '../../actors/permissions.ts';
import { roleNames } from '../../actors/role-names.ts';
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

/** What an invitation's mail needs besides its row. */
interface MailedInvitation {
  readonly accountName: string;
  readonly token: string;
  /** Where clients reach the service. */
  readonly serviceUrl: string;
  readonly language: Language;
}

/** The mail of an invitation: who invites to what, what that is, and how long the link works. */
export function invitationMail(
  row: StoredInvitation,
  { accountName, token, serviceUrl, language }: MailedInvitation,
): Mail {
  const until = dayInMail(row.expires_at, language);
  const name = nameInMail(row.inviter_name ?? '');
  const inviter = name === undefined || name === '' ? row.inviter_email : `${name} (${row.inviter_email})`;
  const url = `${serviceUrl}/accept-invitation?token=${token}`;
  const german = quotedName(accountName, 'einem Konto', 'de');
  const english = quotedName(accountName, 'an account');
  const words: MailWords = {
    en: {
      subject: `Invitation to ${english} on Lectern`,
      paragraphs: [
        `${inviter} invites you to ${english} with the role ${row.role}.`,
        'Lectern is where a team writes and publishes its content, such as for a website or an app.',
        `The invitation is valid until ${until} and can be accepted once. If you do not know the sender, ignore this mail: nothing happens unless you accept.`,
      ],
      link: { label: 'Accept the invitation', url },
    },
    de: {
      subject: `Einladung zu ${german} auf Lectern`,
      paragraphs: [
        `${inviter} lädt Sie zu ${german} ein, mit der Rolle ${roleNames.de[roleOf(row.role)]}.`,
        'Mit Lectern schreibt und veröffentlicht ein Team seine Inhalte, etwa für eine Website oder eine App.',
        `Die Einladung gilt bis zum ${until} und lässt sich einmal annehmen. Wenn Sie den Absender nicht kennen, müssen Sie nichts tun: Ohne Ihre Zustimmung geschieht nichts.`,
      ],
      link: { label: 'Einladung annehmen', url },
    },
  };
  return mailTo({ to: row.email, language }, words);
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
