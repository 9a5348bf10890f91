/**
 * A clock that is wrong by two hours, ahead or behind, and then right again: nobody stays locked out for longer than the rule
 * says, nothing is accepted that must stay rejected, and whatever was started can be started again. docs/operations/clocks.md
 * lists all stored times.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freshEmail, PASSWORD } from '../../../testing/src/given.ts';
import { AuthenticatorApp } from '../../../testing/src/people/authenticator-app.ts';
import { until } from '../../../testing/src/until.ts';
import { KeyRing } from '../../src/identity/keys/key-ring.ts';
import { TOTP_STEP_MS } from '../../src/platform/kit/totp.ts';
import { Throttle, type ThrottleRule, throttleKey } from '../../src/platform/request-limits/throttle.ts';
import { from, makeSpace, onEachInstallation, refused, signUp } from './installation.ts';

const HOUR_MS = 3_600_000;
const OFF_MS = 2 * HOUR_MS;
const WRONG = 'not the password';
const RULES: readonly ThrottleRule[] = [
  { windowMs: 15 * 60_000, free: 3, blocked: 'rest of window' },
  { windowMs: 15 * 60_000, free: 3, blocked: 'growing delay' },
];

onEachInstallation('a clock that was wrong', (stage) => {
  /** Does something by a clock that is off. */
  async function off<T>(byMs: number, work: () => Promise<T>): Promise<T> {
    stage.now += byMs;
    try {
      return await work();
    } finally {
      stage.now -= byMs;
    }
  }
  const logIn = (email: string, password = PASSWORD, origin = from()) =>
    stage.identity.logIn.logIn({ email, password }, origin);
  const refresh = (token: string) => stage.identity.sessions.refresh(token, from());

  for (const byMs of [OFF_MS, 5 * 60_000, -OFF_MS])
    for (const rule of RULES)
      it(`${byMs / 60_000} minutes off locks nobody out for longer than "${rule.blocked}"`, async () => {
        const throttle = new Throttle({ database: stage.database, clock: () => stage.now });
        const keys = [throttleKey(rule, ['clock', rule.blocked, String(byMs)])];
        const waitMs = await off(byMs, async () => {
          for (let tries = 0; tries < rule.free; tries++) await throttle.take(keys);
          return throttle.wait(keys);
        });
        assert.ok(waitMs > 0);
        assert.equal(await throttle.wait(keys), 0);
        assert.equal(await throttle.take(keys), 0);
        // From here on the rule counts anew.
        for (let tries = 1; tries < rule.free; tries++) assert.equal(await throttle.take(keys), 0);
        assert.ok((await throttle.take(keys)) > 0);
        assert.ok((await throttle.wait(keys)) <= rule.windowMs);
      });

  it('lets people log in from addresses that it had locked out', async () => {
    const { email } = await signUp(stage);
    const home = from();
    await off(OFF_MS, async () => {
      for (let tries = 0; tries < 10; tries++) await refused(logIn(email, WRONG, home), 'unauthenticated');
      await refused(logIn(email, PASSWORD, home), 'api_quota_exceeded');
    });
    await logIn(email, PASSWORD, home);
  });

  describe('an authenticator app', () => {
    it('takes the codes of now, and no code twice', async () => {
      const member = await signUp(stage);
      const { app, secondStep } = stage.identity.secondFactor;
      const begun = await app.begin(member.person, PASSWORD);
      const phone = new AuthenticatorApp(begun.secret);
      await app.confirm(member.person, { challenge: begun.challenge, code: phone.code(stage.now, -1) });
      const finish = async (code: string) => {
        const refusal = await refused(logIn(member.email), 'second_factor_required');
        return secondStep.finish({ challenge: String(refusal.extra.challenge), code }, from());
      };
      const before = phone.code(stage.now);
      await finish(before);
      const ahead = await off(OFF_MS, async () => {
        const code = phone.code(stage.now);
        await finish(code);
        await assert.rejects(finish(code));
        return code;
      });
      await assert.rejects(finish(before));
      stage.now += 2 * TOTP_STEP_MS;
      await finish(phone.code(stage.now));
      await assert.rejects(finish(phone.code(stage.now)));
      stage.now += OFF_MS - 2 * TOTP_STEP_MS;
      assert.equal(phone.code(stage.now), ahead);
      await assert.rejects(finish(ahead), 'it was used when the clock was ahead');
      stage.now += 2 * TOTP_STEP_MS;
      await finish(phone.code(stage.now));
    });
  });

  it('does not lengthen the time in which a spent refresh token yields its successor', async () => {
    const { tokens } = await signUp(stage);
    await off(OFF_MS, () => refresh(tokens.refresh_token));
    await refused(refresh(tokens.refresh_token), 'unauthenticated');
  });

  it('keeps sessions that were begun meanwhile', async () => {
    for (const byMs of [OFF_MS, -OFF_MS]) {
      const { tokens } = await off(byMs, () => signUp(stage));
      const again = await refresh(tokens.refresh_token);
      await stage.identity.authentication.management(again.access_token, from(), 'self');
    }
  });

  it('leaves no challenge open for longer than its life, and another one can be begun', async () => {
    const member = await signUp(stage);
    const { app } = stage.identity.secondFactor;
    for (const byMs of [OFF_MS, -OFF_MS]) {
      const begun = await off(byMs, () => app.begin(member.person, PASSWORD));
      const code = new AuthenticatorApp(begun.secret).code(stage.now);
      await refused(app.confirm(member.person, { challenge: begun.challenge, code }), 'validation_failed');
    }
    const begun = await app.begin(member.person, PASSWORD);
    const code = new AuthenticatorApp(begun.secret).code(stage.now);
    await app.confirm(member.person, { challenge: begun.challenge, code });
  });

  it('leaves no password reset open for longer than its life, and sends its mail without delay', async () => {
    const { email } = await signUp(stage);
    const tokenOf = async (byMs: number) => {
      const before = await stage.mails();
      await off(byMs, () => stage.identity.passwords.forgot(email, from()));
      const mail = (await stage.mails()).find((text) => text.includes(email) && !before.includes(text));
      return /token=([\w-]+)/.exec(mail ?? '')?.[1] ?? assert.fail('the mail was not sent');
    };
    const reset = (token: string) => stage.identity.passwords.reset({ token, password: `${PASSWORD}!` }, from());
    await refused(reset(await tokenOf(OFF_MS)), 'validation_failed');
    await refused(reset(await tokenOf(-OFF_MS)), 'validation_failed');
    await reset(await tokenOf(0));
  });

  it('counts the mails of an invitation anew', async () => {
    const owner = (await signUp(stage)).person;
    const { accountId } = owner;
    const { invitations } = stage.identity;
    const { id } = await off(OFF_MS, () =>
      invitations.create(owner, accountId, { email: freshEmail(), role: 'viewer' }),
    );
    const resend = () => invitations.resend(owner, { accountId, id });
    await off(OFF_MS, async () => {
      for (let mails = 1; mails <= 3; mails++) await resend();
      await refused(resend(), 'api_quota_exceeded');
    });
    await resend();
  });

  it('does not lengthen the time in which a node trusts a key that another one revokes', async () => {
    const owner = (await signUp(stage)).person;
    const spaceId = await makeSpace(stage, owner);
    const made = await stage.identity.apiKeys.create(owner, spaceId, { name: 'Site', kind: 'delivery' });
    const ring = new KeyRing({ database: stage.other.database, clock: () => stage.now });
    assert.equal((await off(OFF_MS, () => ring.find(made.token, 'delivery')))?.id, made.id);
    await stage.identity.apiKeys.delete(owner, { spaceId, id: made.id });
    await until(async () => (await ring.find(made.token, 'delivery')) === undefined);
  });
});
