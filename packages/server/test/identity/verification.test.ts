/** Verification of addresses: required with an SMTP server, by a token that works once; and the mails about log-ins. */

import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { freshEmail, PASSWORD } from '../../../testing/src/given.ts';
import { from, type Node, onEachInstallation, refused, type SignedUp, signUp } from './installation.ts';

const DAY = 86_400_000;

onEachInstallation('verification', (stage) => {
  let node: Node;
  before(async () => {
    node = await stage.node('open', { verifiesEmail: true });
  });

  const newMails = async <T>(work: () => Promise<T>): Promise<{ result: T; mails: string[] }> => {
    const known = await stage.mails();
    const result = await work();
    const mails = await stage.mails();
    for (const mail of known) mails.splice(mails.indexOf(mail), 1);
    return { result, mails };
  };
  const tokenIn = (mails: readonly string[]) => /cms_chl_\w+/.exec(mails.join(''))?.[0] ?? '';
  const signUpMailed = async () => {
    const { result, mails } = await newMails(() => signUp(node));
    return { ...result, mails, token: tokenIn(mails) };
  };
  const act = ({ tokens }: Pick<SignedUp, 'tokens'>, use?: 'self' | 'leaving') =>
    node.identity.authentication.management(tokens.access_token, from(), use);

  it('is required of who signed up, for all but what is about oneself', async () => {
    const member = await signUpMailed();
    assert.equal(member.tokens.user.email_verified, false);
    await refused(act(member), 'email_unverified');
    await act(member, 'self');
    await act(member, 'leaving');
    await node.identity.verification.verify(member.token, from());
    await refused(act(member, 'self'), 'unauthenticated');
    const tokens = await node.identity.logIn.logIn({ email: member.email, password: PASSWORD }, from());
    assert.equal(tokens.user.email_verified, true);
    await act({ ...member, tokens });
    assert.equal((await node.identity.profile.get(member.person)).permissions.length > 0, true);
  });

  it('is not required without an SMTP server, and nothing is mailed', async () => {
    const { result, mails } = await newMails(() => signUp(stage));
    assert.deepEqual(mails, []);
    await stage.identity.authentication.management(result.tokens.access_token, from());
  });

  it('comes with the mail of an invitation, and not with the token that the inviter has', async () => {
    const { person, token } = await signUpMailed();
    await node.identity.verification.verify(token, from());
    const join = async (tokenOf: (shown: string, mailed: string) => string) => {
      const email = freshEmail();
      const invite = () => node.identity.invitations.create(person, person.accountId, { email, role: 'viewer' });
      const { result: invitation, mails } = await newMails(invite);
      const mailed = /cms_inv_\w+/.exec(mails.join(''))?.[0] ?? '';
      const request = { email, password: PASSWORD, invitation_token: tokenOf(invitation.token, mailed) };
      const { result, mails: later } = await newMails(() => node.identity.signUp.signUp(request, from()));
      return [result.user.email_verified, tokenIn(later) !== ''];
    };
    assert.deepEqual(await join((_shown, mailed) => mailed), [true, false]);
    assert.deepEqual(await join((shown) => shown), [false, true]);
  });

  it('comes by a mail with a link to the configured URL', async () => {
    const { email, mails, token } = await signUpMailed();
    assert.equal(mails.length, 1);
    assert.match(mails[0] ?? '', new RegExp(`^To: ${email}`, 'm'));
    assert.ok(mails[0]?.includes(`https://content.example.com/verify-email?token=${token}`));
  });

  it('takes a token once, and looking at it does not use it up', async () => {
    const { email, token, person } = await signUpMailed();
    for (let time = 0; time < 3; time++) assert.equal(await node.identity.verification.look(token), email);
    const verify = () => node.identity.verification.verify(token, from());
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, verify));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
    await refused(verify(), 'validation_failed');
    assert.equal(await node.identity.verification.look(token), undefined);
    const records = (await stage.actions()).filter(({ target_id }) => target_id === person.id);
    assert.equal(records.filter(({ action }) => action === 'user.verify').length, 1);
  });

  it('refuses an old token, a guess and a token of another kind', async () => {
    const { email, token } = await signUpMailed();
    const { mails } = await newMails(() => node.identity.passwords.forgot(email, from()));
    const reset = /cms_rst_\w+/.exec(mails.join(''))?.[0] ?? '';
    for (const guess of ['', 'guess', reset, token.replace('chl', 'rst'), token.slice(0, -1)])
      await refused(node.identity.verification.verify(guess, from()), 'validation_failed');
    stage.now += 3 * DAY;
    await refused(node.identity.verification.verify(token, from()), 'validation_failed');
  });

  it('mails another token on request, a few times, and none once the address is verified', async () => {
    const { person, token } = await signUpMailed();
    const { mails } = await newMails(async () => {
      for (let time = 0; time < 5; time++) assert.equal(await node.identity.verification.resend(person), true);
      const refusal = await refused(node.identity.verification.resend(person), 'api_quota_exceeded');
      assert.equal(refusal.extra.scope, 'verification');
    });
    assert.equal(mails.length, 1, 'a mail that waits is replaced by the next one');
    await node.identity.verification.verify(tokenIn(mails), from());
    const later = await newMails(() => node.identity.verification.resend(person));
    assert.deepEqual([later.result, later.mails], [false, []]);
    assert.notEqual(tokenIn(mails), token);
  });

  it('is done by a reset of the password too, whose token came by mail', async () => {
    const member = await signUpMailed();
    const { mails } = await newMails(() => node.identity.passwords.forgot(member.email, from()));
    const token = /cms_rst_\w+/.exec(mails.join(''))?.[0] ?? '';
    assert.ok(mails[0]?.includes(`https://content.example.com/reset-password?token=${token}`));
    assert.equal(await node.identity.passwords.lookReset(token), member.email);
    await node.identity.passwords.reset({ token, password: 'another quiet harbour 6' }, from());
    const again = await node.identity.logIn.logIn({ email: member.email, password: 'another quiet harbour 6' }, from());
    assert.equal(again.user.email_verified, true);
    assert.equal(await node.identity.passwords.lookReset(token), undefined);
  });

  describe('a mail', () => {
    const logIn = (email: string, ip: string, userAgent: string) =>
      stage.identity.logIn.logIn({ email, password: PASSWORD }, { ...from(ip), userAgent });
    const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0';

    it('tells of a log-in only if network and device are new, and not of the first', async () => {
      const home = { ...from(), userAgent: FIREFOX };
      const { result, mails } = await newMails(() => signUp(stage, home));
      assert.deepEqual(mails, []);
      const { email } = result;
      const cases = [
        { ip: home.ip, userAgent: FIREFOX, mailed: 0 },
        { ip: home.ip, userAgent: 'curl/8', mailed: 0 },
        { ip: from().ip, userAgent: FIREFOX, mailed: 0 },
        { ip: '203.0.113.7', userAgent: 'Call 555-0100! <b>https://evil.example</b>', mailed: 1 },
        { ip: '203.0.113.7', userAgent: 'something else', mailed: 0 },
      ];
      for (const { ip, userAgent, mailed } of cases) {
        const { mails } = await newMails(() => logIn(email, ip, userAgent));
        assert.equal(mails.length, mailed, `${ip} ${userAgent}`);
        if (mailed === 0) continue;
        assert.match(mails[0] ?? '', new RegExp(`^To: ${email}\\r\\nSubject: New log-in to Lectern`, 'm'));
        assert.match(mails[0] ?? '', /Address: 203\.0\.113\.7\r\nDevice: /);
        assert.doesNotMatch(mails[0] ?? '', /evil|555/);
      }
    });

    it('tells of a log-in from elsewhere after all sessions have ended', async () => {
      const { email, person } = await signUp(stage);
      await stage.identity.sessions.endAll(person);
      const { mails } = await newMails(() => logIn(email, from().ip, FIREFOX));
      assert.equal(mails.length, 1);
    });

    it('is not sent about a log-in that was refused', async () => {
      const { mails } = await newMails(async () => {
        const { email } = await signUp(stage);
        const wrong = stage.identity.logIn.logIn(
          { email, password: 'wrong harbour 88' },
          { ...from(), userAgent: 'x' },
        );
        await refused(wrong, 'unauthenticated');
      });
      assert.deepEqual(mails, []);
    });

    it('keeps the latest networks and devices, and stores none of them in clear text', async () => {
      const { email, person } = await signUp(stage);
      for (let time = 0; time < 60; time++) {
        stage.now += 1_000;
        await stage.identity.logIn.logIn({ email, password: PASSWORD }, { ...from(), userAgent: `agent-${time}` });
      }
      const rows = await stage.database.reader
        .selectFrom('sign_in_origins')
        .selectAll()
        .where('user_id', '=', person.id)
        .execute();
      assert.equal(rows.length, 100);
      assert.doesNotMatch(JSON.stringify(rows), /agent-/);
      const { mails } = await newMails(() => logIn(email, from().ip, 'agent-59'));
      assert.deepEqual(mails, []);
    });

    it('tells of a changed password, whichever way it was changed', async () => {
      const { email, person } = await signUp(stage);
      const changed = await newMails(() =>
        stage.identity.profile.update(person, { password: 'another quiet harbour 6', current_password: PASSWORD }),
      );
      const forgot = await newMails(() => stage.identity.passwords.forgot(email, from()));
      const token = /cms_rst_\w+/.exec(forgot.mails.join(''))?.[0] ?? '';
      const reset = await newMails(() => stage.identity.passwords.reset({ token, password: PASSWORD }, from()));
      for (const { mails } of [changed, reset]) {
        assert.equal(mails.length, 1);
        assert.match(mails[0] ?? '', new RegExp(`^To: ${email}\\r\\nSubject: Your Lectern password was changed`, 'm'));
        assert.doesNotMatch(mails[0] ?? '', /cms_/);
      }
      await stage.identity.profile.update(person, { name: 'Grace' }).catch(() => undefined);
    });
  });

  it('of a name with markup stays text', async () => {
    const email = freshEmail();
    const name = '<img src=x onerror=alert(1)> https://evil.example';
    const { mails } = await newMails(() =>
      node.identity.signUp.signUp({ email, password: PASSWORD, name, account_name: name }, from()),
    );
    assert.doesNotMatch(mails.join(''), /evil\.example|<img/);
  });
});
