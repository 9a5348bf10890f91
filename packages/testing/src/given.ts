/**
 * A scene for whole-service tests: an account with a space, a key of each plane and, on request, a small content model. Everything
 * is created over HTTP as a user would do it; each scene is a tenant of its own.
 */
import { randomBytes } from 'node:crypto';
import { Actor, type ApiResponse } from './client.ts';

/** A password that is on no list of common ones. */
export const PASSWORD = 'quiet harbour at dawn 71';

/** A person who signed up: a client with their session. */
export interface Member {
  readonly actor: Actor;
  readonly email: string;
  readonly accountId: string;
  readonly userId: string;
  readonly refreshToken: string;
}

export interface Scene {
  readonly url: string;
  readonly member: Member;
  /** The owner of the account, by JWT. */
  readonly owner: Actor;
  readonly spaceId: string;
  /** Path of the space. */
  readonly space: string;
  /** Path of the environment `master`. */
  readonly base: string;
  /** Path of the delivery plane of `master`. */
  readonly read: string;
  /** A management key of role `admin`. */
  readonly management: Actor;
  readonly delivery: Actor;
  readonly preview: Actor;
}

/** An unused e-mail address. */
export function freshEmail(): string {
  return `reader-${randomBytes(8).toString('hex')}@example.com`;
}

/** Signs up a person with an account of their own. */
export async function signUp(url: string, email = freshEmail()): Promise<Member> {
  const body = { email, password: PASSWORD, name: 'Ada' };
  return memberIn(url, email, await new Actor(url, null).post('/auth/signup', body, 201));
}

function memberIn(url: string, email: string, session: ApiResponse): Member {
  return {
    actor: new Actor(url, session.string('access_token')),
    email,
    accountId: session.string('account.id'),
    userId: session.string('user.id'),
    refreshToken: session.string('refresh_token'),
  };
}

/** Invites a new person to an account, who then signs up with the invitation. */
export async function joinAs(by: Pick<Member, 'actor' | 'accountId'>, role: string): Promise<Member> {
  const email = freshEmail();
  const invitation = await by.actor.post(`/accounts/${by.accountId}/invitations`, { email, role }, 201);
  const body = { email, password: PASSWORD, name: 'Grace', invitation_token: invitation.string('token') };
  return memberIn(by.actor.url, email, await new Actor(by.actor.url, null).post('/auth/signup', body, 201));
}

/** Invites somebody to an account. @returns the id of the invitation */
export async function invite({ actor, accountId }: Pick<Member, 'actor' | 'accountId'>): Promise<string> {
  const body = { email: freshEmail(), role: 'editor' };
  return (await actor.post(`/accounts/${accountId}/invitations`, body, 201)).string('id');
}

/** Creates a key in a space and returns a client that uses it. */
export async function makeKey(by: Actor, spaceId: string, body: Record<string, unknown>): Promise<Actor> {
  const key = await by.post(`/spaces/${spaceId}/api-keys`, { name: 'test', ...body }, 201);
  return new Actor(by.url, key.string('token'));
}

/** Contents of a scene besides an account, a space and its keys. */
interface SceneContents {
  readonly defaultLocale?: string;
  /** Codes of further locales, in which values are optional. */
  readonly locales?: readonly string[];
  /** Content types, in the form of the API. */
  readonly types?: readonly object[];
  /** The owner of the space; a new person unless given. */
  readonly member?: Member;
}

/** Creates a scene: an account, a space with a key of each kind, and the requested contents. */
export async function given(url: string, contents: SceneContents = {}): Promise<Scene> {
  const { defaultLocale = 'en-US', locales = [], types = [], member = await signUp(url) } = contents;
  const scene = await openScene(url, member, defaultLocale);
  for (const code of locales) await scene.owner.post(`${scene.space}/locales`, { code, optional: true }, 201);
  await addTypes(scene, types);
  return scene;
}

/** Adds content types to `master`. */
export async function addTypes(
  { owner, base }: Pick<Scene, 'owner' | 'base'>,
  types: readonly object[],
): Promise<void> {
  for (const type of types) await owner.post(`${base}/content-types`, type, 201);
}

async function openScene(url: string, member: Member, defaultLocale: string): Promise<Scene> {
  const owner = member.actor;
  const space = await owner.post('/spaces', { name: 'Test', default_locale: defaultLocale }, 201);
  const spaceId = space.string('id');
  return {
    url,
    member,
    owner,
    spaceId,
    space: `/spaces/${spaceId}`,
    base: `/spaces/${spaceId}/environments/master`,
    read: `/spaces/${spaceId}/environments/master/delivery`,
    management: await makeKey(owner, spaceId, { kind: 'management', role: 'admin' }),
    delivery: await makeKey(owner, spaceId, { kind: 'delivery' }),
    preview: await makeKey(owner, spaceId, { kind: 'preview' }),
  };
}

/** A field in the form of the API, with defaults for the properties that tests mostly omit. */
export function field(id: string, type: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return { id, name: id, type, ...more };
}

const authorType = {
  api_id: 'author',
  name: 'Author',
  display_field: 'name',
  fields: [
    field('name', 'string', { required: true }),
    field('city', 'string'),
    field('born', 'date'),
    field('favourite', 'entry'),
  ],
};

const articleType = {
  api_id: 'article',
  name: 'Article',
  display_field: 'title',
  slug_field: 'slug',
  fields: [
    field('title', 'string', { required: true, localized: true }),
    field('slug', 'slug', { localized: true }),
    field('body', 'rich_text', { localized: true }),
    field('author', 'entry', { validations: { content_types: ['author'] } }),
    field('related', 'array', { items: { type: 'entry' } }),
    field('tags', 'array', { items: { type: 'string' } }),
    field('rating', 'number'),
    field('pages', 'integer'),
    field('featured', 'boolean'),
    field('day', 'date'),
    field('extra', 'json'),
    field('place', 'location'),
    field('image', 'asset'),
  ],
};

/** A magazine: authors without URLs, articles with slug, links, tags, numbers and dates in several locales. */
export const magazine: readonly object[] = [authorType, articleType];

/** Creates an entry from plain fields; returns its id. */
export async function createEntry(
  by: Actor,
  base: string,
  body: { content_type_id: string; fields: Record<string, unknown>; key?: string; slug?: string },
): Promise<string> {
  const entry = await by.post(`${base}/entries`, body, 201);
  return entry.string('id');
}

/** Creates an entry and publishes it; returns its id. */
export async function publishNew(
  by: Actor,
  base: string,
  body: { content_type_id: string; fields: Record<string, unknown>; key?: string; slug?: string },
): Promise<string> {
  const id = await createEntry(by, base, body);
  await by.post(`/entries/${id}/publish`, undefined, 200);
  return id;
}
