/**
 * The setting of mutation tests: a service with access to its database, a tenant in it, and fresh resources of every kind, each
 * created over HTTP.
 */

import { randomBytes } from 'node:crypto';
import { Actor, type RequestParts } from '../../../testing/src/client.ts';
import { type FormParts, formOf } from '../../../testing/src/form.ts';
import {
  createEntry,
  freshEmail,
  joinAs,
  type Member,
  PASSWORD,
  publishNew,
  type Scene,
  signUp,
} from '../../../testing/src/given.ts';
import { mailedToken, mailedTokens } from '../../../testing/src/people/mails.ts';
import { type ProtectedMember, protect } from '../../../testing/src/people/protected-member.ts';
import type { TestDnsServer } from '../../../testing/src/servers/dns-server.ts';
import { CHALLENGE_PREFIX, RESET_PREFIX } from '../../src/identity/actors/token-kinds.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { cloneOf } from '../branches/clone/clones.ts';
import { type Provider, providerOf } from '../identity/scim/provider.ts';
import { connect } from '../identity/sso-log-in.ts';

/** A request that may change something. */
export interface Mutation {
  readonly path: string;
  readonly parts?: RequestParts;
  /** The owner of the scene if not given. */
  readonly by?: Actor;
}

/** A request of the owner with a body. */
export const owners = (path: string, body?: unknown): Mutation => ({
  path,
  ...(body === undefined ? {} : { parts: { body } }),
});

/** A request of somebody else. */
export const someones = (by: Actor, path: string, body?: unknown): Mutation => ({ ...owners(path, body), by });

export const LINES_HEADERS = { 'content-type': 'application/x-ndjson' };

/** A form with a file. */
export const A_FILE: FormParts = [
  ['file', { name: 'a.txt', bytes: 'A file.' }],
  ['title', 'A file'],
];

/** A form with a PNG of one pixel. */
export const AN_IMAGE: FormParts = [
  [
    'file',
    {
      name: 'a.png',
      bytes: Buffer.from(
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
        'base64',
      ),
    },
  ],
];

export class Ground {
  readonly url: string;
  readonly scene: Scene;
  /** A management key of the scene that may only read. */
  readonly viewer: Actor;
  readonly database: Database;
  readonly #dataDir: string;
  #provider: Provider | undefined;
  readonly #dns: TestDnsServer;

  constructor(parts: { scene: Scene; viewer: Actor; database: Database; dataDir: string; dns: TestDnsServer }) {
    this.#dns = parts.dns;
    this.url = parts.scene.url;
    this.viewer = parts.viewer;
    this.scene = parts.scene;
    this.database = parts.database;
    this.#dataDir = parts.dataDir;
  }

  get owner(): Actor {
    return this.scene.owner;
  }

  get nobody(): Actor {
    return new Actor(this.url, null);
  }

  /** A name that nothing has yet. */
  name(prefix: string): string {
    return `${prefix}-${randomBytes(5).toString('hex')}`;
  }

  member(): Promise<Member> {
    return signUp(this.url);
  }

  /** A member with an authenticator app and a passkey, and what it takes to use them. */
  async protectedMember(): Promise<ProtectedMember> {
    return protect(await this.member());
  }

  /** The challenge of a log-in that waits for its second factor. */
  async challenge({ email }: Member): Promise<string> {
    const refusal = await this.nobody.post('/auth/login', { email, password: PASSWORD }, 403);
    return refusal.string('detail.challenge');
  }

  async environment(): Promise<string> {
    const name = this.name('env');
    await this.owner.post(`${this.scene.space}/environments`, { name }, 201);
    return name;
  }

  /** The path of an alias that the space does not have yet. */
  aliasPath(): string {
    return `${this.scene.space}/environment-aliases/${this.name('alias')}`;
  }

  /** A clone of `master` with one more entry. */
  async branch(): Promise<string> {
    const name = this.name('branch');
    await cloneOf(this.scene, name);
    const fields = { name: 'Elsewhere' };
    await createEntry(this.owner, `${this.scene.space}/environments/${name}`, { content_type_id: 'author', fields });
    return name;
  }

  /** The code of a locale that the space does not have yet. */
  localeCode(): string {
    return `de-x-${randomBytes(3).toString('hex')}`;
  }

  async locale(): Promise<string> {
    return (await this.owner.post(`${this.scene.space}/locales`, { code: this.localeCode() }, 201)).string('id');
  }

  async key(): Promise<string> {
    const body = { name: 'a key', kind: 'delivery' };
    return (await this.owner.post(`${this.scene.space}/api-keys`, body, 201)).string('id');
  }

  async type(): Promise<{ id: string; apiId: string }> {
    const body = { api_id: this.name('type'), name: 'A type', fields: [] };
    const type = await this.owner.post(`${this.scene.base}/content-types`, body, 201);
    return { id: type.string('id'), apiId: type.string('api_id') };
  }

