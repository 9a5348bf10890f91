/** The mails of invitations, which go to people who did not ask for them: how many are sent, and what names they carry. */

import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshEmail, PASSWORD } from '../../../testing/src/given.ts';
import type { Person } from '../../src/identity/actors/actors.ts';
import { from, onEachInstallation, refused, signUp } from './installation.ts';

const HOUR_MS = 3_600_000;
/** Invitations sent in parallel. */
const AT_ONCE = 40;

onEachInstallation('mails of invitations', (stage) => {
  const invite = (person: Person, email = freshEmail()) =>
    stage.identity.invitations.create(person, person.accountId, { email, role: 'viewer' });
  const withdraw = ({ accountId, ...person }: Person, id: string) =>
    stage.identity.invitations.withdraw({ ...person, accountId }, { accountId, id });
  const limited = async (promise: Promise<unknown>) =>
    assert.equal((await refused(promise, 'api_quota_exceeded')).extra.scope, 'invitation');
  const inviter = async () => (await signUp(stage)).person;
  /** How many of parallel invitations by people in turn are made. */
  const madeBy = async (people: readonly Person[], count: number, email?: string): Promise<number> => {
    const outcomes: PromiseSettledResult<unknown>[] = [];
    const nth = (n: number) => invite(people[n % people.length] ?? assert.fail(), email);
    // On PostgreSQL they wait for one row, and on a busy machine the last of hundreds for too long.
    for (let sent = 0; sent < count; sent += AT_ONCE)
      outcomes.push(
        ...(await Promise.allSettled(Array.from({ length: Math.min(AT_ONCE, count - sent) }, (_, n) => nth(sent + n)))),
      );
    return outcomes.filter(({ status }) => status === 'fulfilled').length;
  };

  it('to one address are five a day of an account, however often they are withdrawn or resent', async () => {
    const [person, other] = [await inviter(), await inviter()];
    const email = freshEmail();
    const at = { accountId: person.accountId, id: (await invite(person, email)).id };
    for (let time = 0; time < 2; time++) await stage.identity.invitations.resend(person, at);
    await withdraw(person, at.id);
    for (let time = 0; time < 2; time++) await withdraw(person, (await invite(person, email)).id);
    await limited(invite(person, email.toUpperCase()));
    stage.now += HOUR_MS;
    await limited(invite(person, email));
    await invite(other, email);
    await invite(person);
    stage.now += 23 * HOUR_MS;
    const again = await invite(person, email);
    for (let time = 0; time < 3; time++)
      await stage.identity.invitations.resend(person, { accountId: person.accountId, id: again.id });
    await withdraw(person, again.id);
    await invite(person, email);
  });

  it('to one address are twenty a day of all accounts', async () => {
    const people = await Promise.all(Array.from({ length: 25 }, inviter));
    assert.equal(await madeBy(people, people.length, freshEmail()), 20);
  });

  it('of one account are a hundred an hour, also all at once', async () => {
    const person = await inviter();
    assert.equal(await madeBy([person], 120), 100);
    await limited(invite(person));
    stage.now += HOUR_MS;
    await invite(person);
  });

  it('from one network are three hundred an hour, whatever the account', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, inviter));
    const here = people.map((person) => ({ ...person, origin: from('203.0.113.9') }));
    assert.equal(await madeBy(here, 320), 300);
    await invite(people[0] ?? assert.fail());
  });

  it('that fail count for nothing', async () => {
    const person = await inviter();
    const email = freshEmail();
    await invite(person, email);
    for (let time = 0; time < 10; time++) await refused(invite(person, email), 'conflict');
    assert.equal(await madeBy([person], 99), 99);
  });

  it('carry no names that are links', async () => {
    const invitedBy = async (name: string) => {
      const body = { email: freshEmail(), password: PASSWORD, name, account_name: name };
      const tokens = await stage.identity.signUp.signUp(body, from());
      const actor = await stage.identity.authentication.management(tokens.access_token, from());
      const email = freshEmail();
      await stage.identity.invitations.create(actor, actor.accountId, { email, role: 'viewer' });
      const mail = (await stage.mails()).find((text) => text.includes(`To: ${email}`)) ?? '';
      return { mail: mail.replaceAll(/=\r?\n/g, ''), by: body.email };
    };
    const hostile = await invitedBy('You won at https://evil.example, write to win@evil.example');
    assert.doesNotMatch(hostile.mail, /evil|won/);
    assert.match(hostile.mail, /^Subject: Invitation to an account on Lectern\r$/m);
    assert.ok(hostile.mail.includes(`${hostile.by} invites you to an account`), hostile.mail);
    const usual = await invitedBy('Harbour Press');
    assert.match(usual.mail, /^Subject: Invitation to "Harbour Press" on Lectern\r$/m);
  });
});
