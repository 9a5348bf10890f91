/** The mails about payments that the owners of an account get. */

import { isoTime } from '../../../platform/kit/clock.ts';
import type { Mail } from '../../../platform/outgoing/mail/mailer.ts';
import { quotedName } from '../../../platform/outgoing/mail/name-in-mail.ts';
import type { AccountRow } from '../tables.ts';

type Named = Pick<AccountRow, 'id' | 'name'>;
type MailText = Omit<Mail, 'to'>;

export function overdueMail({ id, name }: Named, graceUntil: number): MailText {
  const day = isoTime(graceUntil).slice(0, 10);
  return {
    subject: `A payment for ${quotedName(name, id)} is late`,
    paragraphs: [
      `A payment for the account ${quotedName(name, 'with the id')} (${id}) did not go through.`,
      `Everything works until ${day}. If nothing is paid by then, the account is suspended: nothing is deleted, but nobody can use it.`,
      'Stripe has mailed you how to pay, or will charge the card again. You can also choose a plan again with POST /billing/checkout.',
    ],
  };
}

export function suspendedMail({ id, name }: Named): MailText {
  return {
    subject: `The account ${quotedName(name, id)} is suspended`,
    paragraphs: [
      `A payment for the account ${quotedName(name, 'with the id')} (${id}) has been late for too long, so it is suspended. Nothing was deleted.`,
      'As an owner you can still log in and pay: with the link that Stripe mailed you, or by choosing a plan with POST /billing/checkout. Then the account is in use again at once.',
    ],
  };
}

export function resumedMail({ id, name }: Named): MailText {
  return {
    subject: `The account ${quotedName(name, id)} is in use again`,
    paragraphs: [`The account ${quotedName(name, 'with the id')} (${id}) is no longer suspended for a late payment.`],
  };
}
