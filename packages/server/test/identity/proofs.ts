/**
 * A stranger with somebody else's address, and the company that owns its domain: what both set up, and what the stranger
 * can still do afterwards. With an SMTP server or without one, where addresses are not verified.
 */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Actor, type ApiResponse, closeConnections } from '../../../testing/src/client.ts';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { freshEmail, type Member, makeKey, PASSWORD, signUp } from '../../../testing/src/given.ts';
import { mailedToken } from '../../../testing/src/people/mails.ts';
import { addApp, addPasskey } from '../../../testing/src/people/protected-member.ts';
import { type Visited, WebVisitor } from '../../../testing/src/people/web-visitor.ts';
import { startDnsServer, type TestDnsServer } from '../../../testing/src/servers/dns-server.ts';
import { startOpenIdProvider, type TestOpenIdProvider } from '../../../testing/src/servers/openid-provider.ts';
import { startSamlProvider, type TestSamlProvider } from '../../../testing/src/servers/saml-provider.ts';
import { mailEnvironment, startSmtpServer, type TestSmtpServer } from '../../../testing/src/servers/smtp.ts';
import { startService, type TestService } from '../../../testing/src/service.ts';
import { until } from '../../../testing/src/until.ts';
import { lockPerson } from '../../src/identity/auth/sessions/store.ts';
import type { UserRow } from '../../src/identity/auth/tables.ts';
import { openDatabase } from '../../src/platform/database/connect.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { type Provider, providerOf } from './scim/provider.ts';
import { REACHES_HOME, redirectUriOf, start } from './sso-log-in.ts';

const MAILED_WITHIN_MS = 10_000;
/** By then, requests are let in and wait for a write that is open. */
const ARRIVED_AFTER_MS = 500;
const MONTH_MS = 30 * 86_400_000;

/** A company: its owner, whose account has verified a domain, and what its identity provider can send. */
export interface Company {
  readonly owner: Member;
  readonly domain: string;
  readonly scim: Provider;
}

/** Somebody who signed up with an address that is not theirs, and set up what they could. */
export interface Stranger extends Member {
  /** Keys of their own space. */
  readonly management: Actor | undefined;
  /** Keys that keys of theirs made, one of which is gone. */
  readonly heirs: readonly Actor[];
  readonly delivery: Actor | undefined;
  /** A request that logs in with their passkey. */
  readonly byPasskey: (() => Promise<ApiResponse>) | undefined;
}

export interface ProofStage {
  readonly url: string;
  readonly verifies: boolean;
  readonly nobody: Actor;
  /**
   * @param hasDomain whether its account has verified the domain
   * @param found makes its owner, who may have an address in the domain; somebody proven elsewhere unless given
   */
  company(
    protocol?: 'oidc' | 'saml',
    hasDomain?: boolean,
    found?: (domain: string) => Promise<Member>,
  ): Promise<Company>;
  stranger(email: string): Promise<Stranger>;
  emailAt(domain: string): string;
  /** Signs up somebody whose address is taken for proven. */
  proven(email?: string): Promise<Member>;
  /** As if a user had asked for their deletion. */
  markForDeletion(member: Member): Promise<void>;
  /** Ends the sessions and keys of somebody in a write that is open while they send requests. */
  endBeside(member: Member, send: () => Promise<ApiResponse>[]): Promise<ApiResponse[]>;
  /** A log-in by the provider of a company, up to its last page. */
  logIn(company: Company, email: string): Promise<Visited>;
  /** The latest token with that prefix in a mail to an address. */
  mailed(email: string, prefix: string): Promise<string>;
  /** Waits for a mail with such a subject, where there is a server for it. */
  mailsAbout(email: string, subject: RegExp): Promise<void>;
}

