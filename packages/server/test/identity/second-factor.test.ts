/**
 * The second factor: when it is required, what it accepts, and that no code, challenge or recovery code works twice, on one node
 * and on two.
 */

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../../testing/src/given.ts';
import { AuthenticatorApp } from '../../../testing/src/people/authenticator-app.ts';
import { asPerson, type Person } from '../../src/identity/actors/actors.ts';
import { TOTP_STEP_MS } from '../../src/platform/kit/totp.ts';
import {
  from,
  type IdentityStage,
  mailedTo,
  type Node,
  onEachInstallation,
  refused,
  type SignedUp,
  signUp,
  signUpProven,
} from './installation.ts';

const MINUTE = 60_000;
const WRONG = 'not the code';

/** A person with an authenticator app. */
interface Protected extends SignedUp {
  readonly phone: AuthenticatorApp;
  readonly recoveryCodes: readonly string[];
}

async function setUp(stage: IdentityStage, member?: SignedUp): Promise<Protected> {
  const who = member ?? (await signUp(stage));
  const { app } = stage.identity.secondFactor;
  const begun = await app.begin(who.person, PASSWORD);
  const phone = new AuthenticatorApp(begun.secret);
  const code = phone.code(stage.now);
  const made = await app.confirm(who.person, { challenge: begun.challenge, code });
  stage.now += 2 * TOTP_STEP_MS;
  return { ...who, phone, recoveryCodes: made.recovery_codes ?? [] };
}

