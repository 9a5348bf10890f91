/**
 * Revocation takes effect: a removed or disabled member, a changed role, a suspended account, a revoked session or token is
 * rejected at the next request on the node that did it, and soon on another. Two nodes share the database of each engine. The
 * follower decides how soon is required.
 */
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { Actor, type ApiResponse, closeConnections } from '../../../testing/src/client.ts';
import type { TestEngine } from '../../../testing/src/engines.ts';
import { serviceEnvironment } from '../../../testing/src/environment.ts';
import { createEntry, given, type Member, type Scene, signUp } from '../../../testing/src/given.ts';
import type { Follower } from '../../../testing/src/lags.ts';
import { type ServiceProcess, startProcess } from '../../../testing/src/process.ts';
import type { Output } from '../../src/commands/output.ts';
import { runAccount } from '../../src/commands/people/account-command.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { Provider, providerOf } from './scim/provider.ts';

/** A request, and the status that it gets before and after. */
interface Probe {
  readonly name: string;
  readonly send: (url: string) => Promise<ApiResponse>;
  readonly before: number;
  readonly after: number;
}

/** Defines the tests on an engine. @param rounds how often each way is tried */
export function revokeOn(engine: TestEngine, rounds: number, follower: Follower): void {
  const nodes: ServiceProcess[] = [];
  let scene: Scene;
  /** Id of an entry. */
  let entry: string;
  let member: Member;
  before(async () => {
    nodes.push(await startProcess({ engine }), await startProcess({ engine }));
    scene = await given(nodes[0]?.url ?? '', { types: [{ api_id: 'page', name: 'Page', fields: [] }] });
    entry = await createEntry(scene.owner, scene.base, { content_type_id: 'page', fields: {} });
  });
  after(async () => {
    closeConnections();
    await Promise.all(nodes.map((node) => node.end('SIGINT')));
  });

  const urlOf = (node: number) => nodes[node % nodes.length]?.url ?? '';
  const at = (node: number, actor: Pick<Actor, 'token'>) => new Actor(urlOf(node), actor.token);
  const account = () => `/accounts/${scene.member.accountId}`;

  /** A new member joins the account of the scene, as no address is invited many times a day. @returns their session there */
  const join = async (role: string): Promise<Actor> => {
    member = await signUp(urlOf(0));
    const invitation = { email: member.email, role };
    const made = await scene.owner.post(`${account()}/invitations`, invitation, 201);
    await member.actor.post('/invitations/accept', { token: made.string('token') }, 200);
    return enter();
  };
  const enter = async (): Promise<Actor> => {
    const session = await member.actor.post('/auth/switch-account', { account_id: scene.member.accountId }, 200);
    return new Actor('', session.string('access_token'));
  };
  const leave = (node: number) => at(node, scene.owner).delete(`${account()}/members/${member.userId}`, 204);
  const readsAccount = (actor: Actor): Probe => ({
    name: 'a session',
    send: (url) => new Actor(url, actor.token).get(account()),
    before: 200,
    after: 401,
  });

  const reads = async (name: string, actor: Pick<Actor, 'token'>): Promise<Probe> => {
    const token = (await at(0, actor).get(`/entries/${entry}/preview`, 200)).string('token');
    const send = (url: string) => new Actor(url, token).get(`${scene.read}/entries`);
    return { name, send, before: 200, after: 401 };
  };

  const follow = ({ send }: Probe, url: string, wanted: number) =>
    follower.until(
      () => send(url),
      ({ status }) => status === wanted,
    );

  /** Lets every probe through on both nodes, revokes on one of them, and tries again on both. */
  const revoke = async (round: number, probes: readonly Probe[], act: (node: number) => Promise<unknown>) => {
    for (const node of [round, round + 1])
      for (const probe of probes) await expectStatus(probe, urlOf(node), probe.before);
    await act(round);
    for (const probe of probes) await expectStatus(probe, urlOf(round), probe.after);
    for (const probe of probes) await follow(probe, urlOf(round + 1), probe.after);
  };

  it('a removed member is refused', async () => {
    for (let round = 0; round < rounds; round++) {
      const actor = await join('editor');
      await revoke(round, [readsAccount(actor), await reads('a preview token', actor)], leave);
    }
  });

  it('a changed role holds', async () => {
    const actor = await join('admin');
    const path = `${account()}/members/${member.userId}`;
    const probe: Probe = {
      name: 'an admin’s session',
      send: (url) => new Actor(url, actor.token).get(`${account()}/invitations`),
      before: 200,
      after: 403,
    };
    for (let round = 0; round < rounds; round++) {
      await revoke(round, [probe], (node) => at(node, scene.owner).patch(path, { role: 'editor' }, 200));
      await scene.owner.patch(path, { role: 'admin' }, 200);
    }
    await leave(0);
  });

  it('a revoked session is refused', async () => {
    await join('editor');
    for (let round = 0; round < rounds; round++) {
      const actor = await enter();
      const sessions = await at(0, actor).get('/auth/sessions', 200);
      const own = (sessions.list('items') as { id: string; current: boolean }[]).find(({ current }) => current);
      await revoke(round, [readsAccount(actor), await reads('a preview token', actor)], (node) =>
        at(node, member.actor).delete(`/auth/sessions/${own?.id}`, 204),
      );
    }
    await leave(0);
  });

  it('a member whom the identity provider switches off is refused, and so is its own token once it is deleted', async () => {
    await join('editor');
    const operate = async (node: number, token: string | null, value: boolean) =>
      new Provider(urlOf(node), token).operate(
        `/Users/${member.userId}`,
        [{ op: 'replace', path: 'active', value }],
        200,
      );
    for (let round = 0; round < rounds; round++) {
      const actor = await enter();
      const { token } = await providerOf(scene.member);
      await revoke(round, [readsAccount(actor)], (node) => operate(node, token, false));
      await operate(round, token, true);
      const tokens = `${account()}/scim-tokens`;
      const id = (await scene.owner.get(tokens, 200)).string('items.0.id');
      const probe: Probe = {
        name: 'a SCIM token',
        send: (url) => new Provider(url, token).get('/Users?count=0'),
        before: 200,
        after: 401,
      };
      await revoke(round, [probe], (node) => at(node, scene.owner).delete(`${tokens}/${id}`, 204));
    }
    await leave(0);
  });

  it('a suspended account is refused on every plane', async (context) => {
    const config = readConfig(serviceEnvironment({ engine }));
    const silent: Output = { print: () => {}, printError: () => {}, progress: null };
    const { token } = await providerOf(scene.member);
    const refused = { before: 200, after: 403 };
    const keyed = (name: string, actor: Actor, path: string): Probe => ({
      name,
      send: (url) => new Actor(url, actor.token).get(path),
      ...refused,
    });
    const probes: readonly Probe[] = [
      keyed('a session', scene.owner, account()),
      keyed('a management key', scene.management, scene.space),
      keyed('a delivery key', scene.delivery, `${scene.read}/entries`),
      keyed('a preview key', scene.preview, `${scene.read}/entries`),
      { ...(await reads('a preview token', scene.owner)), ...refused },
      { ...(await reads('a preview token of a key', scene.management)), ...refused },
      { name: 'a SCIM token', send: (url) => new Provider(url, token).get('/Users?count=0'), ...refused },
    ];
    for (let round = 0; round < rounds; round++) {
      for (const node of [0, 1]) for (const probe of probes) await follow(probe, urlOf(node), probe.before);
      // The command is a third process to both nodes.
      assert.equal(await runAccount(['suspend', scene.member.accountId], config, silent), 0);
      for (const probe of probes) for (const node of [0, 1]) await follow(probe, urlOf(node), probe.after);
      assert.equal(await runAccount(['resume', scene.member.accountId], config, silent), 0);
    }
    follower.report(context);
  });
}

async function expectStatus({ name, send }: Probe, url: string, status: number): Promise<void> {
  const response = await send(url);
  assert.equal(response.status, status, `${name}: ${response}`);
}
