/** The properties of a key in requests: role, environments and expiry. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { KeyKind } from '../actors/token-kinds.ts';
import { readEnvironments, readExpiry, readRole } from './key-input.ts';

/** Path and rule of the violation. */
function refusal(run: () => unknown): string {
  try {
    return `accepted: ${JSON.stringify(run())}`;
  } catch (error) {
    assert.ok(error instanceof DomainError && error.code === 'validation_failed', String(error));
    const [first] = error.extra.errors as { path: string; rule: string }[];
    return `${first?.path} ${first?.rule}`;
  }
}

const roles: readonly (readonly [KeyKind, string | null | undefined, string | null])[] = [
  ['management', undefined, 'developer'],
  ['management', null, 'developer'],
  ['management', 'viewer', 'viewer'],
  ['management', 'admin', 'admin'],
  ['delivery', undefined, null],
  ['preview', null, null],
];
for (const [kind, given, role] of roles)
  test(`a ${kind} key with the role ${given} gets ${role}`, () => assert.equal(readRole(kind, given), role));

const wrongRoles: readonly (readonly [KeyKind, string, string])[] = [
  ['management', 'owner', 'role enum'],
  ['management', 'Viewer', 'role enum'],
  ['management', '', 'role enum'],
  ['management', 'constructor', 'role enum'],
  ['delivery', 'viewer', 'role kind'],
  ['preview', '', 'role kind'],
];
for (const [kind, given, expected] of wrongRoles)
  test(`a ${kind} key with the role "${given}" is refused`, () =>
    assert.equal(
      refusal(() => readRole(kind, given)),
      expected,
    ));

const known = [
  { number: 7, name: 'master' },
  { number: 2, name: 'stage' },
];

test('environments are kept by number, in order, each once; null is all of them', () => {
  assert.equal(readEnvironments(null, known), null);
  assert.deepEqual(readEnvironments(['master', 'stage', 'master'], known), [2, 7]);
});

test('a key is bound to at least one environment, and to none that does not exist', () => {
  assert.equal(
    refusal(() => readEnvironments([], known)),
    'environments min_items',
  );
  assert.equal(
    refusal(() => readEnvironments(['master', 'Stage'], known)),
    'environments.1 exists',
  );
  assert.equal(
    refusal(() => readEnvironments(['constructor'], known)),
    'environments.0 exists',
  );
});

const NOW = Date.parse('2026-06-01T12:00:00Z');
test('a key expires at a moment to come, or never', () => {
  assert.equal(readExpiry(null, NOW), null);
  assert.equal(readExpiry('2026-06-01T12:00:00.001Z', NOW), NOW + 1);
  assert.equal(readExpiry('2026-06-01T14:00:01+02:00', NOW), NOW + 1_000);
});

const expiries: readonly (readonly [string, string])[] = [
  ['2026-06-01T12:00:00Z', 'expires_at future'],
  ['1999-01-01T00:00:00Z', 'expires_at future'],
  ['2026-06-02', 'expires_at format'],
  ['2027-02-29T00:00:00Z', 'expires_at format'],
  ['2027-01-01T00:00:00', 'expires_at format'],
  ['tomorrow', 'expires_at format'],
  ['', 'expires_at format'],
];
for (const [given, expected] of expiries)
  test(`the expiry "${given}" is refused`, () =>
    assert.equal(
      refusal(() => readExpiry(given, NOW)),
      expected,
    ));
