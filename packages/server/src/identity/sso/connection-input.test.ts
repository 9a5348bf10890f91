/**
 * Settings of an identity provider as an owner enters them: what is kept, what is required, and which issuer a secret belongs to.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { DomainError } from '../../platform/errors/domain-error.ts';
import { AddressRule } from '../../platform/outgoing/address-rule.ts';
import type { Connection } from './connection.ts';
import { readConnection } from './connection-input.ts';
import type { SsoConnectionChange } from './schema.ts';

const rule = new AddressRule([], 'LECTERN_SSO_ALLOW');
const oidc = { issuer: 'https://id.example.com', client_id: 'c1', client_secret: 'hush', scopes: ['groups'] };
const known: Connection = {
  accountId: 'acc_1',
  protocol: 'oidc',
  isRequired: true,
  defaultRole: 'editor',
  clientSecret: 'hush',
  version: 3,
  role_claim: 'groups',
  role_mapping: { a: 'admin' },
  oidc: { issuer: oidc.issuer, client_id: 'c1', scopes: ['groups'] },
  saml: null,
};

function read(request: SsoConnectionChange, stored?: Connection) {
  return readConnection(request, stored, rule);
}

function problemOf(request: SsoConnectionChange, stored?: Connection): unknown {
  try {
    read(request, stored);
  } catch (error) {
    assert.ok(error instanceof DomainError, String(error));
    const [{ path, rule: broken } = { path: '', rule: '' }] = error.extra.errors as { path: string; rule: string }[];
    return `${path} ${broken}`;
  }
  return null;
}

test('a new connection is of OpenID Connect, for viewers, and not required', () => {
  const { protocol, required, defaultRole, settings, secrets } = read({ oidc });
  assert.deepEqual([protocol, required, defaultRole], ['oidc', false, 'viewer']);
  assert.deepEqual(settings.oidc, { issuer: oidc.issuer, client_id: 'c1', scopes: ['groups'] });
  assert.deepEqual(secrets, { client_secret: 'hush' });
});

test('a public client has no secret', () => {
  assert.deepEqual(read({ oidc: { issuer: oidc.issuer, client_id: 'c1' } }).secrets, {});
});

test('a change leaves what it does not name', () => {
  const { protocol, required, defaultRole, settings, secrets } = read({ oidc: { client_id: 'c2' } }, known);
  assert.deepEqual([protocol, required, defaultRole, secrets], ['oidc', true, 'editor', { client_secret: 'hush' }]);
  assert.deepEqual(settings.oidc, { issuer: oidc.issuer, client_id: 'c2', scopes: ['groups'] });
  assert.deepEqual([settings.role_claim, settings.role_mapping], ['groups', { a: 'admin' }]);
});

test('null ends the claim of roles, and an empty list the scopes', () => {
  const { settings } = read({ role_claim: null, role_mapping: {}, oidc: { scopes: [] } }, known);
  assert.deepEqual([settings.role_claim, settings.role_mapping, settings.oidc?.scopes], [null, {}, []]);
});

describe('a stored secret goes to no issuer that it was not entered for', () => {
  const moved = { issuer: 'https://evil.example.com' };
  test('without a secret of its own', () =>
    assert.equal(problemOf({ oidc: moved }, known), 'oidc.client_secret required'));
  test('with one of its own', () =>
    assert.deepEqual(read({ oidc: { ...moved, client_secret: 'new' } }, known).secrets, { client_secret: 'new' }));
  test('unless there is none', () => {
    assert.equal(problemOf({ oidc: moved }, { ...known, clientSecret: undefined }), null);
  });
  test('a path or another case is another issuer', () => {
    for (const issuer of [`${oidc.issuer}/`, 'https://ID.example.com', `${oidc.issuer}/x`])
      assert.equal(problemOf({ oidc: { issuer } }, known), 'oidc.client_secret required', issuer);
  });
});

const saml = { idp_entity_id: 'idp', sso_url: 'https://id.example.com/sso' };
const incomplete: readonly (readonly [string, SsoConnectionChange, string])[] = [
  ['nothing', {}, 'oidc required'],
  ['another protocol', { protocol: 'saml', oidc }, 'saml required'],
  ['no client', { oidc: { issuer: oidc.issuer } }, 'oidc.client_id required'],
  ['no issuer', { oidc: { client_id: 'c1' } }, 'oidc.issuer required'],
  ['a query in the issuer', { oidc: { ...oidc, issuer: 'https://id.example.com/?a=b' } }, 'oidc.issuer format'],
  ['an issuer without TLS', { oidc: { ...oidc, issuer: 'http://id.example.com' } }, 'oidc.issuer url'],
  ['an issuer that is private', { oidc: { ...oidc, issuer: 'https://10.0.0.1' } }, 'oidc.issuer url'],
  ['no certificate', { protocol: 'saml', saml }, 'saml.certificate required'],
  ['no certificate in it', { protocol: 'saml', saml: { ...saml, certificate: 'x' } }, 'saml.certificate format'],
];
for (const [what, request, problem] of incomplete)
  test(`refused: ${what}`, () => assert.equal(problemOf(request), problem));

describe('certificates', () => {
  const strong = certificate(['-newkey', 'rsa:2048']);
  const request = (text: string): SsoConnectionChange => ({ protocol: 'saml', saml: { ...saml, certificate: text } });

  test('are kept as PEM in one form, however they are written', () => {
    const bare = strong.replaceAll(/-----.*-----|\n/g, '');
    const pasted = [
      strong,
      `\n${strong}\n\n`,
      bare,
      strong.replaceAll('\n', '\r\n'),
      strong.replaceAll('\n', ' '),
      strong.replaceAll('\n', '\\n'),
      strong.replaceAll(/^/gm, '    '),
      `Bag Attributes\n    localKeyID: 01 02\nsubject=CN = idp\nissuer=CN = idp\n${strong}`,
      `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>\n${bare}\n</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`,
    ];
    for (const text of pasted) assert.equal(read(request(text)).settings.saml?.certificate, strong);
  });

  test('are at most five, without a private key', () => {
    assert.equal(read(request(strong.repeat(5))).settings.saml?.certificate, strong.repeat(5));
    const key = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----\n';
    for (const text of [strong.repeat(6), strong + key, key, strong.replace('MII', 'AII')])
      assert.equal(problemOf(request(text)), 'saml.certificate format', text);
  });

  test('have RSA keys of 2,048 bits or more', () => {
    assert.equal(problemOf(request(certificate(['-newkey', 'rsa:1024']))), 'saml.certificate key');
    const elliptic = certificate(['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']);
    assert.equal(problemOf(request(elliptic)), 'saml.certificate key');
  });
});

function certificate(key: readonly string[]): string {
  const options = ['req', '-x509', '-nodes', '-days', '30', '-subj', '/CN=idp', '-keyout', '/dev/null', ...key];
  return execFileSync('openssl', options, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}
