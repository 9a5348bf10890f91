/**
 * Invitations through an SMTP server that fails every third time, from a service that is killed again and again: every
 * acknowledged one is mailed at least once, and no withdrawn one is. An account may send 100 of them an hour.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, closeConnections, send } from '../../../../testing/src/client.ts';
import { describeEachEngine, type TestEngine } from '../../../../testing/src/engines.ts';
import { PASSWORD, signUp } from '../../../../testing/src/given.ts';
import { type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import {
  mailEnvironment,
  type SmtpFailure,
  startSmtpServer,
  type TestSmtpServer,
} from '../../../../testing/src/servers/smtp.ts';
import { until } from '../../../../testing/src/until.ts';

const MAILS = Number(process.env.MAILS ?? 40);
const KILLS = Number(process.env.MAIL_KILLS ?? 1);
/** One of this many invitations is withdrawn. */
const WITHDRAWN_EVERY = 10;
/** After this time, a mail whose transmission began before its withdrawal has been rejected. */
const IN_FLIGHT_MS = 2_000;
const FAILS_EVERY = 3;
/** The share of mails whose time is reported: the last ones wait for their fifth or sixth attempt. */
const MOST = 0.9;
const PARALLEL = 4;
const TEMPORARY = 450;
const METRICS_TOKEN = 'metrics-of-the-mail-test';
const DEADLINE_MS = 540_000;
const POLL_MS = 250;

const FAILURES: readonly SmtpFailure[] = [
  { at: 'receiver', by: 450 },
  { at: 'content', by: 'drop' },
  { at: 'sender', by: 451 },
  { at: 'content', by: 452 },
  { at: 'receiver', by: 'drop' },
];

/** The server's part: what it rejects, and what it must never receive. */
class Fate {
  readonly #mayArriveFrom = new Map<string, number>();
  #transactions = 0;
  #failure: SmtpFailure | undefined;
  isFailing = false;

  /** Records an acknowledged withdrawal. */
  withdrawn(address: string): void {
    this.#mayArriveFrom.set(address, Date.now() + IN_FLIGHT_MS);
  }

  failing(step: SmtpFailure['at'], receiver: string | null): SmtpFailure['by'] | null {
    // Until it is withdrawn, and a moment longer, it waits for another attempt; after that, it would arrive.
    if (step === 'receiver' && isToWithdraw(receiver ?? '')) {
      const from = this.#mayArriveFrom.get(receiver ?? '') ?? Number.POSITIVE_INFINITY;
      return Date.now() < from ? TEMPORARY : null;
    }
    if (!this.isFailing) return null;
    if (step === 'sender') {
      this.#transactions += 1;
      const turn = this.#transactions / FAILS_EVERY;
      this.#failure = Number.isInteger(turn) ? FAILURES[turn % FAILURES.length] : undefined;
    }
    if (this.#failure?.at !== step) return null;
    const { by } = this.#failure;
    this.#failure = undefined;
    return by;
  }
}

function addressOf(index: number): string {
  return index % WITHDRAWN_EVERY === 0 ? `withdrawn-${index}@example.com` : `invited-${index}@example.com`;
}

function isToWithdraw(address: string): boolean {
  return address.startsWith('withdrawn-');
}

describeEachEngine('mails', (engine) => {
  it(`of ${MAILS} invitations arrive over ${KILLS} kills, and of none that was withdrawn`, {
    timeout: DEADLINE_MS,
  }, async (context) => {
    const fate = new Fate();
    const smtp = await startSmtpServer({ failing: (step, receiver) => fate.failing(step, receiver) });
    const stage = new Stage(engine, smtp);
    try {
      const startedAt = Date.now();
      await stage.begin();
      fate.isFailing = true;
      const inviting = stage.inviteAll(fate);
      for (let kill = 1; kill <= KILLS; kill++) {
        const mailed = (kill * MAILS) / (KILLS + 2);
        await until(
          () => smtp.mails.length,
          (count) => count >= mailed,
          DEADLINE_MS,
        );
        await stage.kill();
      }
      await inviting;
      const invitedAt = Date.now();
      await until(
        () => stage.pending(),
        (count) => count === 0,
        DEADLINE_MS,
      );
      const arrived = smtp.mails.map(({ to }) => to);
      for (let index = 1; index <= MAILS; index++) {
        const address = addressOf(index);
        assert.equal(arrived.includes(address), !isToWithdraw(address), address);
      }
      assertDoublesAreAlike(smtp);
      const seconds = (at = Date.now()) => Math.round((at - startedAt) / 1_000);
      const most = smtp.mails.map(({ at }) => at).toSorted((one, other) => one - other)[
        Math.floor(smtp.mails.length * MOST)
      ];
      context.diagnostic(
        `${MAILS} invitations in ${seconds(invitedAt)} s; ${arrived.length} mails, ${MOST * 100} % in ${seconds(most)} s, all in ${seconds()} s`,
      );
    } finally {
      await stage.end();
      await smtp.close();
    }
  });
});

/** A service that is restarted after each kill, and the owner of an account in it. */
class Stage {
  readonly #engine: TestEngine;
  readonly #smtp: TestSmtpServer;
  #service: ServiceProcess | undefined;
  #owner: { readonly email: string; readonly accountId: string } = { email: '', accountId: '' };
  /** The session of the owner; it survives restarts. */
  #token = '';

