/**
 * Sends mail through an SMTP server, over a few connections that are kept open. A server's certificate is always checked,
 * and a password crosses no network unencrypted. The library is loaded with the first mail: a start does not need it.
 */

import type { Transporter } from 'nodemailer';
import { type Deadline, usualDeadline } from '../../kit/deadline.ts';
import { type Mail, type Mailer, type MailIdentity, MailRefusedError, MailServerError } from './mailer.ts';
import { messageOf, type Sender } from './message.ts';

/** Connections to the server; some providers accept no more. */
export const SMTP_CONNECTIONS_MAX = 5;
const MAILS_PER_CONNECTION = 100;
const CONNECT_TIMEOUT_MS = 10_000;
const GREETING_TIMEOUT_MS = 10_000;
const DNS_TIMEOUT_MS = 10_000;
/** Without any data from the server. */
const SOCKET_TIMEOUT_MS = 30_000;
const IDLE_TIMEOUT_MS = 30_000;
/** For a whole mail: a server that sends a byte now and then is never silent. */
const MAIL_TIMEOUT_MS = 60_000;
const RESPONSE_BYTES_MAX = 65_536;
const PERMANENT_FROM = 500;
/** The server refused a command of the mail itself. */
const MAIL_CODES = new Set(['EENVELOPE', 'EMESSAGE']);
/** A refused sender is a matter of the configuration, whoever the mail is for. */
const OF_SENDER = /^MAIL FROM/;
/** Commands that name the receiver or carry the content. */
const OF_RECEIVER = /^(RCPT TO|DATA)/;
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

interface SmtpMailerParts {
  /** `smtp://` or `smtps://`, with user and password if the server wants them. */
  readonly url: string;
  readonly from: Sender;
  /** How long the server may take; the usual time unless this is given. */
  readonly deadline?: Deadline;
}

export class SmtpMailer implements Mailer {
  readonly #parts: SmtpMailerParts;
  readonly #deadline: Deadline;
  #transporter: Promise<Transporter> | undefined;

  constructor(parts: SmtpMailerParts) {
    this.#parts = parts;
    this.#deadline = parts.deadline ?? usualDeadline;
  }

  async send(mail: Mail, identity: MailIdentity): Promise<void> {
    this.#transporter ??= openTransporter(this.#parts.url, this.#deadline);
    const transporter = await this.#transporter;
    const signal = AbortSignal.timeout(this.#deadline(MAIL_TIMEOUT_MS));
    await transporter.sendMail({ ...messageOf(mail, identity, this.#parts.from), signal }).catch((error) => {
      throw failureOf(error);
    });
  }

  close(): void {
    void this.#transporter?.then((transporter) => transporter.close());
  }
}

async function openTransporter(url: string, deadline: Deadline): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  const { protocol, hostname, port, username, password } = new URL(url);
  const isEncrypted = protocol === 'smtps:';
  const auth =
    username === '' ? {} : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } };
  return createTransport({
    pool: true,
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    ...(port === '' ? {} : { port: Number(port) }),
    secure: isEncrypted,
    requireTLS: !isEncrypted && username !== '' && !LOOPBACK.test(hostname),
    ...auth,
    maxConnections: SMTP_CONNECTIONS_MAX,
    maxMessages: MAILS_PER_CONNECTION,
    maxRequeues: 1,
    connectionTimeout: deadline(CONNECT_TIMEOUT_MS),
    greetingTimeout: deadline(GREETING_TIMEOUT_MS),
    dnsTimeout: deadline(DNS_TIMEOUT_MS),
    socketTimeout: deadline(SOCKET_TIMEOUT_MS),
    idleTimeout: IDLE_TIMEOUT_MS,
    maxResponseSize: RESPONSE_BYTES_MAX,
  });
}

/** The failure as the sending understands it, with the server's own words. */
function failureOf(error: unknown): Error {
  const { message, code = '', command = '', responseCode = 0 } = error as Error & SmtpFailure;
  const about = { cause: error };
  if (!MAIL_CODES.has(code) || OF_SENDER.test(command))
    return new MailServerError(`The SMTP server cannot be used: ${message}`, about);
  if (OF_RECEIVER.test(command) && responseCode >= PERMANENT_FROM)
    return new MailRefusedError(`The SMTP server refused the mail: ${message}`, about);
  return new Error(`The SMTP server did not accept the mail: ${message}`, about);
}

/** What the library adds to its errors. */
interface SmtpFailure {
  readonly code?: string;
  readonly command?: string;
  readonly responseCode?: number;
}
