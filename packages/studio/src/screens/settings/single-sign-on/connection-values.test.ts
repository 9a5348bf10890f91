/** What the form of the connection sends of what was typed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needsTest, requestOf, valuesOf } from './connection-values.ts';

test('a connection is sent as the API has it, without an empty secret and without the settings of the other protocol', () => {
  const values = { ...valuesOf(null), 'oidc.issuer': 'https://id.example.com', 'oidc.client_id': 'lectern' };
  const role_mapping = [
    { group: ' writers ', role: 'editor' as const },
    { group: '', role: 'admin' as const },
  ];
  assert.deepEqual(requestOf({ ...values, role_mapping }, 'oidc'), {
    protocol: 'oidc',
    oidc: { issuer: 'https://id.example.com', client_id: 'lectern', scopes: [] },
    default_role: 'viewer',
    role_claim: null,
    role_mapping: { writers: 'editor' },
  });
  assert.deepEqual(requestOf({ 'oidc.client_secret': 'x' }, 'oidc'), {
    protocol: 'oidc',
    oidc: { client_secret: 'x' },
  });
});

test('what decides whether a log-in works has to be tested again, roles do not', () => {
  assert.ok(needsTest({ 'oidc.client_secret': 'x' }) && needsTest({ protocol: 'saml' }));
  assert.ok(!needsTest({ default_role: 'editor', role_claim: 'groups', role_mapping: [] }));
});