  /** A content type with the hidden field `gone`. */
  async typeWithHiddenField(): Promise<{ id: string; apiId: string }> {
    const type = await this.type();
    await this.owner.patch(`/content-types/${type.id}`, { fields: [{ id: 'gone', type: 'string' }] }, 200);
    await createEntry(this.owner, this.scene.base, { content_type_id: type.apiId, fields: { gone: 'A value' } });
    await this.owner.patch(`/content-types/${type.id}?confirm_data_loss=true`, { fields: [] }, 200);
    return type;
  }

  async asset(): Promise<string> {
    const response = await this.owner.send('POST', `${this.scene.base}/media`, await formOf(A_FILE));
    return response.string('id');
  }

  draft(): Promise<string> {
    return createEntry(this.owner, this.scene.base, { content_type_id: 'author', fields: { name: 'A draft' } });
  }

  published(): Promise<string> {
    return publishNew(this.owner, this.scene.base, { content_type_id: 'author', fields: { name: 'Published' } });
  }

  async archived(): Promise<string> {
    const id = await this.draft();
    await this.owner.post(`/entries/${id}/archive`, undefined, 200);
    return id;
  }

  /** The path of a shared view. */
  async view(): Promise<string> {
    const path = `${this.scene.space}/views`;
    const body = { name: 'Drafts', shared: true, query: 'status=draft', columns: ['slug'] };
    return `${path}/${(await this.owner.post(path, body, 201)).string('id')}`;
  }

  /** The path of a change set. */
  async changeSet(onto = 'published'): Promise<string> {
    const body = { name: 'Winter sale', onto };
    return `/change-sets/${(await this.owner.post(`${this.scene.base}/change-sets`, body, 201)).string('id')}`;
  }

  /** A change set that changes a published entry. */
  async changeSetWithEntry(onto = 'published'): Promise<{ path: string; key: string }> {
    const [path, entry] = [await this.changeSet(onto), await this.published()];
    await this.owner.patch(
      `/entries/${entry}?change_set=${path.split('/').at(-1)}`,
      { fields: { name: 'In it' } },
      200,
    );
    return { path, key: this.keyOf(entry) };
  }

  /** The path of a webhook. */
  async webhook(): Promise<string> {
    const path = `${this.scene.space}/webhooks`;
    const body = { name: 'Search', url: 'https://receiver.invalid/hooks' };
    return `${path}/${(await this.owner.post(path, body, 201)).string('id')}`;
  }

  /** The key within an id. */
  keyOf(id: string): string {
    return id.split('_').slice(2).join('_');
  }

  /** Makes a member of the account of the scene. */
  join(role: string): Promise<Member> {
    return joinAs(this.scene.member, role);
  }

  /** An open invitation to the account of the scene. */
  async invitation(email = freshEmail()): Promise<{ path: string; token: string }> {
    const collection = `/accounts/${this.scene.member.accountId}/invitations`;
    const made = await this.owner.post(collection, { email, role: 'editor' }, 201);
    return { path: `${collection}/${made.string('id')}`, token: made.string('token') };
  }

  /** A group of an identity provider, without members and without a role. */
  async scimGroup(): Promise<string> {
    const { member } = this.scene;
    this.#provider ??= await providerOf(member);
    return `/accounts/${member.accountId}/scim-groups/${await this.#provider.addGroup(this.name('group'))}`;
  }

  /** A second account for a member: that of the scene. */
  async secondAccount(member: Member): Promise<string> {
    const { token } = await this.invitation(member.email);
    await member.actor.post('/invitations/accept', { token }, 200);
    return this.scene.member.accountId;
  }

  /** An owner of an account of their own, with a connection and a domain. */
  async connected(): Promise<{ owner: Member; path: string; domain: string }> {
    const owner = await this.member();
    const domain = await connect(owner);
    return {
      owner,
      path: `/accounts/${owner.accountId}/sso`,
      domain: `/accounts/${owner.accountId}/sso/domains/${domain}`,
    };
  }

  /** Publishes the record that verifies a domain. @param path of the domain */
  async publishRecord({ actor }: Member, path: string): Promise<void> {
    const domain = await actor.get(path, 200);
    this.#dns.records.set(domain.string('record.name'), [domain.string('record.value')]);
  }

  /** The token of a password reset, from its mail. */
  async resetToken(member: Member): Promise<string> {
    await this.nobody.post('/auth/forgot-password', { email: member.email });
    return mailedToken(this.#dataDir, member.email, RESET_PREFIX);
  }

  /** A fresh token that verifies an address, from its mail. */
  async verificationToken({ actor, email }: Member): Promise<string> {
    const known = mailedTokens(this.#dataDir, email, CHALLENGE_PREFIX).length;
    await actor.post('/auth/resend-verification', undefined, 202);
    return mailedToken(this.#dataDir, email, CHALLENGE_PREFIX, known);
  }

  /** A member whose address is verified, who logged in again: older sessions ended with it. */
  async verified(): Promise<Member> {
    const member = await this.member();
    await this.nobody.post('/auth/verify-email', { token: await this.verificationToken(member) }, 204);
    const session = await this.nobody.post('/auth/login', { email: member.email, password: PASSWORD }, 200);
    return { ...member, actor: new Actor(member.actor.url, session.string('access_token')) };
  }
}
