/** Tokens of every kind, valid and invalid, and what each may do. */
import { Actor, send } from '../../../testing/src/client.ts';
import { makeKey, PASSWORD, type Scene } from '../../../testing/src/given.ts';
import { sleepUntilAfter } from '../../../testing/src/sleep-until.ts';
import { providerOf } from '../identity/scim/provider.ts';
import type { Role } from './row.ts';

/** Long enough to create the key on a slow machine, and over when the others are created. */
const KEY_LIFE_MS = 2_000;

/** What a principal may do. */
export type Standing =
  /** No valid token. */
  | { readonly kind: 'nobody' }
  | { readonly kind: 'delivery' | 'preview' | 'scim' }
  | { readonly kind: 'key'; readonly role: Role; readonly limited: boolean; readonly proposes?: boolean }
  /** A session of the account that owns the scene, or of another one. */
  | { readonly kind: 'session'; readonly own: boolean };

export interface Principal {
  readonly name: string;
  readonly token: string | null;
  readonly standing: Standing;
}

/**
 * Makes one of each, in the scene or, for the stranger, in an account of their own.
 * @returns them, and what to wait for before they are used: one has a key that expires
 */
export async function makePrincipals(
  scene: Scene,
  stranger: Scene,
): Promise<{ principals: Principal[]; untilExpired: () => Promise<void> }> {
  const nobody = { kind: 'nobody' } as const;
  const expiresAt = Date.now() + KEY_LIFE_MS;
  const expired = await expiringKey(scene, expiresAt);
  const roles = ['viewer', 'author', 'editor', 'developer', 'admin'] as const;
  const keys: Principal[] = [];
  for (const role of roles) {
    const key = await makeKey(scene.owner, scene.spaceId, { kind: 'management', role });
    keys.push({ name: `a key of role ${role}`, token: key.token, standing: { kind: 'key', role, limited: false } });
  }
  const limited = await makeKey(scene.owner, scene.spaceId, {
    kind: 'management',
    role: 'admin',
    environments: ['master'],
  });
  const proposing = await makeKey(scene.owner, scene.spaceId, {
    kind: 'management',
    role: 'admin',
    writes: 'proposal',
  });
  const readLimited = await makeKey(scene.owner, scene.spaceId, { kind: 'delivery', environments: ['master'] });
  const principals: Principal[] = [
    { name: 'nobody', token: null, standing: nobody },
    { name: 'a garbled token', token: 'garbled', standing: nobody },
    { name: 'a key of the right shape', token: `cms_mgm_${'a'.repeat(49)}`, standing: nobody },
    { name: 'a SCIM token of the right shape', token: `cms_scm_${'a'.repeat(49)}`, standing: nobody },
    { name: 'a revoked key', token: await revokedKey(scene), standing: nobody },
    { name: 'an expired key', token: expired, standing: nobody },
    { name: 'an ended session', token: await endedSession(scene), standing: nobody },
    { name: 'the owner', token: scene.owner.token, standing: { kind: 'session', own: true } },
    { name: 'a stranger', token: stranger.owner.token, standing: { kind: 'session', own: false } },
    { name: 'a delivery key', token: scene.delivery.token, standing: { kind: 'delivery' } },
    { name: 'a delivery key of one environment', token: readLimited.token, standing: { kind: 'delivery' } },
    { name: 'a preview key', token: scene.preview.token, standing: { kind: 'preview' } },
    { name: 'a SCIM token', token: (await providerOf(scene.member)).token, standing: { kind: 'scim' } },
    ...keys,
    {
      name: 'an admin’s key of one environment',
      token: limited.token,
      standing: { kind: 'key', role: 'admin', limited: true },
    },
    {
      name: 'an admin’s key that only proposes',
      token: proposing.token,
      standing: { kind: 'key', role: 'admin', limited: false, proposes: true },
    },
  ];
  return { principals, untilExpired: () => sleepUntilAfter(expiresAt) };
}

/** What shows previews: tokens by which pages read an environment, one of them changed, and a link with the token that it was opened for. */
export async function previewTokens(scene: Scene, entryId: string): Promise<Principal[]> {
  const { url, owner, space, base } = scene;
  await owner.patch(`${base}/content-types/author`, { preview_url: 'https://www.example.com/?look={preview}' }, 200);
  const token = (await owner.get(`/entries/${entryId}/preview`, 200)).string('token');
  const changed = `${token.slice(0, -8)}${token.endsWith('AAAAAAAA') ? 'B' : 'A'}AAAAAAA`;
  const link = new URL((await owner.post(`${space}/preview-links`, { entry: entryId }, 201)).string('url'));
  const { headers } = await send(url, 'GET', link.pathname);
  const ofLink = new URL(String(headers.location)).searchParams.get('look');
  return [
    { name: 'a preview token', token, standing: { kind: 'preview' } },
    { name: 'a changed preview token', token: changed, standing: { kind: 'nobody' } },
    { name: 'the token of a preview link', token: ofLink, standing: { kind: 'preview' } },
    { name: 'a preview link', token: link.pathname.split('/').at(-1) ?? '', standing: { kind: 'nobody' } },
  ];
}

async function revokedKey(scene: Scene): Promise<string | null> {
  const key = await scene.owner.post(`${scene.space}/api-keys`, { name: 'revoked', kind: 'management' }, 201);
  await scene.owner.delete(`${scene.space}/api-keys/${key.string('id')}`, 204);
  return key.string('token');
}

async function expiringKey(scene: Scene, expiresAt: number): Promise<string | null> {
  const expires_at = new Date(expiresAt).toISOString();
  return (await makeKey(scene.owner, scene.spaceId, { kind: 'management', expires_at })).token;
}

async function endedSession(scene: Scene): Promise<string | null> {
  const session = await new Actor(scene.url, null).post(
    '/auth/login',
    { email: scene.member.email, password: PASSWORD },
    200,
  );
  const actor = new Actor(scene.url, session.string('access_token'));
  await actor.post('/auth/logout');
  return actor.token;
}
