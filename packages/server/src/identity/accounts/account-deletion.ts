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
import { type MailWords, mailTo } from '../../platform/outgoing/mail/mailer.ts';
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
      await this.#mailOwners(writer, row, deletionMail(row, actor.name, deletionAt));
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
      await this.#mailOwners(writer, row, restoreMail(row, actor.name));
      change.record({
        action: 'account.restore',
        target: { type: 'account', id },
        changes: { before: { deletion_at: isoTime(row.deletion_at) } },
      });
      return shownAccount(after, actor.role);
    });
  }

  async #mailOwners(writer: Writer, { id }: AccountRow, words: MailWords): Promise<void> {
    const { recipients } = await ownersOf(writer, id);
    for (const recipient of recipients) await this.#parts.outbox.add(writer, mailTo(recipient, words), id);
  }
}

/** @param by who asked for it */
function deletionMail({ id, name }: AccountRow, by: string, deletionAt: number): MailWords {
  const [day, germanDay] = [dayInMail(deletionAt), dayInMail(deletionAt, 'de')];
  return {
    en: {
      subject: `The account ${quotedName(name, id)} will be deleted on ${day}`,
      paragraphs: [
        `${by} asked to delete the account ${quotedName(name, 'with the id')} (${id}).`,
        `On ${day} it is deleted for good, with all its spaces, content, files, keys, webhooks and members. Until then everything works as before.`,
        `To keep it, an owner chooses “Keep this account” in its settings before that day (POST /accounts/${id}/restore).`,
      ],
    },
    de: {
      subject: `Das Konto ${quotedName(name, id, 'de')} wird am ${germanDay} gelöscht`,
      paragraphs: [
        `${by} möchte das Konto ${quotedName(name, 'mit der ID', 'de')} (${id}) löschen.`,
        `Am ${germanDay} wird es endgültig gelöscht, mit allen Spaces, Inhalten, Dateien, Schlüsseln, Webhooks und Mitgliedern. Bis dahin funktioniert alles wie bisher.`,
        `Soll es bleiben, wählt ein Inhaber vor diesem Tag in den Einstellungen des Kontos „Konto behalten“ (POST /accounts/${id}/restore).`,
      ],
    },
  };
}

function restoreMail({ id, name }: AccountRow, by: string): MailWords {
  return {
    en: {
      subject: `The account ${quotedName(name, id)} will not be deleted`,
      paragraphs: [
        `${by} cancelled the deletion of the account ${quotedName(name, 'with the id')} (${id}). Everything stays as it is.`,
      ],
    },
    de: {
      subject: `Das Konto ${quotedName(name, id, 'de')} wird nicht gelöscht`,
      paragraphs: [
        `${by} hat die Löschung des Kontos ${quotedName(name, 'mit der ID', 'de')} (${id}) abgebrochen. Alles bleibt, wie es ist.`,
      ],
    },
  };
}
