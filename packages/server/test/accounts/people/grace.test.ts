/** The two weeks in which the deletion of an account or a user can be cancelled, on a clock that the test moves. */

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PASSWORD } from '../../../../testing/src/given.ts';
import { from, makeSpace, onEachInstallation, refused, type SignedUp, signUp } from '../../identity/installation.ts';

const DAY_MS = 86_400_000;

onEachInstallation('the grace period', (stage) => {
  const { signal } = new AbortController();
  const later = async (ms: number) => {
    stage.now += ms;
    if (await stage.identity.removal.hasWork()) await stage.identity.removal.run(signal);
  };
  const logIn = ({ email }: SignedUp) => stage.identity.logIn.logIn({ email, password: PASSWORD }, from());

  it('of an account lasts two weeks, in which it works and can be restored', async () => {
    const owner = await signUp(stage);
    const { accountDeletion, accounts } = stage.identity;
    const { accountId } = owner.person;
    const spaceId = await makeSpace(stage, owner.person);
    const asked = await accountDeletion.request(owner.person, accountId);
    assert.equal(asked.deletion_at, new Date(stage.now + 14 * DAY_MS).toISOString());
    assert.equal((await accountDeletion.request(owner.person, accountId)).version, asked.version, 'once set, it stays');
    const mail = (await stage.mails()).findLast((text) => text.includes(`To: ${owner.email}`)) ?? '';
    assert.ok(mail.includes(`/accounts/${accountId}/restore`), mail);
    await later(13 * DAY_MS);
    await stage.spaces.find(owner.person, spaceId);
    assert.equal((await accountDeletion.restore(owner.person, accountId)).deletion_at, null);
    await later(2 * DAY_MS);
    assert.equal((await accounts.get(owner.person, accountId)).suspended, false);
    await accountDeletion.request(owner.person, accountId);
    await later(14 * DAY_MS);
    await refused(stage.spaces.find(owner.person, spaceId), 'not_found');
    await refused(accounts.get(owner.person, accountId), 'not_found');
    await refused(accountDeletion.restore(owner.person, accountId), 'not_found');
    await refused(logIn(owner), 'insufficient_permission');
  });

  it('of a user lasts as long, but for the last owner of an account that stays', async () => {
    const owner = await signUp(stage);
    const { accountDeletion, profile, authentication } = stage.identity;
    await refused(profile.delete(owner.person, 'another password 123'), 'validation_failed');
    const needed = await refused(profile.delete(owner.person, PASSWORD), 'conflict');
    assert.deepEqual(needed.extra.accounts, [owner.person.accountId]);
    await accountDeletion.request(owner.person, owner.person.accountId);
    const asked = await profile.delete(owner.person, PASSWORD);
    assert.equal(asked.deletion_at, new Date(stage.now + 14 * DAY_MS).toISOString());
    assert.equal((await profile.restore(owner.person)).deletion_at, null);
    await profile.delete(owner.person, PASSWORD);
    await accountDeletion.restore(owner.person, owner.person.accountId);
    await later(15 * DAY_MS);
    const again = await logIn(owner);
    const actor = await authentication.management(again.access_token, from());
    assert.notEqual(
      ((await profile.get(actor)) as { deletion_at: string }).deletion_at,
      null,
      'the account needs its owner',
    );
    assert.equal((await profile.restore(actor)).deletion_at, null);
    await accountDeletion.request(actor, owner.person.accountId);
    await profile.delete(actor, PASSWORD);
    await later(14 * DAY_MS);
    await refused(logIn(owner), 'unauthenticated');
    await signUpAgain(owner);
  });

  it('of a removal that has begun is over', async () => {
    const owner = await signUp(stage);
    const { accountDeletion } = stage.identity;
    const { accountId } = owner.person;
    await accountDeletion.request(owner.person, accountId);
    stage.now += 15 * DAY_MS;
    const stopped = AbortSignal.abort();
    await makeSpace(stage, owner.person);
    await stage.identity.removal.run(stopped);
    await refused(accountDeletion.restore(owner.person, accountId), 'conflict');
    await later(0);
    await refused(accountDeletion.restore(owner.person, accountId), 'not_found');
  });

  it('of invitations is 90 days: they are open for seven, then listed as expired', async () => {
    const owner = await signUp(stage);
    const { invitations, acceptance } = stage.identity;
    const { accountId } = owner.person;
    const made = await invitations.create(owner.person, accountId, { email: 'x@example.com', role: 'viewer' });
    assert.equal((await acceptance.look(made.token))?.account.id, accountId);
    await later(7 * DAY_MS - 1);
    assert.notEqual(await acceptance.look(made.token), undefined);
    await later(1);
    assert.equal(await acceptance.look(made.token), undefined);
    const at = { accountId, id: made.id };
    assert.equal((await invitations.get(owner.person, at)).state, 'expired');
    const renewed = await invitations.resend(owner.person, at);
    assert.equal(renewed.state, 'open');
    assert.notEqual(await acceptance.look(renewed.token), undefined);
    await later(96 * DAY_MS);
    assert.equal((await invitations.get(owner.person, at)).state, 'expired');
    await later(DAY_MS);
    await refused(invitations.get(owner.person, at), 'not_found');
  });

  it('of resends is a day', async () => {
    const owner = await signUp(stage);
    const { invitations } = stage.identity;
    const { accountId } = owner.person;
    const { id } = await invitations.create(owner.person, accountId, { email: 'y@example.com', role: 'viewer' });
    for (let time = 0; time < 3; time++) await invitations.resend(owner.person, { accountId, id });
    await refused(invitations.resend(owner.person, { accountId, id }), 'api_quota_exceeded');
    stage.now += DAY_MS;
    await invitations.resend(owner.person, { accountId, id });
  });

  it('needs no open sign-up: an invitation is enough where only the invited may sign up', async () => {
    const owner = await signUp(stage);
    const [invite, closed] = [await stage.node('invite'), await stage.node('closed')];
    const email = 'invited@example.com';
    const { accountId } = owner.person;
    const { token } = await stage.identity.invitations.create(owner.person, accountId, { email, role: 'viewer' });
    const request = { email, password: PASSWORD, invitation_token: token };
    await refused(closed.identity.signUp.signUp(request, from()), 'signup_closed');
    assert.equal((await invite.identity.signUp.signUp(request, from())).account.id, accountId);
  });

  async function signUpAgain({ email }: SignedUp): Promise<void> {
    const tokens = await stage.identity.signUp.signUp({ email, password: PASSWORD }, from());
    assert.equal(tokens.user.email, email, 'the address is free again');
  }
});
