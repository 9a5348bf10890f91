/** The mails about payments that the owners of an account get. */

import type { Mail, MailWords } from '../../../platform/outgoing/mail/mailer.ts';
import { quotedName } from '../../../platform/outgoing/mail/name-in-mail.ts';
import { dayInMail } from '../../../platform/outgoing/mail/time-in-mail.ts';
import type { AccountRow } from '../tables.ts';

type Named = Pick<AccountRow, 'id' | 'name'>;

/** @param planPage where owners see their plan; null where there is no Studio */
export function overdueMail({ id, name }: Named, graceUntil: number, planPage: string | null): MailWords {
  return {
    en: {
      ...linkTo(planPage, 'Plan and invoices'),
      subject: `A payment for ${quotedName(name, id)} is late`,
      paragraphs: [
        `A payment for the account ${quotedName(name, 'with the id')} (${id}) did not go through.`,
        `Everything works until ${dayInMail(graceUntil)}. If the payment has not arrived by then, the account is suspended: nothing is deleted, but nobody can use it.`,
        `Stripe has mailed you how to pay, or will charge the card again. You can also pay the open invoice or change the card yourself: ${planPage === null ? 'POST /billing/portal gives you the page for that' : 'open your plan with the button below'}.`,
      ],
    },
    de: {
      ...linkTo(planPage, 'Tarif und Rechnungen'),
      subject: `Eine Zahlung für ${quotedName(name, id, 'de')} steht aus`,
      paragraphs: [
        `Eine Zahlung für das Konto ${quotedName(name, 'mit der ID', 'de')} (${id}) ist fehlgeschlagen.`,
        `Bis zum ${dayInMail(graceUntil, 'de')} funktioniert alles wie bisher. Ist die Zahlung bis dahin nicht eingegangen, wird das Konto gesperrt: Gelöscht wird nichts, aber niemand kann es verwenden.`,
        `Stripe hat Ihnen per E-Mail mitgeteilt, wie Sie zahlen, oder belastet die Karte noch einmal. Sie können die offene Rechnung auch selbst bezahlen oder die Karte ändern: ${planPage === null ? 'POST /billing/portal nennt die Seite dafür' : 'Öffnen Sie dazu Ihren Tarif mit der Schaltfläche unten'}.`,
      ],
    },
  };
}

/** @param planPage where owners see their plan; null where there is no Studio */
export function suspendedMail({ id, name }: Named, planPage: string | null): MailWords {
  return {
    en: {
      ...linkTo(planPage, 'Pay or choose a plan'),
      subject: `The account ${quotedName(name, id)} is suspended`,
      paragraphs: [
        `A payment for the account ${quotedName(name, 'with the id')} (${id}) is long overdue, so the account is suspended. Nothing was deleted.`,
        `As an owner you can still log in and pay the open invoice, or choose another plan: ${planPage === null ? 'use the link that Stripe mailed you, or POST /billing/checkout' : 'use the button below, or the link that Stripe mailed you'}. After that, everyone can use the account again at once.`,
      ],
    },
    de: {
      ...linkTo(planPage, 'Bezahlen oder Tarif wählen'),
      subject: `Das Konto ${quotedName(name, id, 'de')} ist gesperrt`,
      paragraphs: [
        `Eine Zahlung für das Konto ${quotedName(name, 'mit der ID', 'de')} (${id}) steht schon zu lange aus, deshalb ist es jetzt gesperrt. Gelöscht wurde nichts.`,
        `Als Inhaber können Sie sich weiterhin anmelden und die offene Rechnung bezahlen oder einen anderen Tarif wählen: ${planPage === null ? 'über den Link in der E-Mail von Stripe oder mit POST /billing/checkout' : 'mit der Schaltfläche unten oder über den Link in der E-Mail von Stripe'}. Danach können alle das Konto sofort wieder verwenden.`,
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

function linkTo(url: string | null, label: string): Pick<Mail, 'link'> {
  return url === null ? {} : { link: { label, url } };
}
