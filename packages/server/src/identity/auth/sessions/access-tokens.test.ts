/** Access tokens: ours are accepted, and no other token is, however it is made. */
import assert from 'node:assert/strict';
import { createHmac, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { test } from 'node:test';
import { SignJWT } from 'jose';
import { deriveKey } from '../../../platform/kit/sealed-box.ts';
import { ACCESS_TOKEN_LIFE_S, AccessTokens } from './access-tokens.ts';
import { RefreshTokens } from './refresh-tokens.ts';

const SECRET = 'a secret of the tests, longer than 32 characters';
const CLAIMS = { userId: 'usr_1', accountId: 'acc_1', sessionId: 'ses_1' };
const NEVER = Number.MAX_SAFE_INTEGER;
const START = 1_800_000_000_000;

let now = START;
const tokens = new AccessTokens({ secret: SECRET, clock: () => now });
const issued = (await tokens.issue(CLAIMS, NEVER)).token;
const [header = '', payload = '', signature = ''] = issued.split('.');

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decoded = (part: string): Record<string, unknown> => JSON.parse(Buffer.from(part, 'base64url').toString());

/** Another node of the installation, which has not seen any token yet. */
const verify = (token: string) => new AccessTokens({ secret: SECRET, clock: () => now }).verify(token);

test('a token is read with the same claims on every node, every time', async () => {
  for (const node of [tokens, new AccessTokens({ secret: SECRET, clock: () => now })]) {
    for (let time = 0; time < 2; time++) assert.deepEqual(await node.verify(issued), CLAIMS);
  }
});

test('its claims are the standard ones', () => {
  assert.deepEqual(decoded(payload), {
    acc: 'acc_1',
    sid: 'ses_1',
    iss: 'lectern',
    aud: 'lectern-management',
    sub: 'usr_1',
    iat: START / 1000,
    exp: START / 1000 + ACCESS_TOKEN_LIFE_S,
  });
  assert.deepEqual([decoded(header).alg, decoded(header).typ], ['EdDSA', 'at+jwt']);
});

test('it expires after a quarter of an hour, and never later than requested', async () => {
  const { token, expiresInSeconds } = await tokens.issue(CLAIMS, START + 5_500);
  assert.equal(expiresInSeconds, 5);
  try {
    now = START + 5_000;
    for (const end of [tokens.verify(token), verify(token)]) assert.equal(await end, undefined);
    now = START + ACCESS_TOKEN_LIFE_S * 1000 - 1;
    assert.deepEqual(await tokens.verify(issued), CLAIMS);
    now += 1;
    for (const end of [tokens.verify(issued), verify(issued)]) assert.equal(await end, undefined);
  } finally {
    now = START;
  }
});

test('a token of another installation is rejected', async () => {
  const other = await new AccessTokens({ secret: `${SECRET}!`, clock: () => now }).issue(CLAIMS, NEVER);
  assert.equal(await verify(other.token), undefined);
});

/** The installation's own key, derived as the service derives it, so that its tokens can only be rejected for their claims. */
const key = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), deriveKey(SECRET, 'access-token')]),
  format: 'der',
  type: 'pkcs8',
});
const publicPem = createPublicKey(key).export({ format: 'pem', type: 'spki' });
const stranger = generateKeyPairSync('ed25519');
const signed = (changedHeader: object, changedClaims: object, signer: KeyObject = key) =>
  new SignJWT({ ...decoded(payload), ...changedClaims })
    .setProtectedHeader({ ...decoded(header), alg: 'EdDSA', ...changedHeader })
    .sign(signer);
const hmacSigned = (secret: string | Buffer) => {
  const body = `${encode({ alg: 'HS256', typ: 'at+jwt' })}.${payload}`;
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
};

test('the key of these tests is the signing key', async () => {
  assert.deepEqual(await verify(await signed({}, {})), CLAIMS);
});

const forgeries: Readonly<Record<string, () => string | Promise<string>>> = {
  'without a signature': () => `${header}.${payload}.`,
  'with an algorithm of none': () => `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
  'signed symmetrically with the public key': () => hmacSigned(publicPem),
  'signed symmetrically with nothing': () => hmacSigned(''),
  'with other claims under the old signature': () =>
    `${header}.${encode({ ...decoded(payload), acc: 'acc_2' })}.${signature}`,
  'signed by a key it brings along': () =>
    signed({ jwk: stranger.publicKey.export({ format: 'jwk' }) }, {}, stranger.privateKey),
  'signed by a key it points to': () =>
    signed({ jku: 'https://example.com/jwks', x5u: 'https://example.com/x5' }, {}, stranger.privateKey),
  'with another key id': () => signed({ kid: '../../etc/passwd' }, {}),
  'with an unknown extension': () =>
    `${encode({ ...decoded(header), crit: ['lectern'], lectern: 1 })}.${payload}.${signature}`,
  'of another type': () => signed({ typ: 'JWT' }, {}),
  'of another issuer': () => signed({}, { iss: 'somebody' }),
  'for another audience': () => signed({}, { aud: 'lectern-invitations' }),
  'for no audience': () => signed({}, { aud: [] }),
  'not valid yet': () => signed({}, { nbf: START / 1000 + 120 }),
  'without an expiry': () => signed({}, { exp: undefined }),
  'without a session': () => signed({}, { sid: undefined }),
  'with a session that is not text': () => signed({}, { sid: { $ne: null } }),
  'longer than any of ours': () => signed({}, { more: 'x'.repeat(4_000) }),
  'that is a refresh token': () => new RefreshTokens(SECRET).first(),
  'that is empty': () => '',
  'that is dots': () => '..',
};

for (const [name, forge] of Object.entries(forgeries)) {
  test(`a token ${name} is refused`, async () => {
    assert.equal(await verify(await forge()), undefined);
  });
}
