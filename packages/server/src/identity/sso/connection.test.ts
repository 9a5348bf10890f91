/** The role that the values of a claim map to. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mappedRole, type Settings } from './connection.ts';

const settings: Settings = {
  role_claim: 'groups',
  role_mapping: { readers: 'viewer', writers: 'author', bosses: 'admin', kings: 'owner', old: 'no_role' },
  oidc: null,
  saml: null,
};

const cases: readonly (readonly [string, readonly string[], string | undefined])[] = [
  ['none for no value', [], undefined],
  ['none for values that are not mapped', ['Readers', ' readers', 'staff'], undefined],
  ['one', ['readers'], 'viewer'],
  ['the highest of several, in any order', ['bosses', 'readers', 'writers'], 'admin'],
  ['never that of owners', ['kings'], undefined],
  ['the next one below that of owners', ['kings', 'writers'], 'author'],
  ['none that does not exist', ['old'], undefined],
  ['none of what every object has', ['constructor', '__proto__', 'toString'], undefined],
];
for (const [what, values, role] of cases)
  test(`the role of ${JSON.stringify(values)}: ${what}`, () => assert.equal(mappedRole(settings, values), role));