onEachInstallation('second factor', (stage) => {
  const codeOf = ({ phone }: Protected, steps = 0) => phone.code(stage.now, steps);
  const logIn = (email: string, origin = from(), node: Pick<Node, 'identity'> = stage) =>
    node.identity.logIn.logIn({ email, password: PASSWORD }, origin);
  const challengeOf = async ({ email }: SignedUp) => {
    const refusal = await refused(logIn(email), 'second_factor_required');
    return String(refusal.extra.challenge);
  };
  const finish = (challenge: string, code: string, origin = from(), node: Pick<Node, 'identity'> = stage) =>
    node.identity.secondFactor.secondStep.finish({ challenge, code }, origin);
  const enter = async (token: string): Promise<Person> =>
    asPerson(await stage.identity.authentication.management(token, from()), 'x');
  const state = (person: Person) => stage.identity.secondFactor.factors.state(person);

  describe('an authenticator app', () => {
    it('is asked for at log-in once its first code was sent, and not before', async () => {
      const member = await signUp(stage);
      const { app } = stage.identity.secondFactor;
      const begun = await app.begin(member.person, PASSWORD);
      assert.match(begun.otpauth_url, /^otpauth:\/\/totp\/Lectern:/);
      await logIn(member.email);
      await refused(app.confirm(member.person, { challenge: begun.challenge, code: '000000' }), 'validation_failed');
      await logIn(member.email);
      const protectedMember = await setUp(stage, member);
      const refusal = await refused(logIn(member.email), 'second_factor_required');
      assert.deepEqual(refusal.extra.methods, ['totp', 'recovery_code']);
      const tokens = await finish(String(refusal.extra.challenge), codeOf(protectedMember));
      const person = await enter(tokens.access_token);
      assert.equal(person.id, member.person.id);
      assert.equal((await state(person)).confirmed, true);
    });

    it('is set up and removed with the password alone', async () => {
      const member = await setUp(stage);
      const { app, factors } = stage.identity.secondFactor;
      const wrong = 'another quiet harbour 5';
      await refused(app.begin(member.person, wrong), 'validation_failed');
      await refused(app.remove(member.person, wrong), 'validation_failed');
      await refused(factors.renewCodes(member.person, wrong), 'validation_failed');
      await app.remove(member.person, PASSWORD);
      const after = await state(member.person);
      assert.deepEqual(after, {
        enabled: false,
        totp: null,
        passkeys: 0,
        recovery_codes_left: 0,
        required: false,
        confirmed: false,
      });
      await logIn(member.email);
      await refused(app.remove(member.person, PASSWORD), 'not_found');
      await refused(factors.renewCodes(member.person, PASSWORD), 'conflict');
    });

    it('cannot be changed in a session that began without it', async () => {
      const member = await signUp(stage);
      const old = await enter((await logIn(member.email)).access_token);
      await setUp(stage, member);
      const { app, factors } = stage.identity.secondFactor;
      await refused(app.begin(old, PASSWORD), 'second_factor_required');
      await refused(app.remove(old, PASSWORD), 'second_factor_required');
      await refused(factors.renewCodes(old, PASSWORD), 'second_factor_required');
    });

    it('is replaced by a new one, whose first code ends the old one', async () => {
      const first = await setUp(stage);
      const second = await setUp(stage, first);
      assert.deepEqual(second.recoveryCodes, [], 'the codes stay');
      const challenge = await challengeOf(first);
      await refused(finish(challenge, codeOf(first)), 'validation_failed');
      await finish(challenge, codeOf(second));
    });

    it('is not set up by the challenge of someone else, of a log-in, or used twice', async () => {
      const [member, other] = [await signUp(stage), await setUp(stage)];
      const { app } = stage.identity.secondFactor;
      const begun = await app.begin(member.person, PASSWORD);
      const code = new AuthenticatorApp(begun.secret).code(stage.now);
      await refused(app.confirm(other.person, { challenge: begun.challenge, code }), 'validation_failed');
      await refused(app.confirm(member.person, { challenge: await challengeOf(other), code }), 'validation_failed');
      await refused(finish(begun.challenge, code), 'unauthenticated');
      await app.confirm(member.person, { challenge: begun.challenge, code });
      await refused(app.confirm(member.person, { challenge: begun.challenge, code }), 'validation_failed');
    });

    it('keeps its secret and its codes unreadable in the database', async () => {
      const member = await setUp(stage);
      const { reader } = stage.database;
      const app = await reader
        .selectFrom('authenticator_apps')
        .selectAll()
        .where('user_id', '=', member.person.id)
        .executeTakeFirstOrThrow();
      const bytes = member.phone.secret;
      assert.ok(!Buffer.from(app.secret).includes(bytes));
      assert.ok(!Buffer.from(app.secret).includes(bytes.toString('base64url')));
      const hashes = await reader.selectFrom('recovery_codes').select('code_hash').execute();
      for (const code of member.recoveryCodes)
        for (const { code_hash } of hashes) assert.ok(!code_hash.includes(code.replace('-', '')));
    });
  });

  describe('a code', () => {
    it('works one step early or late, no further, and no earlier than the last one', async () => {
      for (const [off, isTaken] of [
        [-2, false],
        [-1, true],
        [1, true],
        [2, false],
      ] as const) {
        const member = await setUp(stage);
        const code = codeOf(member, off);
        const attempt = finish(await challengeOf(member), code);
        if (isTaken) await attempt;
        else await refused(attempt, 'validation_failed');
      }
    });

    it('works once, also right after it confirmed the app', async () => {
      const member = await signUp(stage);
      const { app } = stage.identity.secondFactor;
      const begun = await app.begin(member.person, PASSWORD);
      const codeAt = (steps: number) => new AuthenticatorApp(begun.secret).code(stage.now, steps);
      await app.confirm(member.person, { challenge: begun.challenge, code: codeAt(0) });
      const challenge = await challengeOf(member);
      await refused(finish(challenge, codeAt(0)), 'validation_failed');
      await refused(finish(challenge, codeAt(-1)), 'validation_failed');
      await finish(challenge, codeAt(1));
      await refused(finish(await challengeOf(member), codeAt(1)), 'validation_failed');
    });

    it('begins one session of twenty that try it at once on two nodes', async () => {
      const member = await setUp(stage);
      const challenges = [];
      for (let time = 0; time < 20; time++) challenges.push(await challengeOf(member));
      const code = codeOf(member);
      const outcomes = await Promise.allSettled(
        challenges.map((challenge, index) => finish(challenge, code, from(), index % 2 === 0 ? stage : stage.other)),
      );
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    });

    it('is read as people type it', async () => {
      const member = await setUp(stage);
      const code = codeOf(member);
      await finish(await challengeOf(member), ` ${code.slice(0, 3)} ${code.slice(3)}`);
    });

    it('cannot be guessed: ten tries in a quarter of an hour from a network', async () => {
      const member = await setUp(stage);
      const attacker = from();
      const challenge = await challengeOf(member);
      const guess = () => finish(challenge, '000000', attacker);
      for (let time = 0; time < 10; time++) await refused(guess(), 'validation_failed');
      for (let time = 0; time < 20; time++) {
        const refusal = await refused(guess(), 'api_quota_exceeded');
        assert.equal(refusal.extra.scope, 'second_factor');
        stage.now += MINUTE / 4;
      }
      await refused(finish(await challengeOf(member), codeOf(member), attacker), 'api_quota_exceeded');
    });

    it('cannot be guessed in parallel either, on two nodes', async () => {
      const member = await setUp(stage);
      const attacker = from();
      const challenge = await challengeOf(member);
      const outcomes = await Promise.allSettled(
        Array.from({ length: 40 }, (_, index) =>
          finish(challenge, '000000', attacker, index % 2 === 0 ? stage : stage.other),
        ),
      );
      const codes = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code);
      assert.equal(codes.filter((code) => code === 'validation_failed').length, 10);
      assert.equal(codes.filter((code) => code === 'api_quota_exceeded').length, 30);
    });

    it('guessed from many networks is slowed down, and the person still gets in from theirs', async () => {
      const origin = from();
      const member = await setUp(stage, await signUp(stage, origin));
      const challenge = await challengeOf(member);
      let evaluated = 0;
      for (let time = 0; time < 100; time++) {
        const outcome = await finish(challenge, '000000', from()).then(
          () => assert.fail('a wrong code was taken'),
          (error: unknown) => error as { code: string },
        );
        if (outcome.code === 'validation_failed') evaluated += 1;
        stage.now += 1_000;
      }
      assert.ok(evaluated <= 18, `${evaluated} guesses in 100 seconds`);
      const refusal = await refused(logIn(member.email, origin), 'second_factor_required');
      await finish(String(refusal.extra.challenge), codeOf(member), origin);
    });

    it('that is right forgets the wrong ones before it', async () => {
      const member = await setUp(stage);
      const origin = from();
      for (let round = 0; round < 3; round++) {
        const challenge = await challengeOf(member);
        for (let time = 0; time < 9; time++) await refused(finish(challenge, WRONG, origin), 'validation_failed');
        await finish(challenge, codeOf(member), origin);
        stage.now += TOTP_STEP_MS;
      }
    });
  });

  describe('a challenge', () => {
    it('works once, also at once on two nodes with different codes', async () => {
      const member = await setUp(stage);
      const challenge = await challengeOf(member);
      const [code = '', next = ''] = member.recoveryCodes;
      const outcomes = await Promise.allSettled([
        finish(challenge, code),
        finish(challenge, next, from(), stage.other),
        finish(challenge, codeOf(member)),
      ]);
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      await refused(finish(challenge, codeOf(member, 1)), 'unauthenticated');
    });

    it('that did not win uses up no code', async () => {
      const member = await setUp(stage);
      const challenge = await challengeOf(member);
      const [first = '', second = ''] = member.recoveryCodes;
      await finish(challenge, first);
      await refused(finish(challenge, second), 'unauthenticated');
      await finish(await challengeOf(member), second);
    });

    it('can be tried again after a wrong code, for five minutes', async () => {
      const member = await setUp(stage);
      const challenge = await challengeOf(member);
      await refused(finish(challenge, WRONG), 'validation_failed');
      stage.now += 5 * MINUTE - 1;
      await refused(finish(challenge, WRONG), 'validation_failed');
      const late = await challengeOf(member);
      await finish(challenge, codeOf(member));
      stage.now += 5 * MINUTE;
      await refused(finish(late, codeOf(member)), 'unauthenticated');
    });

    it('of one person takes no code of another', async () => {
      const [member, other] = [await setUp(stage), await setUp(stage)];
      const challenge = await challengeOf(member);
      await refused(finish(challenge, codeOf(other)), 'validation_failed');
      await refused(finish(challenge, other.recoveryCodes[0] ?? ''), 'validation_failed');
      await finish(await challengeOf(other), codeOf(other));
    });

    it('is void after a new password, and once the person is suspended', async () => {
      const member = await setUp(stage);
      const challenge = await challengeOf(member);
      await stage.identity.profile.update(member.person, {
        password: 'a new quiet harbour 9',
        current_password: PASSWORD,
      });
      await refused(finish(challenge, codeOf(member)), 'unauthenticated');
      const suspended = await setUp(stage);
      const held = await challengeOf(suspended);
      const at = { suspended_at: stage.now };
      await stage.database.write((writer) =>
        writer.updateTable('users').set(at).where('id', '=', suspended.person.id).execute(),
      );
      await refused(finish(held, codeOf(suspended)), 'account_suspended');
    });

    it('is refused if it is made up, or another kind of token', async () => {
      const member = await setUp(stage);
      for (const token of ['x', `cms_chl_${randomBytes(24).toString('hex')}`, member.tokens.refresh_token])
        await refused(finish(token, codeOf(member)), 'unauthenticated');
      const challenge = await challengeOf(member);
      await refused(stage.identity.authentication.management(challenge, from()), 'unauthenticated');
      await refused(stage.identity.sessions.refresh(challenge, from()), 'unauthenticated');
    });
  });

  describe('recovery codes', () => {
    it('are ten, and each is good for one log-in', async () => {
      const member = await setUp(stage);
      assert.equal(new Set(member.recoveryCodes).size, 10);
      const [code = '', other = ''] = member.recoveryCodes;
      assert.match(code, /^[0-9a-z]{5}-[0-9a-z]{5}$/);
      await finish(await challengeOf(member), code);
      await refused(finish(await challengeOf(member), code), 'validation_failed');
      await finish(await challengeOf(member), other.toUpperCase().replace('-', ' '));
      assert.equal((await state(member.person)).recovery_codes_left, 8);
    });

    it('begin one session each, however many try one at once on two nodes', async () => {
      const member = await setUp(stage);
      const [code = ''] = member.recoveryCodes;
      const challenges = [];
      for (let time = 0; time < 10; time++) challenges.push(await challengeOf(member));
      const outcomes = await Promise.allSettled(
        challenges.map((challenge, index) => finish(challenge, code, from(), index % 2 === 0 ? stage : stage.other)),
      );
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    });

    it('are void once new ones are made', async () => {
      const member = await setUp(stage);
      const [old = ''] = member.recoveryCodes;
      const [fresh = ''] = await stage.identity.secondFactor.factors.renewCodes(member.person, PASSWORD);
      await refused(finish(await challengeOf(member), old), 'validation_failed');
      await finish(await challengeOf(member), fresh);
    });
  });

  it('stays on after a password reset, if it was set up once the address was proven', async () => {
    const member = await setUp(stage, await signUpProven(stage));
    await stage.identity.passwords.forgot(member.email, from());
    const mails = await stage.mails();
    const mail = mails.findLast((text) => text.includes(`To: ${member.email}`) && text.includes('cms_rst_')) ?? '';
    const token = /cms_rst_\w+/.exec(mail)?.[0] ?? '';
    const password = 'a reset quiet harbour 12';
    await stage.identity.passwords.reset({ token, password }, from());
    const again = stage.identity.logIn.logIn({ email: member.email, password }, from());
    await finish(String((await refused(again, 'second_factor_required')).extra.challenge), codeOf(member));
  });

  it('that was set up before the address was proven ends with the reset that proves it, or comes after', async () => {
    const member = await setUp(stage);
    const late = await setUp(stage);
    // As it was before the first proof ended factors.
    await stage.database.write((writer) =>
      writer.updateTable('users').set({ email_verified_at: stage.now }).where('id', '=', late.person.id).execute(),
    );
    const password = 'a reset quiet harbour 12';
    for (const { email, person } of [member, late]) {
      await stage.identity.passwords.forgot(email, from());
      const token = await mailedTo(stage, email, 'cms_rst_');
      await stage.identity.passwords.reset({ token, password }, from());
      await stage.identity.logIn.logIn({ email, password }, from());
      const rows = await stage.database.reader
        .selectFrom('recovery_codes')
        .selectAll()
        .where('user_id', '=', person.id)
        .execute();
      assert.deepEqual(rows, []);
    }
  });

  it('is not set up by a request that waited while the sessions of its user ended', async () => {
    const { person } = await signUp(stage);
    const begun = await stage.identity.secondFactor.app.begin(person, PASSWORD);
    const code = new AuthenticatorApp(begun.secret).code(stage.now);
    await stage.identity.sessions.endAll(person);
    const late = stage.identity.secondFactor.app.confirm(person, { challenge: begun.challenge, code });
    await refused(late, 'unauthenticated');
  });

  it('is not told of to whoever does not know the password', async () => {
    const member = await setUp(stage);
    const plain = await signUp(stage);
    const guess = ({ email }: SignedUp) =>
      refused(stage.identity.logIn.logIn({ email, password: 'wrong wrong 1234' }, from()), 'unauthenticated');
    assert.equal((await guess(member)).message, (await guess(plain)).message);
  });

  it('is in the audit: set up, asked for, refused, used, removed', async () => {
    const member = await setUp(stage);
    const challenge = await challengeOf(member);
    await refused(finish(challenge, WRONG), 'validation_failed');
    await finish(challenge, codeOf(member));
    await stage.identity.secondFactor.app.remove(member.person, PASSWORD);
    const rows = await stage.database.reader
      .selectFrom('journal')
      .select(['action', 'changes'])
      .where('actor_id', '=', member.person.id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map(({ action }) => action),
      [
        'account.create',
        'second_factor.create',
        'session.challenge',
        'session.refuse',
        'session.create',
        'second_factor.delete',
      ],
    );
    assert.match(rows[3]?.changes ?? '', /wrong code/);
  });
});
