/**
 * `lectern account` and `lectern user` beside a running service: their output, their exit codes, and that every plane follows
 * within a second.
 */

import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, type ApiResponse, closeConnections } from '../../../../testing/src/client.ts';
import { describeFirstEngine } from '../../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import { formOf } from '../../../../testing/src/form.ts';
import { given, joinAs, PASSWORD, type Scene } from '../../../../testing/src/given.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../../../testing/src/process.ts';
import { until } from '../../../../testing/src/until.ts';

describeFirstEngine('commands on people', (engine) => {
  let service: ServiceProcess;
  let scene: Scene;
  /** Path of a file, which needs no token. */
  let filePath: string;
  before(async () => {
    service = await startProcess({ engine });
    scene = await given(service.url);
    const parts = await formOf([['file', { name: 'note.txt', bytes: 'A note.' }]]);
    const asset = await scene.owner.send('POST', `${scene.base}/media`, parts);
    filePath = new URL(asset.string('url')).pathname;
  });
  after(async () => {
    closeConnections();
    await service.end('SIGINT');
  });
  const lectern = (...words: string[]) => runProgram(words, serviceEnvironment({ engine }));
  const planes = (): (() => Promise<ApiResponse>)[] => [
    () => scene.owner.get('/spaces'),
    () => scene.management.get('/auth/me'),
    () => scene.delivery.get(`${scene.read}/entries`),
    () => scene.preview.get(`${scene.read}/entries`),
    () => scene.delivery.get('/delivery/token-info'),
    () => new Actor(service.url, null).get(filePath),
  ];

  it('suspend an account on every plane, and resume it', async () => {
    const { accountId, email } = scene.member;
    for (const request of planes()) assert.equal((await request()).status, 200);
    const suspended = await lectern('account', 'suspend', accountId);
    assert.deepEqual([suspended.code, suspended.output], [0, `The account ${accountId} is suspended.\n`]);
    for (const request of planes()) {
      const response = await soon(request, ({ status }) => status === 403);
      assert.equal(response.at('detail.code'), 'account_suspended', String(response));
    }
    const nobody = new Actor(service.url, null);
    for (const [path, body] of [
      ['/auth/login', { email, password: PASSWORD }],
      ['/auth/refresh', { refresh_token: scene.member.refreshToken }],
    ] as const)
      assert.equal((await nobody.post(path, body, 403)).at('detail.code'), 'account_suspended');
    const again = await lectern('account', 'suspend', accountId, '--json');
    assert.deepEqual(JSON.parse(again.output), { account: accountId, suspended: true, changed: false });
    const resumed = await lectern('account', 'resume', accountId, '--json');
    assert.deepEqual(JSON.parse(resumed.output), { account: accountId, suspended: false, changed: true });
    for (const request of planes()) await soon(request, ({ status }) => status === 200);
    for (const verb of ['suspend', 'resume']) {
      const audit = await scene.owner.get(`/accounts/${accountId}/audit?action=account.${verb}`, 200);
      assert.deepEqual([audit.at('total'), audit.at('items.0.actor.name')], [1, `lectern account ${verb}`]);
    }
  });

  it('let people in again: a new password, and a verified address', async () => {
    const { accountId, email, userId } = await joinAs({ ...scene.member, actor: scene.owner }, 'editor');
    const nobody = new Actor(service.url, null);
    const made = await lectern('user', 'reset-password', email, '--json');
    assert.equal(made.code, 0, made.output);
    const { user, token } = JSON.parse(made.output) as { user: string; token: string };
    assert.equal(user, userId);
    const password = 'another harbour at dusk 72';
    await nobody.post('/auth/login', { email, password: PASSWORD }, 200);
    await nobody.post('/auth/reset-password', { token, password });
    await nobody.post('/auth/login', { email, password: PASSWORD }, 401);
    await nobody.post('/auth/login', { email, password }, 200);
    await nobody.post('/auth/reset-password', { token, password }, 422);
    for (const word of ['is', 'was already']) {
      const verified = await lectern('user', 'verify', scene.member.email);
      assert.equal(verified.code, 0, verified.output);
      assert.ok(verified.output.includes(`) ${word} verified`), verified.output);
    }
    const { email: ownersEmail } = scene.member;
    const session = await nobody.post('/auth/login', { email: ownersEmail, password: PASSWORD }, 200);
    const owner = new Actor(service.url, session.string('access_token'));
    scene = { ...scene, owner, member: { ...scene.member, actor: owner } };
    for (const verb of ['reset-password', 'verify']) {
      const unknown = await lectern('user', verb, 'nobody@example.com');
      assert.equal(unknown.code, 1, unknown.output);
    }
    const audit = await scene.owner.get(`/accounts/${accountId}/audit?action=password_reset.create`, 200);
    assert.equal(audit.at('items.0.actor.name'), 'lectern user reset-password');
  });

  it('delete an account and restore it', async () => {
    const { accountId } = scene.member;
    const deleted = await lectern('account', 'delete', accountId);
    assert.equal(deleted.code, 0);
    const at = (await scene.owner.get(`/accounts/${accountId}`, 200)).string('deletion_at');
    assert.match(deleted.output, new RegExp(`^The account "Ada" \\(${accountId}\\) will be deleted at ${at}\\.\\n$`));
    const restored = await lectern('account', 'restore', accountId, '--json');
    assert.deepEqual(JSON.parse(restored.output), { account: accountId, deletion_at: null });
    assert.equal((await scene.owner.get(`/accounts/${accountId}`, 200)).at('deletion_at'), null);
  });

  it('delete a user and restore them, but not a last owner', async () => {
    const member = await joinAs(scene.member, 'editor');
    const deleted = await lectern('user', 'delete', member.email.toUpperCase(), '--json');
    const { user, deletion_at: at } = JSON.parse(deleted.output) as { user: string; deletion_at: string };
    assert.deepEqual([deleted.code, user], [0, member.userId]);
    assert.equal((await member.actor.get('/auth/me', 200)).at('deletion_at'), at);
    const restored = await lectern('user', 'restore', member.email);
    assert.deepEqual([restored.code, /will not be deleted/.test(restored.output)], [0, true]);
    assert.equal((await member.actor.get('/auth/me', 200)).at('deletion_at'), null);
    const refused = await lectern('user', 'delete', scene.member.email);
    assert.equal(refused.code, 1);
    assert.ok(refused.output.includes(scene.member.accountId), refused.output);
  });

  it('say what is wrong, with 1 for what does not exist and 2 for wrong usage', async () => {
    for (const words of [
      ['account', 'suspend', 'acc_00000000000000000000000000'],
      ['account', 'delete', 'nothing'],
      ['user', 'delete', 'nobody@example.com'],
      ['user', 'restore', 'no address'],
    ]) {
      const { code, output } = await lectern(...words);
      assert.equal(code, 1, output);
      assert.match(output, /[.]\n$/);
    }
    for (const words of [
      ['account'],
      ['account', 'suspend'],
      ['account', 'close', 'x'],
      ['account', 'constructor', 'x'],
      ['user', 'delete', 'a@example.com', 'b@example.com'],
      ['user', 'delete', '--force', 'a@example.com'],
    ]) {
      const { code, output } = await lectern(...words);
      assert.equal(code, 2, output);
      assert.match(output, new RegExp(`Usage: lectern ${words[0]} `));
    }
    for (const noun of ['account', 'user']) {
      const help = await lectern(noun, '--help');
      assert.deepEqual([help.code, help.output.startsWith(`Usage: lectern ${noun} `)], [0, true]);
    }
  });
});

/**
 * Repeats a request until its response is as wanted, as the service follows the command. `revocation.deep.test.ts` tests how soon.
 */
async function soon(ask: () => Promise<ApiResponse>, wanted: (response: ApiResponse) => boolean): Promise<ApiResponse> {
  return until(ask, wanted);
}
