/** Mail as the rest of the product sees it. How it leaves is the business of what implements it. */

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; nothing in it is ever markup. */
  readonly text: string;
}

export interface Mailer {
  /** Resolves when the mail is handed over. */
  send(mail: Mail): Promise<void>;
}
