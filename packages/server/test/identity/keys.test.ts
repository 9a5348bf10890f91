/** API keys: who may create which, what they can read, and how they end, on one node and on two. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import type { Person } from '../../src/identity/actors/actors.ts';
import type { NewApiKey } from '../../src/identity/keys/schema.ts';
import { callerOf } from '../../src/platform/http/served-request.ts';
import { subscribe } from '../accounts/plans/plans-file.ts';
import { from, makeSpace, onEachInstallation, refused, signUp } from './installation.ts';

const MINUTE = 60_000;
/** How long a node may trust a key on PostgreSQL. */
const BELIEVED_MS = 1_000;

onEachInstallation('keys', (stage) => {
  let owner: Person;
  let spaceId: string;
  before(async () => {
    owner = (await signUp(stage)).person;
    spaceId = await makeSpace(stage, owner);
  });
  const make = (asked: Partial<NewApiKey>, actor: Parameters<typeof stage.identity.apiKeys.create>[0] = owner) =>
    stage.identity.apiKeys.create(actor, spaceId, { name: 'Site', kind: 'delivery', ...asked });
  const read = (token: string, node: Pick<typeof stage, 'identity'> = stage) =>
    node.identity.authentication.reading(token, 'either');
  const manage = (token: string, node: Pick<typeof stage, 'identity'> = stage) =>
    node.identity.authentication.management(token, from());
  const numberOf = async (name: string) =>
    (await stage.environments.list(owner, spaceId)).find((one) => one.name === name)?.number;

  it('show their token once, and are stored as a hash', async () => {
    const made = await make({ kind: 'preview' });
    assert.match(made.token, /^cms_pre_[0-9A-Za-z]{49}$/);
    assert.deepEqual(
      [made.prefix, made.last_four, made.role, made.environments],
      ['cms_pre_', made.token.slice(-4), null, null],
    );
    const rows = await stage.database.reader.selectFrom('api_keys').selectAll().execute();
    const shown = [
      await stage.identity.apiKeys.get(owner, spaceId, made.id),
      await stage.identity.apiKeys.list(owner, spaceId),
    ];
    assert.ok(!JSON.stringify([rows, shown, await stage.actions()]).includes(made.token));
    const key = await read(made.token);
    assert.deepEqual([key.id, key.kind, key.spaceId, key.accountId], [made.id, 'preview', spaceId, owner.accountId]);
  });

  it('end on every node when deleted, rotated or expired, though they were just used', async () => {
    const [deleted, rotated, expiring] = [
      await make({}),
      await make({ kind: 'management' }),
      await make({ expires_at: new Date(stage.now + MINUTE).toISOString() }),
    ];
    const use = (token: string, node: Pick<typeof stage, 'identity'>) =>
      token.startsWith('cms_mgm') ? manage(token, node) : read(token, node);
    for (const { token } of [deleted, rotated, expiring])
      for (const node of [stage, stage.other]) await use(token, node);
    await stage.identity.apiKeys.delete(owner, { spaceId, id: deleted.id });
    const next = await stage.identity.apiKeys.rotate(owner, { spaceId, id: rotated.id });
    for (const { token } of [deleted, rotated]) await refused(use(token, stage), 'unauthenticated');
    stage.now += BELIEVED_MS;
    for (const { token } of [deleted, rotated]) await refused(use(token, stage.other), 'unauthenticated');
    await use(next.token, stage.other);
    assert.equal(next.version, 2);
    stage.now += MINUTE;
    for (const node of [stage, stage.other]) {
      const refusal = await refused(use(expiring.token, node), 'unauthenticated');
      assert.equal(callerOf({ caller: undefined, refusal })?.keyId, expiring.id);
    }
  });

  it('have the plan of their account, and a new one at once where it was changed', async () => {
    const { token } = await make({});
    const management = (await make({ kind: 'management' })).token;
    for (const node of [stage, stage.other])
      assert.deepEqual([(await read(token, node)).plan, (await manage(management, node)).plan], [null, null]);
    await subscribe(stage.database, owner.accountId, 'team');
    stage.identity.authentication.planChanged();
    assert.deepEqual([(await read(token)).plan, (await manage(management)).plan], ['team', 'team']);
    stage.now += BELIEVED_MS;
    assert.equal((await read(token, stage.other)).plan, 'team');
  });

  it('end with their space', async () => {
    const space = await stage.spaces.create(owner, { name: 'Short-lived' });
    const { token } = await stage.identity.apiKeys.create(owner, space.id, { name: 'x', kind: 'delivery' });
    await read(token);
    await stage.spaces.delete(owner, space.id);
    stage.now += BELIEVED_MS;
    for (const node of [stage, stage.other]) await refused(read(token, node), 'unauthenticated');
  });

  it('are not created in a space that is being deleted', async () => {
    const space = await stage.spaces.create(owner, { name: 'Going' });
    const attempts = Array.from({ length: 8 }, () =>
      stage.identity.apiKeys.create(owner, space.id, { name: 'x', kind: 'delivery' }),
    );
    const outcomes = await Promise.allSettled([stage.other.spaces.delete(owner, space.id), ...attempts]);
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') await refused(Promise.reject(outcome.reason), 'not_found');
    }
    const rows = await stage.database.reader
      .selectFrom('api_keys')
      .select('id')
      .where('space_id', '=', space.id)
      .execute();
    assert.deepEqual(rows, []);
  });

  it('of suspended accounts are refused on each plane', async () => {
    const { person } = await signUp(stage);
    const suspendedSpace = await makeSpace(stage, person);
    const tokens = [];
    for (const kind of ['delivery', 'management'] as const) {
      tokens.push((await stage.identity.apiKeys.create(person, suspendedSpace, { name: 'x', kind })).token);
    }
    await stage.database.write((writer) =>
      writer.updateTable('accounts').set({ suspended_at: stage.now }).where('id', '=', person.accountId).execute(),
    );
    stage.now += BELIEVED_MS;
    await refused(read(tokens[0] ?? ''), 'account_suspended');
    await refused(manage(tokens[1] ?? ''), 'account_suspended');
  });

  describe('on another plane', () => {
    it('learn the right plane if they are valid, and nothing if they are not', async () => {
      const delivery = (await make({})).token;
      const preview = (await make({ kind: 'preview' })).token;
      const management = (await make({ kind: 'management' })).token;
      const { access_token } = (await signUp(stage)).tokens;
      const planes: readonly (readonly [() => Promise<unknown>, string, string])[] = [
        [() => manage(delivery), 'delivery', 'management'],
        [() => manage(preview), 'preview', 'management'],
        [() => read(management), 'management', 'delivery'],
        [() => read(access_token), 'management', 'delivery'],
        [() => stage.identity.authentication.reading(preview, 'delivery'), 'preview', 'delivery'],
        [() => stage.identity.authentication.reading(delivery, 'preview'), 'delivery', 'preview'],
      ];
      for (const [attempt, presented, required] of planes) {
        const { extra } = await refused(attempt(), 'wrong_plane');
        assert.deepEqual([extra.presented, extra.required], [presented, required]);
      }
      const changed = (token: string) => `${token.slice(0, -2)}${token.at(-2) === 'a' ? 'b' : 'a'}${token.slice(-1)}`;
      for (const token of [delivery, preview, management, access_token]
        .map(changed)
        .concat('', ' ', 'cms_del_', 'x'.repeat(100_000))) {
        await refused(manage(token), 'unauthenticated');
        await refused(read(token), 'unauthenticated');
      }
    });
  });

  describe('environments', () => {
    it('are stored by environment number, not by name, and never widened', async () => {
      const made = await make({ environments: ['preview', 'preview'] });
      assert.deepEqual(made.environments, ['preview']);
      assert.deepEqual((await read(made.token)).environments, [await numberOf('preview')]);
      await stage.environmentChanges.delete(owner, { spaceId, name: 'preview' });
      await stage.environmentChanges.create(owner, spaceId, { name: 'preview' });
      assert.deepEqual((await stage.identity.apiKeys.get(owner, spaceId, made.id)).environments, []);
      const { environments } = await read(made.token);
      assert.ok(environments?.length === 1 && environments[0] !== (await numberOf('preview')));
    });

    it('that are empty, or that the space does not have, are rejected', async () => {
      for (const environments of [[], ['nowhere'], ['master', 'nowhere']])
        await refused(make({ environments }), 'validation_failed');
    });
  });

  describe('of management', () => {
    it('act only in their space and have no permission on the account', async () => {
      const actor = await manage((await make({ kind: 'management', role: 'admin' })).token);
      assert.deepEqual([actor.type, actor.spaceId, actor.role], ['key', spaceId, 'admin']);
      for (const permission of [
        'space.create',
        'account.read',
        'account.update',
        'billing.read',
        'sso.manage',
        'audit.read',
      ]) {
        assert.equal(actor.permits(permission), false, permission);
      }
      const elsewhere = await stage.spaces.create(owner, { name: 'Other' });
      await refused(stage.identity.apiKeys.list(actor, elsewhere.id), 'not_found');
      await refused(stage.identity.accounts.list(actor), 'insufficient_permission');
    });

    it('bound to environments only read what belongs to the space', async () => {
      const actor = await manage((await make({ kind: 'management', role: 'admin', environments: ['master'] })).token);
      for (const permission of [
        'space.read',
        'locale.read',
        'environment.read',
        'entry.publish',
        'content_type.manage',
      ]) {
        assert.equal(actor.permits(permission), true, permission);
      }
      for (const permission of [
        'api_key.read',
        'webhook.read',
        'locale.manage',
        'environment.create',
        'space.update',
      ]) {
        assert.equal(actor.permits(permission), false, permission);
      }
    });

    it('make, change, rotate and delete no key that lives longer than they', async () => {
      const { apiKeys } = stage.identity;
      const at = (minutes: number) => new Date(stage.now + minutes * MINUTE).toISOString();
      const own = await make({ kind: 'management', expires_at: at(60) });
      const actor = await manage(own.token);
      for (const kind of ['management', 'delivery', 'preview'] as const) {
        await refused(make({ kind }, actor), 'insufficient_permission');
        await refused(make({ kind, expires_at: at(61) }, actor), 'insufficient_permission');
        const made = await make({ kind, expires_at: at(60) }, actor);
        const address = { spaceId, id: made.id };
        for (const expires_at of [null, at(61)])
          await refused(apiKeys.update(actor, address, { expires_at }), 'insufficient_permission');
        await apiKeys.update(actor, address, { expires_at: at(59) });
        await apiKeys.rotate(actor, address);
        await apiKeys.delete(actor, address);
        for (const expires_at of [null, at(61)]) {
          const address = { spaceId, id: (await make({ kind, expires_at })).id };
          await refused(apiKeys.update(actor, address, { name: 'x' }), 'insufficient_permission');
          await refused(apiKeys.update(actor, address, { expires_at: at(1) }), 'insufficient_permission');
          await refused(apiKeys.rotate(actor, address), 'insufficient_permission');
          await refused(apiKeys.delete(actor, address), 'insufficient_permission');
        }
      }
      const itself = { spaceId, id: own.id };
      for (const expires_at of [null, at(61)])
        await refused(apiKeys.update(actor, itself, { expires_at }), 'insufficient_permission');
      await apiKeys.update(actor, itself, { expires_at: at(30) });
      await refused(apiKeys.update(await manage(own.token), itself, { expires_at: at(31) }), 'insufficient_permission');
      await apiKeys.update(owner, itself, { expires_at: null });
      await apiKeys.delete(await manage(own.token), itself);
    });

    it('delete no key that may more than they', async () => {
      const admin = { spaceId, id: (await make({ kind: 'management', role: 'admin' })).id };
      const developer = await manage((await make({ kind: 'management' })).token);
      await refused(stage.identity.apiKeys.delete(developer, admin), 'insufficient_permission');
      await stage.identity.apiKeys.delete(owner, admin);
    });

    it('make, change and rotate no key that may more than they', async () => {
      const admin = await make({ kind: 'management', role: 'admin' });
      const developer = await manage((await make({ kind: 'management' })).token);
      assert.equal(developer.role, 'developer');
      await refused(make({ kind: 'management', role: 'admin' }, developer), 'insufficient_permission');
      const own = await make({ kind: 'management', role: 'editor' }, developer);
      for (const id of [admin.id, own.id]) {
        await refused(
          stage.identity.apiKeys.update(developer, { spaceId, id }, { role: 'admin' }),
          'insufficient_permission',
        );
      }
      await refused(
        stage.identity.apiKeys.update(developer, { spaceId, id: admin.id }, { role: 'viewer' }),
        'insufficient_permission',
      );
      await refused(stage.identity.apiKeys.rotate(developer, { spaceId, id: admin.id }), 'insufficient_permission');
      await stage.identity.apiKeys.rotate(developer, { spaceId, id: own.id });
      for (const role of ['owner', 'king', '']) await refused(make({ kind: 'management', role }), 'validation_failed');
      await refused(make({ kind: 'delivery', role: 'viewer' }), 'validation_failed');
    });
  });

  describe('changes', () => {
    it('need the version that was read, and no difference makes no new one', async () => {
      const made = await make({ environments: ['master'] });
      const at = { spaceId, id: made.id };
      const known = (await stage.actions()).length;
      const same = await stage.identity.apiKeys.update(owner, at, {
        name: 'Site',
        environments: ['master'],
        expires_at: null,
      });
      assert.equal(same.version, 1);
      assert.equal((await stage.actions()).length, known);
      const changed = await stage.identity.apiKeys.update(owner, at, { name: 'Shop', environments: null }, 1);
      assert.deepEqual([changed.name, changed.environments, changed.version], ['Shop', null, 2]);
      assert.equal((await read(made.token)).environments, null);
      await refused(stage.identity.apiKeys.update(owner, at, { name: 'Blog' }, 1), 'version_conflict');
      await refused(stage.identity.apiKeys.delete(owner, at, 1), 'version_conflict');
      for (const expires_at of ['2001-01-01T00:00:00Z', 'tomorrow', '2030-02-30T00:00:00Z']) {
        await refused(stage.identity.apiKeys.update(owner, at, { expires_at }), 'validation_failed');
      }
    });

    it('and reads of keys of another space or account find nothing', async () => {
      const made = await make({});
      const stranger = (await signUp(stage)).person;
      const theirs = await makeSpace(stage, stranger);
      await refused(stage.identity.apiKeys.get(stranger, spaceId, made.id), 'not_found');
      await refused(stage.identity.apiKeys.get(stranger, theirs, made.id), 'not_found');
      await refused(stage.identity.apiKeys.delete(stranger, { spaceId: theirs, id: made.id }), 'not_found');
      await read(made.token);
    });

    it('are journalled, each as what it was', async () => {
      const made = await make({});
      const at = { spaceId, id: made.id };
      await stage.identity.apiKeys.update(owner, at, { name: 'Other' });
      await stage.identity.apiKeys.rotate(owner, at);
      await stage.identity.apiKeys.delete(owner, at);
      const actions = (await stage.actions())
        .filter(({ target_id }) => target_id === made.id)
        .map(({ action }) => action);
      assert.deepEqual(actions, ['api_key.create', 'api_key.update', 'api_key.rotate', 'api_key.delete']);
    });
  });

  it('show when they were last used, at once here, and everywhere once it is written, once a minute', async () => {
    const made = await make({});
    const lastUse = async () => (await stage.identity.apiKeys.get(owner, spaceId, made.id)).last_used_at;
    assert.equal(await lastUse(), null);
    const at = new Date(stage.now).toISOString();
    await read(made.token);
    assert.equal(await lastUse(), at);
    await stage.identity.lastUses.run();
    const row = await stage.database.reader
      .selectFrom('api_keys')
      .select(['last_used_at', 'version'])
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([row.last_used_at, row.version], [stage.now, 1]);
    stage.now += MINUTE / 2;
    await read(made.token);
    assert.equal(await lastUse(), at);
    stage.now += MINUTE / 2;
    await read(made.token);
    assert.equal(await lastUse(), new Date(stage.now).toISOString());
  });
});