  constructor(engine: TestEngine, smtp: TestSmtpServer) {
    this.#engine = engine;
    this.#smtp = smtp;
  }

  async begin(): Promise<void> {
    await this.#start();
    const { email, accountId, actor } = await signUp(this.#url);
    this.#owner = { email, accountId };
    const [{ content } = assert.fail('no mail')] = await this.#smtp.mailsTo(email);
    const token = /token=(\w+)/.exec(content.text ?? '')?.[1];
    await new Actor(this.#url, null).post('/auth/verify-email', { token }, 204);
    this.#token = String(actor.token);
  }

  async kill(): Promise<void> {
    await this.#service?.end('SIGKILL');
    closeConnections();
    await this.#start();
  }

  async end(): Promise<void> {
    closeConnections();
    await this.#service?.end('SIGINT');
  }

  /** Mails that wait to be sent. */
  async pending(): Promise<number> {
    const { text } = await send(this.#url, 'GET', '/metrics', { token: METRICS_TOKEN });
    return Number(/^lectern_mails_pending (\d+)$/m.exec(text)?.[1] ?? Number.NaN);
  }

  async inviteAll(fate: Fate): Promise<void> {
    const indexes = Array.from({ length: MAILS }, (_, index) => index + 1).values();
    const inviteNext = async () => {
      for (const index of indexes) {
        const id = await this.#invite(addressOf(index));
        if (!isToWithdraw(addressOf(index))) continue;
        await this.#tell('DELETE', `${this.#invitations}/${id}`, undefined, [204, 404]);
        fate.withdrawn(addressOf(index));
      }
    };
    await Promise.all(Array.from({ length: PARALLEL }, inviteNext));
  }

  /** @returns the id; an invitation created while the service was killed is found by its address */
  async #invite(email: string): Promise<string> {
    const made = await this.#tell('POST', this.#invitations, { email, role: 'viewer' }, [201, 409]);
    if (made.status === 201) return made.string('id');
    const list = await this.#tell('GET', `${this.#invitations}?limit=1000&order=-created_at`, undefined, [200]);
    const items = list.at('items') as { id: string; email: string }[];
    return items.find((item) => item.email === email)?.id ?? assert.fail(`${made}`);
  }

  /** Repeats a request until the service responds, whichever process that is. */
  async #tell(method: string, path: string, body: unknown, statuses: readonly number[]) {
    for (;;) {
      const parts = { token: this.#token, ...(body === undefined ? {} : { body }) };
      const response = await send(this.#url, method, path, parts).catch(() => undefined);
      if (response !== undefined && statuses.includes(response.status)) return response;
      if (response?.status === 401) this.#token = await this.#logIn();
      else if (response !== undefined && response.status < 500) assert.fail(String(response));
      await sleep(POLL_MS);
    }
  }

  async #logIn(): Promise<string> {
    const body = { email: this.#owner.email, password: PASSWORD };
    return (await new Actor(this.#url, null).post('/auth/login', body, 200)).string('access_token');
  }

  async #start(): Promise<void> {
    const env = { ...mailEnvironment(this.#smtp), LECTERN_METRICS_TOKEN: METRICS_TOKEN };
    this.#service = await startProcess({ engine: this.#engine, env });
  }

  get #url(): string {
    return this.#service?.url ?? '';
  }

  get #invitations(): string {
    return `/accounts/${this.#owner.accountId}/invitations`;
  }
}

/** Fails unless duplicates have the same Message-ID, by which receivers can drop them. */
function assertDoublesAreAlike({ mails }: TestSmtpServer): void {
  const ids = new Map<string, Set<string | undefined>>();
  for (const { to, content } of mails) ids.set(to, (ids.get(to) ?? new Set()).add(content.messageId));
  for (const [address, messageIds] of ids) assert.equal(messageIds.size, 1, address);
}
