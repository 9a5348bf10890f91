/** The mails about payments that the owners of an account get. */

import type { MailWords } from '../../../platform/outgoing/mail/mailer.ts';
import { quotedName } from '../../../platform/outgoing/mail/name-in-mail.ts';
import { dayInMail } from '../../../platform/outgoing/mail/time-in-mail.ts';
import type { AccountRow } from '../tables.ts';

type Named = Pick<AccountRow, 'id' | 'name'>;

export function overdueMail({ id, name }: Named, graceUntil: number): MailWords {
  return {
    en: {
      subject: `A payment for ${quotedName(name, id)} is late`,
      paragraphs: [
        `A payment for the account ${quotedName(name, 'with the id')} (${id}) did not go through.`,
        `Everything works until ${dayInMail(graceUntil)}. If the payment has not arrived by then, the account is suspended: nothing is deleted, but nobody can use it.`,
        'Stripe has mailed you how to pay, or will charge the card again. You can also choose a plan again under “Plan and usage” in the settings (POST /billing/checkout).',
      ],
    },
    de: {
      subject: `Eine Zahlung für ${quotedName(name, id, 'de')} steht aus`,
      paragraphs: [
        `Eine Zahlung für das Konto ${quotedName(name, 'mit der ID', 'de')} (${id}) ist fehlgeschlagen.`,
        `Bis zum ${dayInMail(graceUntil, 'de')} funktioniert alles wie bisher. Ist die Zahlung bis dahin nicht eingegangen, wird das Konto gesperrt: Gelöscht wird nichts, aber niemand kann es verwenden.`,
        'Stripe hat Ihnen per E-Mail mitgeteilt, wie Sie zahlen, oder belastet die Karte noch einmal. Sie können in den Einstellungen unter „Tarif und Nutzung“ auch noch einmal einen Tarif wählen (POST /billing/checkout).',
      ],
    },
  };
}

export function suspendedMail({ id, name }: Named): MailWords {
  return {
    en: {
      subject: `The account ${quotedName(name, id)} is suspended`,
      paragraphs: [
        `A payment for the account ${quotedName(name, 'with the id')} (${id}) is long overdue, so the account is suspended. Nothing was deleted.`,
        'As an owner you can still log in and pay: use the link that Stripe mailed you, or choose a plan with POST /billing/checkout. After that, everyone can use the account again at once.',
      ],
    },
    de: {
      subject: `Das Konto ${quotedName(name, id, 'de')} ist gesperrt`,
      paragraphs: [
        `Eine Zahlung für das Konto ${quotedName(name, 'mit der ID', 'de')} (${id}) steht schon zu lange aus, deshalb ist es jetzt gesperrt. Gelöscht wurde nichts.`,
        'Als Inhaber können Sie sich weiterhin anmelden und zahlen: über den Link in der E-Mail von Stripe, oder indem Sie mit POST /billing/checkout einen Tarif wählen. Danach können alle das Konto sofort wieder verwenden.',
      ],
    },
  };
}

export function resumedMail({ id, name }: Named): MailWords {
  return {
    en: {
      subject: `The account ${quotedName(name, id)} is in use again`,
      paragraphs: [
        `The payment for the account ${quotedName(name, 'with the id')} (${id}) is settled. It is no longer suspended, and everyone can use it again.`,
      ],
    },
    de: {
      subject: `Das Konto ${quotedName(name, id, 'de')} ist wieder freigegeben`,
      paragraphs: [
        `Für das Konto ${quotedName(name, 'mit der ID', 'de')} (${id}) steht keine Zahlung mehr aus. Es ist nicht länger gesperrt, und alle können es wieder verwenden.`,
      ],
    },
  };
}
