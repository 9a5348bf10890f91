/**
 * The time of a rejected log-in reveals nothing: medians for an unknown address and for a wrong password are alike.
 * `LOGIN_TRIES=200` on a quiet machine requires them to be within 5 %; otherwise a few attempts show that the slow parts are the
 * same.
 */

import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { freshEmail } from '../../../testing/src/given.ts';
import { from, type IdentityStage, onEachInstallation, refused, signUp } from './installation.ts';

const TRIES = Number(process.env.LOGIN_TRIES ?? 12);
const IS_MEASURED = process.env.LOGIN_TRIES !== undefined;
/** How far medians may be apart. A busy machine blurs them; a missing hash would make one of them ten times shorter. */
const APART_MAX = IS_MEASURED ? 0.05 : 0.5;
const WRONG = 'another quiet harbour 5';
const MINUTE_MS = 60_000;

// Hashes cost what they do outside of tests.
onEachInstallation('log-in time', defineCases, {});

function defineCases(stage: IdentityStage): void {
  let known: string[];
  before(async () => {
    known = [];
    for (let person = 0; person < TRIES / 4; person++) known.push((await signUp(stage)).email);
  });

  const timeOf = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await work();
    return performance.now() - startedAt;
  };
  /** Alternately, so that whatever else the machine does concerns both. */
  const mediansOf = async (work: (email: string) => Promise<unknown>) => {
    const times = { known: [] as number[], unknown: [] as number[] };
    for (let time = 0; time < TRIES; time++) {
      stage.now += MINUTE_MS;
      const email = known[time % known.length] ?? '';
      times.known.push(await timeOf(() => work(email)));
      times.unknown.push(await timeOf(() => work(freshEmail())));
    }
    return { known: medianOf(times.known), unknown: medianOf(times.unknown) };
  };
  const assertAlike = ({ known, unknown }: { known: number; unknown: number }) => {
    const apart = Math.abs(known - unknown) / Math.max(known, unknown);
    const report = `known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, apart ${(apart * 100).toFixed(1)} %`;
    assert.ok(apart <= APART_MAX, report);
    return report;
  };

  it('is the same for an unknown address and a wrong password', async (context) => {
    const medians = await mediansOf((email) =>
      refused(stage.identity.logIn.logIn({ email, password: WRONG }, from()), 'unauthenticated'),
    );
    context.diagnostic(assertAlike(medians));
  });

  it('is the same when a new password is requested for an unknown address', async (context) => {
    const medians = await mediansOf((email) => stage.identity.passwords.forgot(email, from()));
    context.diagnostic(assertAlike(medians));
  });

  it('counts both alike: as many tries are let in, with the same delays', async () => {
    const throttled = async (email: string) => {
      const waits: unknown[] = [];
      for (let time = 0; time < 13; time++) {
        const refusal = await stage.identity.logIn.logIn({ email, password: WRONG }, from()).catch((error) => error);
        waits.push([refusal.code, refusal.message, refusal.extra]);
      }
      return waits;
    };
    const { email } = await signUp(stage);
    assert.deepEqual(await throttled(email), await throttled(freshEmail()));
  });

  it('is that of hashes which cost what OWASP asks for', async () => {
    const users = await stage.database.reader.selectFrom('users').select('password_hash').execute();
    for (const { password_hash } of users) assert.match(password_hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
}

function medianOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
