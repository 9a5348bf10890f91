/** Sessions: what starts, renews and ends them, on one node and on two. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PASSWORD } from '../../../testing/src/given.ts';
import { asPerson } from '../../src/identity/actors/actors.ts';
import { from, makeSpace, onEachInstallation, refused, signUp } from './installation.ts';

const SECOND = 1_000;
const DAY = 86_400_000;

onEachInstallation('sessions', (stage) => {
  const refresh = (token: string, node = stage as Pick<typeof stage, 'identity'>) =>
    node.identity.sessions.refresh(token, from());
  const enter = (token: string, node = stage as Pick<typeof stage, 'identity'>) =>
    node.identity.authentication.management(token, from());

  describe('refresh', () => {
    it('returns a valid session, and a new refresh token', async () => {
      const { tokens, person } = await signUp(stage);
      const next = await refresh(tokens.refresh_token);
      assert.notEqual(next.refresh_token, tokens.refresh_token);
      assert.equal(asPerson(await enter(next.access_token), 'x').sessionId, person.sessionId);
    });

    it('returns one successor to a hundred concurrent requests on two nodes', async () => {
      const { tokens } = await signUp(stage);
      const responses = await Promise.all(
        Array.from({ length: 100 }, (_, index) => refresh(tokens.refresh_token, index % 2 === 0 ? stage : stage.other)),
      );
      assert.equal(new Set(responses.map(({ refresh_token }) => refresh_token)).size, 1);
    });

    it('returns the same successor within ten seconds, and ends the session after', async () => {
      const { tokens, person } = await signUp(stage);
      const first = await refresh(tokens.refresh_token);
      stage.now += 9 * SECOND;
      assert.equal((await refresh(tokens.refresh_token)).refresh_token, first.refresh_token);
      stage.now += 2 * SECOND;
      await refused(refresh(tokens.refresh_token), 'unauthenticated');
      await refused(refresh(first.refresh_token), 'unauthenticated');
      await refused(enter(first.access_token), 'unauthenticated');
      await refused(enter(first.access_token, stage.other), 'unauthenticated');
      const ends = (await stage.actions()).filter(
        ({ action, target_id }) => action === 'session.delete' && target_id === person.sessionId,
      );
      assert.equal(ends.length, 1);
      assert.match(ends[0]?.changes ?? '', /spent refresh token/);
    });

    it('ends the session on a token that was spent two turns ago, at once', async () => {
      const { tokens } = await signUp(stage);
      const second = await refresh(tokens.refresh_token);
      const third = await refresh(second.refresh_token);
      await refused(refresh(tokens.refresh_token), 'unauthenticated');
      await refused(refresh(third.refresh_token), 'unauthenticated');
    });

    it('is refused after seven idle days, and after thirty days however busy', async () => {
      const idle = await signUp(stage);
      const start = stage.now;
      stage.now = start + 7 * DAY + 1;
      await refused(refresh(idle.tokens.refresh_token), 'unauthenticated');
      let { refresh_token } = (await signUp(stage)).tokens;
      for (let week = 0; week < 4; week++) {
        stage.now += 7 * DAY - 1;
        ({ refresh_token } = await refresh(refresh_token));
      }
      stage.now += 3 * DAY;
      await refused(refresh(refresh_token), 'unauthenticated');
    });

    it('is refused for what is no refresh token', async () => {
      const { tokens } = await signUp(stage);
      for (const text of [
        '',
        'x',
        tokens.access_token,
        `${tokens.refresh_token}x`,
        tokens.refresh_token.slice(0, -1),
      ]) {
        await refused(refresh(text), 'unauthenticated');
      }
      await refused(enter(tokens.refresh_token), 'unauthenticated');
    });
  });

  describe('a session', () => {
    it('ends on every node by log-out', async () => {
      const { tokens, person } = await signUp(stage);
      await enter(tokens.access_token, stage.other);
      await stage.identity.sessions.end(person, person.sessionId);
      for (const node of [stage, stage.other]) await refused(enter(tokens.access_token, node), 'unauthenticated');
      await refused(refresh(tokens.refresh_token), 'unauthenticated');
    });

    it('lives a quarter of an hour on one access token', async () => {
      const { tokens } = await signUp(stage);
      stage.now += 899 * SECOND;
      await enter(tokens.access_token);
      stage.now += 2 * SECOND;
      await refused(enter(tokens.access_token), 'unauthenticated');
      await refused(enter(tokens.access_token, stage.other), 'unauthenticated');
    });

    it('can only be seen and ended by its user', async () => {
      const [one, other] = [await signUp(stage), await signUp(stage)];
      await refused(stage.identity.sessions.get(other.person, one.person.sessionId), 'not_found');
      await refused(stage.identity.sessions.end(other.person, one.person.sessionId), 'not_found');
      const [shown, ...more] = await stage.identity.sessions.list(one.person);
      assert.equal(more.length, 0);
      assert.equal(shown?.id, one.person.sessionId);
      assert.equal((await stage.identity.sessions.get(one.person, one.person.sessionId)).current, true);
      await enter(one.tokens.access_token);
    });

    it('ends with all others of its user, and with no one else’s', async () => {
      const [one, other] = [await signUp(stage), await signUp(stage)];
      const second = await stage.identity.logIn.logIn({ email: one.email, password: PASSWORD }, from());
      await stage.identity.sessions.endAll(one.person);
      for (const token of [one.tokens.access_token, second.access_token])
        await refused(enter(token), 'unauthenticated');
      await enter(other.tokens.access_token);
    });

    it('stays if only the others of its user are ended', async () => {
      const { email, tokens, person } = await signUp(stage);
      const second = await stage.identity.logIn.logIn({ email, password: PASSWORD }, from());
      await stage.identity.sessions.endAll(person, { keepsCurrent: true });
      await refused(enter(second.access_token, stage.other), 'unauthenticated');
      await enter(tokens.access_token, stage.other);
      const before = (await stage.actions()).length;
      await stage.identity.sessions.endAll(person, { keepsCurrent: true });
      assert.equal((await stage.actions()).length, before, 'there is nothing to end, and nothing to record');
    });

    it('is one of a thousand at most; the oldest that was never used makes room', async () => {
      const { tokens, person } = await signUp(stage);
      const row = { user_id: person.id, account_id: person.accountId, method: 'password', second_factor: 0 };
      const times = { spent_at: null, idle_expires_at: stage.now + DAY, expires_at: stage.now + DAY };
      const origin = { spent_hash: null, sso_account_id: null, ip: '127.0.0.1', user_agent: '' };
      const sessions = Array.from({ length: 998 }, (_, n) => {
        const at = { created_at: stage.now + n, last_used_at: stage.now + n };
        const names = { id: `ses_${person.id}_${n}`, family: `${person.id} ${n}`, refresh_hash: `${person.id} ${n}` };
        return { ...row, ...times, ...origin, ...at, ...names };
      });
      await stage.database.write((writer) => writer.insertInto('sessions').values(sessions).execute());
      await stage.identity.sessionUses.run();
      stage.now += SECOND;
      await enter(tokens.access_token);
      await stage.identity.sessionUses.run();
      stage.now += SECOND;
      const begin = () => stage.identity.sessions.switchAccount(person, person.accountId, from());
      await begin();
      assert.equal((await stage.identity.sessions.list(person)).length, 1_000);
      await begin();
      await begin();
      const ids = (await stage.identity.sessions.list(person)).map(({ id }) => id);
      assert.equal(ids.length, 1_000);
      assert.deepEqual(
        [0, 1, 2].map((n) => ids.includes(`ses_${person.id}_${n}`)),
        [false, false, true],
      );
      await enter(tokens.access_token, stage.other);
    });

    it('shows its device, address, method, and when a request last used it', async () => {
      const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
      const { tokens, person } = await signUp(stage, { ...from('192.0.2.7'), userAgent });
      const list = async (node: Pick<typeof stage, 'identity'> = stage) => {
        const [listed] = await node.identity.sessions.list(person);
        assert.ok(listed);
        const session = await node.identity.sessions.get(person, listed.id);
        assert.equal(session.last_used_at, new Date(listed.last_used_at).toISOString());
        return session;
      };
      const { version, ...first } = await list();
      assert.deepEqual(
        { device: first.device, ip: first.ip, method: first.method, second_factor: first.second_factor },
        { device: 'Firefox on Linux', ip: '192.0.2.7', method: 'password', second_factor: false },
      );
      assert.equal(first.user_agent, userAgent);
      stage.now += 59 * SECOND;
      await enter(tokens.access_token);
      assert.equal((await list()).last_used_at, first.last_used_at, 'accurate to a minute');
      stage.now += 2 * SECOND;
      await enter(tokens.access_token);
      const used = new Date(stage.now).toISOString();
      assert.equal((await list()).last_used_at, used);
      await stage.identity.sessionUses.run();
      assert.equal((await list(stage.other)).last_used_at, used);
      assert.equal((await list()).version, version, 'a use is no change');
      await refresh(tokens.refresh_token);
      assert.ok((await list()).version > version);
    });

    it('is refused while its account or user is suspended, and when the membership has ended', async () => {
      const { tokens, person } = await signUp(stage);
      const set = (table: 'accounts' | 'users', id: string, suspended_at: number | null) =>
        stage.database.write((writer) =>
          writer.updateTable(table).set({ suspended_at }).where('id', '=', id).execute(),
        );
      for (const [table, id] of [
        ['accounts', person.accountId],
        ['users', person.id],
      ] as const) {
        await set(table, id, stage.now);
        await refused(enter(tokens.access_token, stage.other), 'account_suspended');
        await refused(refresh(tokens.refresh_token), 'account_suspended');
        await set(table, id, null);
        await enter(tokens.access_token, stage.other);
      }
      await stage.database.write((writer) =>
        writer.deleteFrom('memberships').where('user_id', '=', person.id).execute(),
      );
      await refused(enter(tokens.access_token), 'unauthenticated');
    });
  });

  describe('switching accounts', () => {
    it('returns a session in the other account and leaves the calling one alone', async () => {
      const [one, other] = [await signUp(stage), await signUp(stage)];
      await stage.database.write((writer) =>
        writer
          .insertInto('memberships')
          .values({
            account_id: other.person.accountId,
            user_id: one.person.id,
            role: 'editor',
            break_glass: 0,
            version: 1,
            last_seen_at: null,
            suspended_at: null,
            created_at: stage.now,
          })
          .execute(),
      );
      const switched = await stage.identity.sessions.switchAccount(one.person, other.person.accountId, from());
      assert.deepEqual([switched.account.id, switched.account.role], [other.person.accountId, 'editor']);
      await enter(one.tokens.access_token);
      const renewed = await refresh(one.tokens.refresh_token);
      assert.equal(renewed.account.id, one.person.accountId);
      const actor = await enter(switched.access_token);
      assert.ok(actor.permits('entry.publish') && !actor.permits('api_key.manage'));
      const spaceId = await makeSpace(stage, other.person);
      assert.equal((await stage.spaces.find(actor, spaceId)).id, spaceId);
      assert.equal((await stage.identity.accounts.list(actor)).length, 2);
      await refused(stage.identity.accounts.get(actor, one.person.accountId), 'not_found');
    });

    it('to an account of others and to one that does not exist is refused alike', async () => {
      const [one, other] = [await signUp(stage), await signUp(stage)];
      const refusals = [];
      for (const id of [other.person.accountId, 'acc_nowhere', '']) {
        refusals.push(
          await refused(stage.identity.sessions.switchAccount(one.person, id, from()), 'validation_failed'),
        );
      }
      assert.equal(new Set(refusals.map(({ message }) => message)).size, 1);
      await enter(one.tokens.access_token);
    });
  });
});
