/**
 * Deletion of an account. An owner or the operator requests it, and it takes place two weeks later. Until then the account works
 * as before, and any owner can cancel the deletion. A background job does the removal itself (`../removal/`).
 */
import type { Writer } from '../../platform/database/database.ts';
import { checkVersion } from '../../platform/errors/check-version.ts';
import { notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { isoTime } from '../../platform/kit/clock.ts';
import type { Language } from '../../platform/kit/language.ts';
import type { Mail, MailWords } from '../../platform/outgoing/mail/mailer.ts';
import { quotedName } from '../../platform/outgoing/mail/name-in-mail.ts';
import type { Outbox } from '../../platform/outgoing/mail/outbox.ts';
import { dayInMail } from '../../platform/outgoing/mail/time-in-mail.ts';
import { changeAccount, lockExisting, ownersOf, shownAccount } from './accounts.ts';
import { DELETION_GRACE_MS, requireRestorable } from './deletion-grace.ts';
import type { Account } from './schema.ts';
import type { AccountRow } from './tables.ts';

interface AccountDeletionParts {
  readonly journal: Journal;
  readonly outbox: Outbox;
}

export class AccountDeletion {
  readonly #parts: AccountDeletionParts;

  constructor(parts: AccountDeletionParts) {
    this.#parts = parts;
  }

  /** Sets the time at which the actor's account is deleted, and mails its owners. A time that is already set does not change. */
  async request(actor: Actor, id: string, expected?: number): Promise<Account> {
    if (id !== actor.accountId) throw notFound('account');
    return this.#parts.journal.write(actor, async (writer, change) => {
      const row = await lockExisting(writer, id);
      checkVersion(expected, row.version);
      if (row.deletion_at !== null) return shownAccount(row, actor.role);
      const deletionAt = change.at + DELETION_GRACE_MS;
      const after = await changeAccount(writer, change, row, { deletion_at: deletionAt });
      await this.#mailOwners(writer, row, deletionMail(row, { by: actor.name, deletionAt, language: change.language }));
      change.record({
        action: 'account.delete',
        target: { type: 'account', id },
        changes: { after: { deletion_at: isoTime(deletionAt) } },
      });
      return shownAccount(after, actor.role);
    });
  }

  /** Cancels the deletion. */
  async restore(actor: Actor, id: string, expected?: number): Promise<Account> {
    if (id !== actor.accountId) throw notFound('account');
    return this.#parts.journal.write(actor, async (writer, change) => {
      const row = await lockExisting(writer, id);
      checkVersion(expected, row.version);
      if (row.deletion_at === null) return shownAccount(row, actor.role);
      requireRestorable('account', row, change.at);
      const after = await changeAccount(writer, change, row, { deletion_at: null });
      await this.#mailOwners(writer, row, restoreMail(row, actor.name, change.language));
      change.record({
        action: 'account.restore',
        target: { type: 'account', id },
        changes: { before: { deletion_at: isoTime(row.deletion_at) } },
      });
      return shownAccount(after, actor.role);
    });
  }

  async #mailOwners(writer: Writer, { id }: AccountRow, mail: Omit<Mail, 'to'>): Promise<void> {
    for (const to of await ownersOf(writer, id)) await this.#parts.outbox.add(writer, { to, ...mail }, id);
  }
}

interface DeletionNews {
  /** Who asked for it. */
  readonly by: string;
  readonly deletionAt: number;
  readonly language: Language;
}

function deletionMail({ id, name }: AccountRow, { by, deletionAt, language }: DeletionNews): Omit<Mail, 'to'> {
  const day = dayInMail(deletionAt, language);
  const words: MailWords = {
    en: {
      subject: `The account ${quotedName(name, id)} will be deleted on ${day}`,
      paragraphs: [
        `${by} asked to delete the account ${quotedName(name, 'with the id')} (${id}).`,
        `On ${day} it is deleted for good, with all its spaces, content, files, keys, webhooks and members. Until then everything works as before.`,
        `To keep it, an owner sends POST /accounts/${id}/restore before that day.`,
      ],
    },
    de: {
      subject: `Das Konto ${quotedName(name, id)} wird am ${day} gelöscht`,
      paragraphs: [
        `${by} möchte das Konto ${quotedName(name, 'mit der ID')} (${id}) löschen.`,
        `Am ${day} wird es endgültig gelöscht, mit allen Spaces, Inhalten, Dateien, Schlüsseln, Webhooks und Mitgliedern. Bis dahin funktioniert alles wie bisher.`,
        `Soll es bleiben, sendet ein Inhaber vor diesem Tag POST /accounts/${id}/restore.`,
      ],
    },
  };
  return { language, ...words[language] };
}

function restoreMail({ id, name }: AccountRow, by: string, language: Language): Omit<Mail, 'to'> {
  const words: MailWords = {
    en: {
      subject: `The account ${quotedName(name, id)} will not be deleted`,
      paragraphs: [
        `${by} cancelled the deletion of the account ${quotedName(name, 'with the id')} (${id}). Everything stays as it is.`,
      ],
    },
    de: {
      subject: `Das Konto ${quotedName(name, id)} wird nicht gelöscht`,
      paragraphs: [
        `${by} hat die Löschung des Kontos ${quotedName(name, 'mit der ID')} (${id}) abgebrochen. Alles bleibt, wie es ist.`,
      ],
    },
  };
  return { language, ...words[language] };
}
