/**
 * A mail as a message of RFC 5322: text and HTML in one. Invariant: it is the same at every attempt, its Message-ID
 * included, so that a receiver can drop a mail that was sent twice.
 */
import type { SendMailOptions } from 'nodemailer';
import { mailHtml, mailText } from './layout.ts';
import { type Mail, type MailIdentity, MailRefusedError } from './mailer.ts';

/** One bare address; the library would take anything else apart in its own way. */
const ADDRESS = /^[^\s<>()[\]\\,;:"@]+@[^\s<>()[\]\\,;:"@]+$/;
const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/** Who sends: an address, with a name for people if there is one. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/**
 * Builds the input from which the mail library creates a message.
 * @throws MailRefusedError if the receiver is not one bare address
 */
export function messageOf(mail: Mail, { id, createdAt }: MailIdentity, from: Sender): SendMailOptions {
  const { to } = mail;
  if (!ADDRESS.test(to)) throw new MailRefusedError('The receiver of the mail is not a plain address.');
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    from: { name: from.name, address: from.address },
    to: { name: '', address: to },
    envelope: { from: from.address, to: [to] },
    subject: mail.subject.replaceAll(CONTROL_CHARACTERS, ' '),
    text: mailText(mail),
    html: mailHtml(mail),
    messageId: `<${id}@${domain}>`,
    date: new Date(createdAt),
    // No automatic replies: RFC 3834, and the header that Exchange knows.
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
