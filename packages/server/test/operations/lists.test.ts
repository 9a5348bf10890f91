/** `lectern account|user|space|webhook list` beside a running service: who and what is there, by what an operator looks for. */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { closeConnections } from '../../../testing/src/client.ts';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../testing/src/environment.ts';
import { addTypes, createEntry, given, joinAs, type Member, magazine, type Scene } from '../../../testing/src/given.ts';
import { runProgram, type ServiceProcess, startProcess } from '../../../testing/src/process.ts';
import { until } from '../../../testing/src/until.ts';
import { type Receiver, refuse, startReceiver } from '../webhooks/receiver.ts';
import { makeWebhook, SENDS_HOME } from '../webhooks/webhook.ts';

const CUSTOM_HEADER = 'header-confidence';

type Listed = Record<string, unknown> & { readonly id: string };

describeEachEngine('lists of the operator', (engine) => {
  let service: ServiceProcess;
  let [one, other]: Scene[] = [];
  let guest: Member;
  let receiver: Receiver;
  before(async () => {
    receiver = await startReceiver(refuse);
    service = await startProcess({ engine, env: SENDS_HOME });
    one = await given(service.url);
    other = await given(service.url);
    guest = await joinAs(one.member, 'editor');
  });
  after(async () => {
    closeConnections();
    await service.end('SIGINT');
    await receiver.close();
  });

  const lectern = (...words: string[]) => runProgram(words, serviceEnvironment({ engine }));
  const list = async (...words: string[]): Promise<Listed[]> => {
    const { code, output } = await lectern(...words, '--json');
    assert.equal(code, 0, output);
    return JSON.parse(output) as Listed[];
  };
  const ids = async (...words: string[]) => (await list(...words)).map(({ id }) => id);
  const scenes = (): [Scene, Scene] => {
    assert.ok(one !== undefined && other !== undefined);
    return [one, other];
  };

  it('accounts: all, those of an address, and those that are suspended or being deleted', async () => {
    const [{ member, space }, { member: second }] = scenes();
    assert.ok(space !== '');
    const [first, ...rest] = await list('account', 'list');
    const { created_at: createdAt, name, ...shown } = first ?? { id: '' };
    assert.equal(Number.isNaN(Date.parse(String(createdAt))), false);
    assert.equal(typeof name, 'string');
    assert.deepEqual(shown, { id: member.accountId, status: 'active', plan: null, spaces: 1, members: 2 });
    assert.ok(rest.some(({ id }) => id === second.accountId));
    assert.deepEqual(await ids('account', 'list', '--email', guest.email.toUpperCase().slice(0, 12)), [
      member.accountId,
    ]);
    await lectern('account', 'suspend', second.accountId);
    assert.deepEqual(await ids('account', 'list', '--status', 'suspended'), [second.accountId]);
    assert.ok(!(await ids('account', 'list', '--status', 'active')).includes(second.accountId));
    await lectern('account', 'resume', second.accountId);
    await lectern('account', 'delete', second.accountId);
    assert.deepEqual(await ids('account', 'list', '--status', 'deleting'), [second.accountId]);
    await lectern('account', 'restore', second.accountId);
    assert.deepEqual(await ids('account', 'list', '--status', 'deleting'), []);
  });

  it('users: by account, by part of the address, whose wildcards are letters, and by state', async () => {
    const [{ member }, { member: second }] = scenes();
    assert.deepEqual(await ids('user', 'list', '--account', member.accountId), [member.userId, guest.userId]);
    const [found, ...more] = await list('user', 'list', '--email', second.email.slice(2, 20));
    assert.deepEqual([found?.id, found?.email, more], [second.userId, second.email, []]);
    assert.deepEqual(await ids('user', 'list', '--email', 'reader_%'), []);
    // It ends the sessions of the guest, which no test needs.
    await lectern('user', 'verify', guest.email);
    assert.ok(!(await ids('user', 'list', '--status', 'unverified')).includes(guest.userId));
    assert.ok((await ids('user', 'list', '--status', 'unverified')).includes(member.userId));
    assert.equal((await ids('user', 'list', '--limit', '2')).length, 2);
  });

  it('spaces: all, and those of an account', async () => {
    const [{ member, spaceId }, { spaceId: second }] = scenes();
    assert.deepEqual(await ids('space', 'list'), [spaceId, second]);
    const [shown] = await list('space', 'list', '--account', member.accountId);
    assert.deepEqual(
      [shown?.id, shown?.account, shown?.name, shown?.environments],
      [spaceId, member.accountId, 'Test', 1],
    );
  });

  it('webhooks: those whose receivers fail, with what waits, and nothing that lets anybody in', async () => {
    const [scene, second] = scenes();
    await addTypes(scene, magazine);
    const more = { headers: { 'x-receiver-key': CUSTOM_HEADER } };
    const failing = (await makeWebhook(scene, `${receiver.url}?token=receiver-confidence`, more)).string('id');
    const idle = (await makeWebhook(second, `${receiver.url}/other`)).string('id');
    const off = (await makeWebhook(scene, `${receiver.url}/off`, { active: false })).string('id');
    const fields = { title: { 'en-US': 'News' } };
    await createEntry(scene.management, scene.base, { content_type_id: 'article', fields });
    const [shown] = await until(
      () => list('webhook', 'list', '--status', 'failing'),
      ([found]) => found !== undefined,
    );
    assert.deepEqual(
      [shown?.id, shown?.account, shown?.space, shown?.url, shown?.status],
      [failing, scene.member.accountId, scene.spaceId, new URL(receiver.url).href, 'failing'],
    );
    assert.ok(Number(shown?.failures) > 0 && shown?.failing_since !== null && Number(shown?.waiting) > 0);
    assert.deepEqual(await ids('webhook', 'list', '--status', 'off'), [off]);
    assert.deepEqual(await ids('webhook', 'list', '--status', 'active'), [idle]);
    assert.deepEqual(await ids('webhook', 'list', '--account', second.member.accountId), [idle]);
    assert.deepEqual(await ids('webhook', 'list', '--space', scene.spaceId), [failing, off]);
    const { output } = await lectern('webhook', 'list');
    assert.match(output, new RegExp(`^${failing}  ${scene.member.accountId}  ${scene.spaceId}  failing  `));
    assert.doesNotMatch(output + JSON.stringify(shown), /confidence|whsec/);
  });

  it('lines for people are one for each, an empty list is one too, and wrong usage is 2', async () => {
    const text = await lectern('space', 'list');
    assert.deepEqual([text.code, text.output.trim().split('\n').length], [0, 2]);
    assert.deepEqual(await list('space', 'list', '--account', 'acc_nobody'), []);
    assert.equal((await lectern('space', 'list', '--account', 'acc_nobody')).output, 'There are none.\n');
    for (const [words, says] of [
      [['account', 'list', '--status', 'failing'], /--status takes active or suspended or deleting/],
      [['webhook', 'list', '--limit', '0'], /--limit takes a whole number from 1 on/],
      [['user', 'list', 'ann@example.com'], /one argument too many/],
      [['space', 'show'], /is not one of the space commands; use list\./],
      [['webhook'], /<action> is missing/],
    ] as const) {
      const { code, output } = await lectern(...words);
      assert.deepEqual([code, says.test(output)], [2, true], output);
    }
  });
});
