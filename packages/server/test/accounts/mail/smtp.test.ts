/** Mails through a real SMTP server: what arrives, what is encrypted, and how different failures are handled. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type SmtpFailure,
  type SmtpOptions,
  startSmtpServer,
  type TestSmtpServer,
} from '../../../../testing/src/servers/smtp.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { openDatabase } from '../../../src/platform/database/connect.ts';
import { type Mail, MailRefusedError, MailServerError } from '../../../src/platform/outgoing/mail/mailer.ts';
import { Outbox } from '../../../src/platform/outgoing/mail/outbox.ts';
import { MailSending } from '../../../src/platform/outgoing/mail/sending.ts';
import { SmtpMailer } from '../../../src/platform/outgoing/mail/smtp-mailer.ts';

const WITHIN_MS = 30_000;
const FROM = { name: 'Lectern, "the" <CMS>', address: 'lectern@example.com' };
const MAIL: Mail = {
  to: 'ann@example.com',
  subject: 'Grüße <b>',
  paragraphs: ['<script>alert(1)</script> & so on', 'Zweiter Absatz – mit “Zeichen”'],
  link: { label: 'Open "it"', url: 'https://content.example.com/reset-password?token=cms_x&a=%22' },
};
const IDENTITY = { id: 'mail_01', createdAt: Date.UTC(2026, 10, 21, 10) };

async function withServer(
  options: SmtpOptions,
  use: (server: TestSmtpServer, send: (mail?: Mail) => Promise<void>) => Promise<void>,
  url = (server: TestSmtpServer) => server.url,
): Promise<void> {
  const server = await startSmtpServer(options);
  const mailer = new SmtpMailer({ url: url(server), from: FROM });
  try {
    await use(server, (mail = MAIL) => mailer.send(mail, IDENTITY));
  } finally {
    mailer.close();
    await server.close();
  }
}

it('a mail arrives as text and HTML, with the headers of an automatic mail, alike at every attempt', async () => {
  await withServer({}, async (server, send) => {
    await send();
    await send();
    const [first, second] = server.mails.map(({ content }) => content);
    assert.ok(first !== undefined && second !== undefined);
    assert.equal(first.messageId, '<mail_01@example.com>');
    assert.deepEqual(
      [second.messageId, second.date, second.text, second.html],
      [first.messageId, first.date, first.text, first.html],
    );
    assert.equal(first.date, '2026-11-21T10:00:00.000Z');
    assert.deepEqual([first.from?.name, first.from?.address], [FROM.name, FROM.address]);
    assert.deepEqual(
      first.to?.map(({ address }) => address),
      ['ann@example.com'],
    );
    assert.equal(first.subject, MAIL.subject);
    const header = (key: string) => first.headers.find((one) => one.key === key)?.value;
    assert.equal(header('auto-submitted'), 'auto-generated');
    assert.equal(header('x-auto-response-suppress'), 'All');
    for (const text of [...MAIL.paragraphs, MAIL.link?.url ?? '']) assert.ok(first.text?.includes(text), text);
    const html = first.html ?? '';
    assert.ok(html.includes('&lt;script&gt;alert(1)&lt;/script&gt; &amp; so on') && !html.includes('<script'));
    assert.match(html, /<h1 [^>]*>Grüße &lt;b&gt;<\/h1>/);
    assert.ok(html.includes('href="https://content.example.com/reset-password?token=cms_x&amp;a=%22"'));
    assert.match(html, /prefers-color-scheme: dark/);
    assert.doesNotMatch(html, /<(img|link|iframe)|url\(|@import/i);
  });
});

it('no address or subject adds a receiver or a header', async () => {
  await withServer({}, async (server, send) => {
    for (const to of [
      'ann@example.com\r\nBcc: eve@example.com',
      'ann@example.com, eve@example.com',
      'x <eve@example.com>',
    ])
      await assert.rejects(send({ ...MAIL, to }), MailRefusedError);
    await send({ ...MAIL, subject: 'x\r\nX-Evil: 1' });
    assert.deepEqual(
      server.mails.map(({ to }) => to),
      ['ann@example.com'],
    );
    for (const { content } of server.mails) assert.ok(content.headers.every(({ key }) => key !== 'x-evil'));
  });
});

it('user and password are sent as they were before they were encoded', async () => {
  const seen: unknown[] = [];
  const options: SmtpOptions = {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, callback) => {
      seen.push([username, password]);
      callback(null, { user: username });
    },
  };
  await withServer(
    options,
    (_server, send) => send(),
    ({ port }) => `smtp://me%40x:p%3A%2Fss@127.0.0.1:${port}`,
  );
  assert.deepEqual(seen, [['me@x', 'p:/ss']]);
});

it('a server without a trusted certificate gets no mail', async () => {
  const options: SmtpOptions = { secure: true, disabledCommands: [] };
  await withServer(
    options,
    async (server, send) => {
      await assert.rejects(send(), MailServerError);
      assert.deepEqual(server.mails, []);
    },
    ({ port }) => `smtps://127.0.0.1:${port}`,
  );
  await withServer({ disabledCommands: [] }, async (server, send) => {
    await assert.rejects(send(), MailServerError);
    assert.deepEqual(server.mails, []);
  });
});

const failures: readonly (SmtpFailure & { readonly is: { readonly name: string } })[] = [
  { at: 'connect', by: 421, is: MailServerError },
  { at: 'connect', by: 554, is: MailServerError },
  { at: 'connect', by: 'drop', is: MailServerError },
  { at: 'sender', by: 451, is: MailServerError },
  { at: 'sender', by: 550, is: MailServerError },
  { at: 'sender', by: 'drop', is: MailServerError },
  { at: 'receiver', by: 451, is: Error },
  { at: 'receiver', by: 550, is: MailRefusedError },
  { at: 'receiver', by: 'drop', is: MailServerError },
  { at: 'content', by: 452, is: Error },
  { at: 'content', by: 554, is: MailRefusedError },
  { at: 'content', by: 'drop', is: MailServerError },
];

for (const { at, by, is } of failures) {
  it(`a server that fails at ${at} by ${by} is a ${is.name}, and gets the next mail`, async () => {
    let isFailing = true;
    await withServer({ failing: (step) => (isFailing && step === at ? by : null) }, async (server, send) => {
      const error = await send().then(
        () => undefined,
        (error: unknown) => error,
      );
      assert.equal((error as Error | undefined)?.constructor, is, String(error));
      isFailing = false;
      await send({ ...MAIL, to: 'bea@example.com' });
      assert.equal(server.mails.at(-1)?.to, 'bea@example.com');
    });
  });
}

it('what the server fails at is counted, and what one receiver does not take is not', async () => {
  const database = await openDatabase({ kind: 'sqlite', folder: temporaryFolder('mail') });
  const outbox = new Outbox({ secret: 'x'.repeat(32), clock: Date.now });
  let failing: SmtpFailure['at'] = 'receiver';
  const server = await startSmtpServer({ failing: (step) => (step === failing ? 451 : null) });
  const mailer = new SmtpMailer({ url: server.url, from: FROM });
  const sending = new MailSending({ database, outbox, mailer, clock: Date.now, onProblem: () => undefined });
  try {
    for (const [at, count] of [
      ['receiver', 0],
      ['sender', 1],
    ] as const) {
      failing = at;
      await database.write((writer) => outbox.add(writer, MAIL));
      await sending.run(AbortSignal.timeout(WITHIN_MS));
      assert.deepEqual(
        sending.gauges.map(({ read }) => read()),
        [count],
        at,
      );
    }
  } finally {
    await sending.close();
    await server.close();
    await database.close();
  }
});

it('a server that cannot be reached, or refuses the password, is a MailServerError that does not name it', async () => {
  const mailer = new SmtpMailer({ url: 'smtp://me:pass-phrase@127.0.0.1:1', from: FROM });
  const unreachable = await mailer.send(MAIL, IDENTITY).catch((error: unknown) => error);
  assert.ok(unreachable instanceof MailServerError);
  const options: SmtpOptions = {
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(new Error('no')),
  };
  await withServer(
    options,
    async (_server, send) => {
      const refused = await send().catch((error: unknown) => error);
      assert.ok(refused instanceof MailServerError);
      assert.match(refused.message, /535/);
      for (const error of [unreachable, refused]) assert.doesNotMatch(`${error.message} ${error.stack}`, /pass-phrase/);
    },
    ({ port }) => `smtp://me:pass-phrase@127.0.0.1:${port}`,
  );
});
