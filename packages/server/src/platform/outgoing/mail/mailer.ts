/** Mail as the rest of the product sees it; implementations decide how it is sent. */

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text, never markup. */
  readonly paragraphs: readonly string[];
  /** What the reader should do, shown as a button. */
  readonly link?: MailLink;
}

export interface MailLink {
  readonly label: string;
  readonly url: string;
}

export interface Mailer {
  /** Resolves when the mail has been accepted for sending. */
  send(mail: Mail): Promise<void>;
}
