/**
 * A real SMTP server for tests, from a package. It keeps every accepted mail, parsed. Invariant: a mail counts as accepted only if
 * its sender was told so, or if the connection was dropped instead.
 */
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail as its receiver gets it. */
export interface ReceivedMail {
  readonly to: string;
  readonly content: Email;
  /** When it was accepted, in milliseconds. */
  readonly at: number;
}

/** A failure of the server: it rejects a step with a status, or drops the connection. */
export interface SmtpFailure {
  readonly at: 'connect' | 'sender' | 'receiver' | 'content';
  /** A status of RFC 5321; `drop` closes the connection. After the content, the mail is then accepted but not confirmed. */
  readonly by: number | 'drop';
}

export interface SmtpOptions extends SMTPServerOptions {
  /** Called once for each step of each mail. */
  readonly failing?: (step: SmtpFailure['at'], receiver: string | null) => SmtpFailure['by'] | null;
}

export interface TestSmtpServer {
  readonly port: number;
  /** For `LECTERN_SMTP_URL`, without user and password. */
  readonly url: string;
  /** The accepted mails, the oldest first. */
  readonly mails: readonly ReceivedMail[];
  /** The mails to an address, once there are that many. */
  mailsTo(address: string, count?: number): Promise<ReceivedMail[]>;
  close(): Promise<void>;
}

/** Variables that let a service send its mails there. */
export function mailEnvironment({ url }: Pick<TestSmtpServer, 'url'>): Record<string, string> {
  return { LECTERN_SMTP_URL: url, LECTERN_MAIL_FROM: 'Lectern <lectern@example.com>' };
}

/** Starts a server on a free port of the loopback. The caller closes it. */
export async function startSmtpServer({ failing, ...options }: SmtpOptions = {}): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  const waiting = new Set<() => void>();
  const server: SMTPServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onConnect: (session, callback) => fail({ at: 'connect', receiver: null, session: session.id }, callback),
    onMailFrom: (_address, session, callback) => fail({ at: 'sender', receiver: null, session: session.id }, callback),
    onRcptTo: ({ address }, session, callback) =>
      fail({ at: 'receiver', receiver: address, session: session.id }, callback),
    onData: (stream, session, callback) => {
      void receive(stream, session.envelope.rcptTo[0]?.address ?? '').then(
        ({ to, keep }) => fail({ at: 'content', receiver: to, session: session.id, keep }, callback),
        callback,
      );
    },
    ...options,
  });
  const receive = async (stream: NodeJS.ReadableStream, to: string) => {
    const content = await PostalMime.parse(await buffer(stream));
    const keep = () => {
      mails.push({ to, content, at: Date.now() });
      for (const look of waiting) look();
    };
    return { to, keep };
  };
  const fail = (
    {
      at,
      receiver,
      session,
      keep,
    }: { at: SmtpFailure['at']; receiver: string | null; session: string; keep?: () => void },
    callback: (error?: Error | null) => void,
  ): void => {
    const by = failing?.(at, receiver) ?? null;
    if (by === null || by === 'drop') keep?.();
    if (by === null) callback();
    else if (by === 'drop') drop(server, session);
    else callback(Object.assign(new Error('The test refuses this.'), { responseCode: by }));
  };
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailsTo: (address, count = 1) =>
      new Promise((resolve) => {
        const look = () => {
          const found = mails.filter(({ to }) => to === address);
          if (found.length < count) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function drop({ connections }: SMTPServer, session: string): void {
  for (const connection of connections) if (connection.id === session) connection._socket.destroy();
}
