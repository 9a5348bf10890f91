/** Mail as the rest of the product sees it; implementations decide how it is sent. */

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text, never markup. */
  readonly text: string;
}

export interface Mailer {
  /** Resolves when the mail has been accepted for sending. */
  send(mail: Mail): Promise<void>;
}