/** Defines a suite with an SMTP server and one without, on each engine. */
export function onEachProofStage(title: string, define: (stage: ProofStage) => void): void {
  for (const verifies of [false, true])
    describeEachEngine(`${title}, ${verifies ? 'with' : 'without'} an SMTP server`, (engine) => {
      const opened = {} as { service: TestService; smtp?: TestSmtpServer; database: Database } & Providers;
      const stage = stageOf(opened, verifies);
      before(async () => {
        if (verifies) opened.smtp = await startSmtpServer();
        const mail = opened.smtp === undefined ? {} : mailEnvironment(opened.smtp);
        opened.service = await startService({ engine, env: { ...REACHES_HOME, ...mail } });
        opened.oidc = await startOpenIdProvider(redirectUriOf(opened.service.url));
        opened.saml = await startSamlProvider({ id: 'nobody', email: freshEmail() });
        opened.dns = await startDnsServer();
        opened.database = await openDatabase(engine.databaseConfig());
      });
      after(async () => {
        closeConnections();
        opened.dns.stop();
        await Promise.all([opened.oidc.stop(), opened.saml.stop()]);
        await opened.database.close();
        await opened.service.close();
        await opened.smtp?.close();
      });
      define(stage);
    });
}

interface Providers {
  oidc: TestOpenIdProvider;
  saml: TestSamlProvider;
  dns: TestDnsServer;
}

function stageOf(
  opened: { service: TestService; smtp?: TestSmtpServer; database: Database } & Providers,
  verifies: boolean,
): ProofStage {
  let companies = 0;
  const updateUser = (id: string, values: Partial<UserRow>) =>
    opened.database.write(async (writer) => {
      await writer.updateTable('users').set(values).where('id', '=', id).execute();
    });
  const mailTexts = (email: string) => (opened.smtp?.mails ?? []).filter(({ to }) => to === email);
  const stage: ProofStage = {
    verifies,
    get url() {
      return opened.service.url;
    },
    get nobody() {
      return new Actor(opened.service.url, null);
    },
    emailAt: (domain) => freshEmail().replace('example.com', domain),
    proven: async (email) => {
      const member = await signUp(opened.service.url, email);
      await updateUser(member.userId, { email_verified_at: 1 });
      return member;
    },
    markForDeletion: ({ userId }) => updateUser(userId, { deletion_at: Date.now() + MONTH_MS }),
    company: async (protocol = 'oidc', hasDomain = true, found = () => stage.proven()) => {
      const domain = `company-${++companies}-${opened.service.url.split(':').at(-1)}.example`;
      const owner = await found(domain);
      const settings = protocol === 'oidc' ? opened.oidc.settings : opened.saml.settings;
      await owner.actor.post(`/accounts/${owner.accountId}/sso`, { protocol, [protocol]: settings }, 201);
      if (hasDomain) await verifyDomain(owner, domain, opened.dns);
      return { owner, domain, scim: await providerOf(owner) };
    },
    stranger: (email) => settleIn(opened.service.url, email, verifies),
    endBeside: async ({ userId }, send) => {
      let sent: Promise<ApiResponse>[] = [];
      await opened.database.write(async (writer) => {
        await lockPerson(writer, userId);
        await writer.deleteFrom('api_keys').where('created_by', '=', userId).execute();
        sent = send();
        await sleep(ARRIVED_AFTER_MS);
        await writer.deleteFrom('sessions').where('user_id', '=', userId).execute();
      });
      return Promise.all(sent);
    },
    logIn: async ({ owner }, email) => {
      const visitor = new WebVisitor();
      const url = await start(opened.service.url, owner.accountId, visitor);
      if (url.startsWith(opened.oidc.issuer)) {
        opened.oidc.people.set(email, { email, email_verified: true });
        return visitor.follow(await opened.oidc.logIn(visitor, url, email));
      }
      const xml = await opened.saml.respond(await opened.saml.read(url), { id: email, email });
      const SAMLResponse = Buffer.from(xml).toString('base64');
      return visitor.follow(await visitor.post(`${opened.service.url}/auth/sso/saml/acs`, { SAMLResponse }));
    },
    mailed: async (email, prefix) => {
      if (opened.smtp === undefined) return mailedToken(opened.service.dataDir, email, prefix);
      const token = new RegExp(`${prefix}\\w+`);
      const found = () => mailTexts(email).flatMap(({ content }) => token.exec(content.text ?? '')?.[0] ?? []);
      return String((await until(found, ({ length }) => length > 0, MAILED_WITHIN_MS)).at(-1));
    },
    mailsAbout: async (email, subject) => {
      if (opened.smtp === undefined) return;
      const found = () => mailTexts(email).filter(({ content }) => subject.test(content.subject ?? ''));
      await until(found, ({ length }) => length > 0, MAILED_WITHIN_MS);
    },
  };
  return stage;
}

