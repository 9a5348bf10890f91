/** Mail as the rest of the product sees it; implementations decide how it is sent. */
import type { Language } from '../../kit/language.ts';

/** Whom a mail goes to, and in which language. */
export interface Recipient {
  readonly to: string;
  readonly language: Language;
}

export interface Mail {
  readonly to: string;
  /** What its words are in; English where it is left out. */
  readonly language?: Language;
  readonly subject: string;
  /** Plain text, never markup. */
  readonly paragraphs: readonly string[];
  /** What the reader should do, shown as a button. */
  readonly link?: MailLink;
}

/** What a mail says, in each of the languages that mails speak. */
export type MailWords = Readonly<Record<Language, Pick<Mail, 'subject' | 'paragraphs' | 'link'>>>;

/** The owners of an account, for mails about it. */
export interface AccountOwners {
  readonly accountName: string;
  readonly recipients: readonly Recipient[];
}

export interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** What stays the same over all attempts to send a mail. */
export interface MailIdentity {
  readonly id: string;
  /** When it was written, in milliseconds since the epoch. */
  readonly createdAt: number;
}

/** The mail in the language of whoever gets it. */
export function mailTo(recipient: Recipient, words: MailWords): Mail {
  return { ...recipient, ...words[recipient.language] };
}

export interface Mailer {
  /**
   * Resolves when the mail has been accepted for sending.
   * @throws MailRefusedError, MailServerError, or any error of this attempt
   */
  send(mail: Mail, identity: MailIdentity): Promise<void>;
  /** Ends open connections. */
  close?(): void;
}

/** The server refused this mail for good; another attempt will most likely get the same response. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError';
}

/** The server cannot be reached or used at all, whatever the mail. */
export class MailServerError extends Error {
  override readonly name = 'MailServerError';
}
