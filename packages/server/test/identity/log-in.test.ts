/** Log-in, sign-up and passwords: what is allowed, what is throttled, and what a response must not reveal. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshEmail, PASSWORD } from '../../../testing/src/given.ts';
import { emailAttempt, signUpAttempt } from '../../src/platform/request-limits/limits.ts';
import { Throttle } from '../../src/platform/request-limits/throttle.ts';
import { from, onEachInstallation, refused, signUp } from './installation.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const WRONG = 'another quiet harbour 5';

function refusalsWith(code: string, outcomes: readonly PromiseSettledResult<unknown>[]): number {
  return outcomes.filter((outcome) => outcome.status === 'rejected' && outcome.reason.code === code).length;
}

onEachInstallation('log-in', (stage) => {
  const logIn = (email: string, password: string, origin = from()) =>
    stage.identity.logIn.logIn({ email, password }, origin);
  const failTimes = async (times: number, email: () => string, origin: () => ReturnType<typeof from>) => {
    // Two at a time, as many as there are cores.
    for (let time = 0; time < times; time += 2) {
      const attempts = Array.from({ length: Math.min(2, times - time) }, () => logIn(email(), WRONG, origin()));
      await Promise.all(attempts.map((attempt) => refused(attempt, 'unauthenticated')));
    }
  };

  it('accepts the address in any case, and rejects a wrong password and an unknown address with the same message', async () => {
    const { email, person } = await signUp(stage);
    assert.equal((await logIn(email.toUpperCase(), PASSWORD)).user.id, person.id);
    const wrong = await refused(logIn(email, WRONG), 'unauthenticated');
    const unknown = await refused(logIn(freshEmail(), PASSWORD), 'unauthenticated');
    assert.equal(wrong.message, unknown.message);
  });

  it('journals successes, and failures of known users', async () => {
    const { email, person } = await signUp(stage);
    const known = (await stage.actions()).length;
    await refused(logIn(email, WRONG), 'unauthenticated');
    await refused(logIn(freshEmail(), WRONG), 'unauthenticated');
    await logIn(email, PASSWORD);
    const actions = (await stage.actions()).slice(known);
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['session.refuse', 'session.create'],
    );
    assert.equal(actions[0]?.target_id, person.id);
  });

  describe('guesses', () => {
    it('at one address are slowed down, more and more, and never for good', async () => {
      const { email } = await signUp(stage);
      await failTimes(10, () => email, from);
      let waitMs = SECOND;
      for (const expected of [1, 2, 4, 8, 16, 32, 60, 60]) {
        const refusal = await refused(logIn(email, PASSWORD), 'api_quota_exceeded');
        assert.deepEqual([refusal.extra.scope, refusal.extra.retryAfterSeconds], ['login', expected]);
        waitMs = expected * SECOND;
        stage.now += waitMs;
        await refused(logIn(email, WRONG), 'unauthenticated');
      }
      stage.now += MINUTE;
      await logIn(email, PASSWORD);
      await refused(logIn(email, WRONG), 'unauthenticated');
    });

    it('at one address do not lock out a user with a session from their own network address', async () => {
      const home = from();
      const { email } = await signUp(stage, home);
      await failTimes(10, () => email, from);
      await refused(logIn(email, PASSWORD), 'api_quota_exceeded');
      await refused(logIn(email, WRONG, home), 'api_quota_exceeded');
      await logIn(email, PASSWORD, home);
    });

    it('from one network do not lock out a user on another one', async () => {
      const [attacker, { email }] = [from(), await signUp(stage)];
      await failTimes(
        10,
        () => email,
        () => attacker,
      );
      await refused(logIn(email, PASSWORD, attacker), 'api_quota_exceeded');
      await logIn(email, PASSWORD);
    });

    it('in parallel and on two nodes are as many as were let in', async () => {
      const { email, person } = await signUp(stage);
      const known = (await stage.actions()).length;
      const attacker = from();
      const guesses = Array.from({ length: 150 }, (_, index) => {
        const node = index % 2 === 0 ? stage : stage.other;
        return node.identity.logIn.logIn({ email, password: WRONG }, attacker);
      });
      const outcomes = await Promise.allSettled(guesses);
      assert.equal(refusalsWith('unauthenticated', outcomes), 10);
      assert.equal(refusalsWith('api_quota_exceeded', outcomes), 140);
      const refusals = (await stage.actions()).slice(known).map(({ action, target_id }) => [action, target_id]);
      assert.deepEqual(refusals, Array(10).fill(['session.refuse', person.id]));
    });

    it('in parallel from many networks are as many as were let in', async () => {
      const { email } = await signUp(stage);
      const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => logIn(email, WRONG, from())));
      assert.equal(refusalsWith('unauthenticated', outcomes), 10);
    });

    it('in parallel from a network that the user is known from are as many as were let in', async () => {
      const home = from();
      const { email } = await signUp(stage, home);
      const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => logIn(email, WRONG, home)));
      assert.equal(refusalsWith('unauthenticated', outcomes), 10);
      await logIn(email, PASSWORD);
    });

    it('at an unknown address are slowed down alike', async () => {
      const email = freshEmail();
      await failTimes(10, () => email, from);
      await refused(logIn(email.toUpperCase(), WRONG), 'api_quota_exceeded');
    });

    it('from one network address at many are stopped for a quarter of an hour', async () => {
      const attacker = from();
      // Most of them are counted without the work that a password takes.
      const throttle = new Throttle({ database: stage.database, clock: () => stage.now });
      const { network } = emailAttempt('login', '', attacker.ip);
      for (let failure = 1; failure <= 90; failure++) await throttle.take([network]);
      await failTimes(9, freshEmail, () => attacker);
      const { email } = await signUp(stage);
      await logIn(email, PASSWORD, attacker);
      await failTimes(1, freshEmail, () => attacker);
      const refusal = await refused(logIn(email, PASSWORD, attacker), 'api_quota_exceeded');
      assert.ok(Number(refusal.extra.retryAfterSeconds) > 800);
      await logIn(email, PASSWORD);
      stage.now += 15 * MINUTE;
      await logIn(email, PASSWORD, attacker);
    });

    it('from one IPv6 network count together', async () => {
      const throttle = new Throttle({ database: stage.database, clock: () => stage.now });
      const keys = (ip: string) => [emailAttempt('login', '', ip).network];
      const wait = (ip: string) => throttle.wait(keys(ip));
      for (let host = 1; host <= 100; host++) assert.equal(await throttle.take(keys(`2001:db8:1:2::${host}`)), 0);
      assert.equal(await wait('2001:db8:1:2:ffff::1'), 15 * MINUTE);
      assert.equal(await wait('2001:db8:1:3::1'), 0);
    });
  });

  describe('sign-up', () => {
    const ask = (
      body: { email: string; password?: string; account_name?: string; invitation_token?: string },
      node: Pick<typeof stage, 'identity'> = stage,
    ) => node.identity.signUp.signUp({ password: PASSWORD, ...body }, from());

    it('accepts an address once, even concurrently', async () => {
      const email = freshEmail();
      const outcomes = await Promise.allSettled([
        ask({ email, account_name: email }),
        ask({ email: email.toUpperCase(), account_name: email }, stage.other),
        ask({ email, account_name: email }, stage.other),
        ask({ email, account_name: email }),
      ]);
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      const { count } = await stage.database.reader
        .selectFrom('accounts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('name', '=', email)
        .executeTakeFirstOrThrow();
      assert.equal(Number(count), 1);
    });

    it('is limited per network, with known addresses more so', async () => {
      const throttle = new Throttle({ database: stage.database, clock: () => stage.now });
      const [ip, other] = [from(), from()];
      const { email } = await signUp(stage, ip);
      for (let time = 1; time < 299; time++) await throttle.take([signUpAttempt(ip.ip).all]);
      await signUp(stage, ip);
      const refusal = await refused(signUp(stage, ip), 'api_quota_exceeded');
      assert.equal(refusal.extra.scope, 'signup');
      for (let time = 1; time < 100; time++) await throttle.take([signUpAttempt(other.ip).known]);
      await signUp(stage, other);
      const again = () => stage.identity.signUp.signUp({ email, password: PASSWORD }, other);
      await refused(again(), 'conflict');
      await refused(again(), 'api_quota_exceeded');
      await signUp(stage);
      stage.now += 15 * MINUTE;
      await signUp(stage, ip);
      await refused(again(), 'conflict');
    });

    it('refuses what is no address, and passwords that are guessed first', async () => {
      for (const email of ['', 'nobody', 'a@b@c', 'a b@example.com', '<a@example.com>', '\u212Aate@example.com']) {
        await refused(ask({ email }), 'validation_failed');
        await refused(logIn(email, PASSWORD), 'validation_failed');
        await refused(stage.identity.passwords.forgot(email, from()), 'validation_failed');
      }
      const email = 'marguerite@example.com';
      for (const [password, rule] of [
        ['short', 'min_length'],
        ['x'.repeat(129), 'max_length'],
        ['Password123!', 'common'],
        ['marguerite-1', 'context'],
        ['lectern-2026!!', 'context'],
      ] as const) {
        const refusal = await refused(ask({ email, password }), 'validation_failed');
        assert.equal((refusal.extra.errors as { rule: string }[])[0]?.rule, rule, password);
      }
      await ask({ email, password: `${'🌊'.repeat(4)}äöüß` });
    });

    it('is closed if configured so, and accepts no unknown invitation', async () => {
      const [invite, closed] = [await stage.node('invite'), await stage.node('closed')];
      await refused(ask({ email: freshEmail() }, invite), 'signup_closed');
      await refused(ask({ email: freshEmail(), invitation_token: 'x' }, invite), 'validation_failed');
      await refused(ask({ email: freshEmail() }, closed), 'signup_closed');
      await refused(ask({ email: freshEmail(), invitation_token: 'x' }, closed), 'signup_closed');
      await refused(ask({ email: freshEmail(), invitation_token: 'x' }), 'validation_failed');
    });
  });

  describe('passwords', () => {
    const forgot = async (email: string) => {
      const known = (await stage.mails()).length;
      await stage.identity.passwords.forgot(email, from());
      const mails = (await stage.mails()).slice(known);
      return { mails, token: /cms_rst_\w+/.exec(mails.join(''))?.[0] ?? '' };
    };
    const reset = (token: string, password: string) => stage.identity.passwords.reset({ token, password }, from());

    it('are reset by a mail that works once, and end all sessions', async () => {
      const { email, tokens } = await signUp(stage);
      const { mails, token } = await forgot(email);
      assert.equal(mails.length, 1);
      assert.match(mails[0] ?? '', new RegExp(`^To: ${email}`, 'm'));
      await refused(reset(token, 'password'), 'validation_failed');
      const outcomes = await Promise.allSettled([reset(token, WRONG), reset(token, WRONG), reset(token, WRONG)]);
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      await refused(stage.identity.authentication.management(tokens.access_token, from()), 'unauthenticated');
      await refused(stage.identity.sessions.refresh(tokens.refresh_token, from()), 'unauthenticated');
      await refused(logIn(email, PASSWORD), 'unauthenticated');
      await logIn(email, WRONG);
      await refused(reset(token, PASSWORD), 'validation_failed');
    });

    it('are not reset after an hour, nor by a guess, nor for an unknown user', async () => {
      const { email } = await signUp(stage);
      const { token } = await forgot(email);
      assert.deepEqual((await forgot(freshEmail())).mails, []);
      stage.now += 60 * MINUTE;
      for (const guess of [token, '', 'guess', token.replace('rst', 'ref')])
        await refused(reset(guess, WRONG), 'validation_failed');
      await logIn(email, PASSWORD);
    });

    it('cannot be requested without limit', async () => {
      const { email } = await signUp(stage);
      for (let time = 0; time < 10; time++) await stage.identity.passwords.forgot(email, from());
      assert.equal(
        (await refused(stage.identity.passwords.forgot(email, from()), 'api_quota_exceeded')).extra.scope,
        'password_reset',
      );
    });

    it('are mailed a bounded number of times, however many ask at once and on which node', async () => {
      const { email } = await signUp(stage);
      const attacker = from();
      const known = (await stage.mails()).length;
      const requests = Array.from({ length: 200 }, (_, index) => {
        const node = index % 2 === 0 ? stage : stage.other;
        return node.identity.passwords.forgot(email, attacker);
      });
      const outcomes = await Promise.allSettled(requests);
      assert.equal(refusalsWith('api_quota_exceeded', outcomes), 190);
      assert.equal((await stage.mails()).length - known, 10);
      await stage.identity.passwords.forgot(email, from());
      assert.equal((await stage.mails()).length - known, 11);
    });

    it('are guessed no more often by who is logged in, whatever happens at log-in', async () => {
      const { email, person } = await signUp(stage);
      const change = (current_password: string) =>
        stage.identity.profile.update(person, { password: WRONG, current_password });
      await failTimes(12, () => email, from).catch(() => {});
      const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => change(WRONG)));
      assert.equal(refusalsWith('validation_failed', outcomes), 10);
      assert.equal(refusalsWith('api_quota_exceeded', outcomes), 10);
      stage.now += SECOND;
      await change(PASSWORD);
    });

    it('change only with the current one, and end all sessions', async () => {
      const { email, tokens, person } = await signUp(stage);
      const update = (asked: { password: string; current_password?: string }) =>
        stage.identity.profile.update(person, asked);
      await refused(update({ password: WRONG }), 'validation_failed');
      await refused(update({ password: WRONG, current_password: WRONG }), 'validation_failed');
      await refused(update({ password: 'Password123!', current_password: PASSWORD }), 'validation_failed');
      await stage.identity.authentication.management(tokens.access_token, from());
      const me = await update({ password: WRONG, current_password: PASSWORD });
      assert.deepEqual([me.user.email, me.version], [email, 2]);
      await refused(stage.identity.authentication.management(tokens.access_token, from()), 'unauthenticated');
      await refused(stage.identity.sessions.refresh(tokens.refresh_token, from()), 'unauthenticated');
      await logIn(email, WRONG);
    });

    it('that are replaced meanwhile begin no session and change nothing', async () => {
      const { email, person } = await signUp(stage);
      const { token } = await forgot(email);
      const logIns = Promise.allSettled(Array.from({ length: 8 }, () => logIn(email, PASSWORD)));
      const other = `${WRONG} too`;
      const change = stage.identity.profile.update(person, { password: other, current_password: PASSWORD });
      const [replaced, changed] = await Promise.allSettled([reset(token, WRONG), change]);
      for (const outcome of await logIns) {
        if (outcome.status === 'rejected') continue;
        const { access_token } = outcome.value;
        await refused(stage.identity.authentication.management(access_token, from()), 'unauthenticated');
      }
      assert.equal(refusalsWith('unauthenticated', [changed]) + refusalsWith('validation_failed', [replaced]), 1);
      await logIn(email, changed.status === 'fulfilled' ? other : WRONG);
    });

    it('are never stored or journalled in clear text', async () => {
      const users = await stage.database.reader.selectFrom('users').selectAll().execute();
      const text = JSON.stringify([users, await stage.actions()]);
      assert.ok(!text.includes(PASSWORD) && !text.includes(WRONG));
      for (const { password_hash } of users) assert.match(password_hash, /^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    });
  });

  it('changes of the name need the version that was read, and no difference makes no new one', async () => {
    const { person } = await signUp(stage);
    const known = (await stage.actions()).length;
    assert.equal((await stage.identity.profile.update(person, { name: 'Ada' })).version, 1);
    assert.equal((await stage.actions()).length, known);
    assert.equal((await stage.identity.profile.update(person, { name: 'Grace' }, 1)).user.name, 'Grace');
    await refused(stage.identity.profile.update(person, { name: 'Edith' }, 1), 'version_conflict');
  });
});

// A queue is only there while a hash takes what it does outside of tests.
onEachInstallation(
  'sign-up',
  (stage) => {
    it('by many at once from one network does not keep others from logging in', async () => {
      const { email } = await signUp(stage);
      const crowd = from();
      const signUps = Promise.allSettled(Array.from({ length: 130 }, () => signUp(stage, crowd)));
      await stage.identity.logIn.logIn({ email, password: PASSWORD }, from());
      const outcomes = await signUps;
      const refusals = refusalsWith('api_quota_exceeded', outcomes);
      assert.ok(refusals > 100, `${refusals} of 130 were refused`);
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 130 - refusals);
    });
  },
  {},
);