async function verifyDomain({ actor, accountId }: Member, domain: string, dns: TestDnsServer): Promise<void> {
  const path = `/accounts/${accountId}/sso/domains`;
  const record = await actor.post(path, { domain }, 201);
  dns.records.set(record.string('record.name'), [record.string('record.value')]);
  await actor.post(`${path}/${domain}/verify`, undefined, 200);
}

/** Where addresses are verified, a stranger has a session and a password, and nothing else. */
async function settleIn(url: string, email: string, verifies: boolean): Promise<Stranger> {
  const member = await signUp(url, email);
  const nothing = { management: undefined, heirs: [], delivery: undefined, byPasskey: undefined };
  if (verifies) return { ...member, ...nothing };
  const spaceId = (await member.actor.post('/spaces', { name: 'Mine' }, 201)).string('id');
  const management = await makeKey(member.actor, spaceId, { kind: 'management', role: 'admin' });
  const heirs = [await makeKey(management, spaceId, { kind: 'preview' }), await keyOfGone(member.actor, spaceId)];
  const delivery = await makeKey(member.actor, spaceId, { kind: 'delivery' });
  await addApp(member);
  const { authenticator } = await addPasskey(member);
  const byPasskey = async () => {
    const begun = await new Actor(url, null).post('/auth/login/passkey/options', {}, 200);
    const credential = authenticator.get(begun.at('options'));
    return new Actor(url, null).post('/auth/login/passkey', { challenge: begun.string('challenge'), credential });
  };
  return { ...member, management, heirs, delivery, byPasskey };
}

/** A management key whose maker, a key of that person, was deleted. */
async function keyOfGone(person: Actor, spaceId: string): Promise<Actor> {
  const collection = `/spaces/${spaceId}/api-keys`;
  const made = await person.post(collection, { name: 'gone', kind: 'management', role: 'admin' }, 201);
  const heir = await makeKey(new Actor(person.url, made.string('token')), spaceId, {
    kind: 'management',
    role: 'admin',
  });
  await person.delete(`${collection}/${made.string('id')}`, 204);
  return heir;
}

/** Waits until a key opens nothing: a process trusts one for up to a second. */
async function assertEnds(key: Actor): Promise<void> {
  await until(
    () => key.get('/auth/me'),
    ({ status }) => status === 401,
  );
}

/** Fails unless nothing of what a stranger set up opens anything any more. */
export async function assertShutOut(stage: ProofStage, stranger: Stranger): Promise<void> {
  const { nobody } = stage;
  await stranger.actor.get('/auth/me', 401);
  await nobody.post('/auth/refresh', { refresh_token: stranger.refreshToken }, 401);
  await nobody.post('/auth/login', { email: stranger.email, password: PASSWORD }, 401);
  for (const key of [stranger.management, ...stranger.heirs]) if (key !== undefined) await assertEnds(key);
  const passkey = await stranger.byPasskey?.();
  assert.ok(passkey === undefined || passkey.status === 401, String(passkey));
}

/** Fails unless a stranger has what they set up, and nothing of a company's account. */
export async function assertOutside(
  stage: ProofStage,
  stranger: Stranger,
  { owner }: Pick<Company, 'owner'>,
): Promise<void> {
  assert.deepEqual((await stranger.actor.get('/auth/me', 200)).each('accounts', 'id'), [stranger.accountId]);
  await stranger.actor.post('/auth/switch-account', { account_id: owner.accountId }, 422);
  const members = await owner.actor.get(`/accounts/${owner.accountId}/members?limit=1000`, 200);
  assert.ok(!members.each('items', 'user_id').includes(stranger.userId), stage.url);
}
