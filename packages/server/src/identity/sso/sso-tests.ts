/**
 * Test log-ins: an owner goes through single sign-on with the stored connection, and reads what it would have done. Invariant:
 * a test logs nobody in, and nothing of users and members changes. It belongs to the person who started it, and to one version of the connection.
 */
import type { Database } from '../../platform/database/database.ts';
import { type DomainError, notFound } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { type Clock, isoTime } from '../../platform/kit/clock.ts';
import { newId } from '../../platform/kit/ids.ts';
import { asPerson } from '../actors/actors.ts';
import type { ChallengeKind, Challenges } from '../auth/challenges/challenges.ts';
import { testUrl } from './addresses.ts';
import { type Connections, noConnection, PERMISSION, requireOwn, targetOf } from './connections.ts';
import { problemAdvice, type SsoProblemKind } from './problems.ts';
import { noSuchLogIn, SsoRefusal } from './refusal.ts';
import type { SsoTest, SsoTestPerson, StartedSsoTest } from './schema.ts';

const MINUTE_MS = 60_000;

/** A test that a browser takes part in. */
export interface TestUnderWay {
  readonly id: string;
  readonly accountId: string;
  readonly userId: string;
  /** The version of the connection. */
  readonly version: number;
}

interface KeptTest extends TestUnderWay {
  readonly startedAt: number;
  readonly finishedAt: number | null;
  readonly person: SsoTestPerson | null;
  readonly problem: { readonly kind: SsoProblemKind; readonly reason: string } | null;
}

const START: ChallengeKind<TestUnderWay> = { purpose: 'sso_test_start', lifeMs: 10 * MINUTE_MS };
const TEST: ChallengeKind<KeptTest> = { purpose: 'sso_test', lifeMs: 60 * MINUTE_MS };

interface SsoTestsParts {
  readonly database: Database;
  readonly journal: Journal;
  readonly challenges: Challenges;
  readonly connections: Connections;
  readonly clock: Clock;
  /** The URL of the service for clients. */
  readonly address: { readonly url: string };
}

export class SsoTests {
  readonly #parts: SsoTestsParts;

  constructor(parts: SsoTestsParts) {
    this.#parts = parts;
  }

  /** Starts a test of the connection as it is stored. @throws `not_found` if the account has none */
  async start(actor: Actor, accountId: string): Promise<StartedSsoTest> {
    requireOwn(actor, accountId);
    const { journal, challenges, connections, address } = this.#parts;
    const { id: userId } = asPerson(actor, PERMISSION);
    return journal.write(actor, async (writer, change) => {
      const connection = await connections.find(writer, accountId);
      if (connection === undefined) throw noConnection();
      const underWay = { id: newId('sst', change.at), accountId, userId, version: connection.version };
      const test = { ...underWay, startedAt: change.at, finishedAt: null, person: null, problem: null };
      await challenges.keepIn(writer, TEST, underWay.id, test);
      const token = await challenges.beginIn(writer, START, underWay);
      change.record({ action: 'sso_connection.test', target: targetOf(accountId) });
      return { ...shown(test), url: testUrl(address.url, token) };
    });
  }

  /** @throws `not_found` for a test of somebody else, or an hour after it ended */
  async get(actor: Actor, accountId: string, id: string): Promise<SsoTest> {
    requireOwn(actor, accountId);
    const test = await this.#parts.challenges.kept(this.#parts.database.reader, TEST, id);
    if (test?.accountId !== accountId || test.userId !== asPerson(actor, PERMISSION).id) throw notFound('sso_test');
    return shown(test);
  }

  /** Uses up the token that a browser begins with. @throws SsoRefusal */
  async take(token: string): Promise<TestUnderWay> {
    const { database, challenges } = this.#parts;
    const underWay = await database.write((writer) => challenges.take(writer, START, token));
    if (underWay === undefined) throw noSuchLogIn();
    return underWay;
  }

  /** Records who would have been logged in. */
  async succeeded(id: string, person: SsoTestPerson): Promise<void> {
    await this.#finish(id, { person });
  }

  /** Records why nobody would have been. @returns what the browser shows */
  async failed(id: string, error: DomainError): Promise<SsoRefusal> {
    const { reason, kind } = error instanceof SsoRefusal ? error : { reason: error.message, kind: 'other' as const };
    await this.#finish(id, { problem: { kind, reason } });
    return new SsoRefusal(
      reason,
      'The test log-in did not succeed, and nobody is locked out. Go back to where you started it: the reason is shown there.',
      kind,
    );
  }

  async #finish(id: string, end: Partial<Pick<KeptTest, 'person' | 'problem'>>): Promise<void> {
    const { database, challenges, clock } = this.#parts;
    await database.write(async (writer) => {
      const test = await challenges.kept(writer, TEST, id);
      if (test !== undefined) await challenges.keepIn(writer, TEST, id, { ...test, finishedAt: clock(), ...end });
    });
  }
}

function shown({ id, accountId, version, startedAt, finishedAt, person, problem }: KeptTest): SsoTest {
  const ended = problem === null ? 'succeeded' : 'failed';
  return {
    id,
    account_id: accountId,
    state: finishedAt === null ? 'waiting' : ended,
    connection_version: version,
    person,
    problem: problem && { ...problem, advice: problemAdvice[problem.kind] },
    created_at: isoTime(startedAt),
    finished_at: isoTime(finishedAt),
  };
}
