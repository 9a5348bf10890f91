/** Roles and permissions: each role includes all lower roles, and keys have fewer permissions than people. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Permission, type Role, roles } from '../../../../contract/src/permissions.ts';
import { exceeds, isRole, mayPropose, permissions, permissionsOfKey, permissionsOfPerson } from './permissions.ts';

test('each role has all permissions of the roles below it, and more', () => {
  for (const [index, role] of roles.entries()) {
    const below = roles[index - 1];
    if (below === undefined) continue;
    assert.ok(permissionsOfPerson(role).isSupersetOf(permissionsOfPerson(below)), role);
    assert.ok(permissionsOfPerson(role).size > permissionsOfPerson(below).size, role);
    assert.ok(exceeds(role, below) && !exceeds(below, role) && !exceeds(role, role));
  }
  assert.deepEqual([...permissionsOfPerson('owner'), 'model.push'].sort(), permissions.toSorted());
});

const least: readonly (readonly [Permission, Role])[] = [
  ['entry.read', 'viewer'],
  ['locale.read', 'viewer'],
  ['entry.create', 'author'],
  ['entry.update_own', 'author'],
  ['entry.update', 'editor'],
  ['entry.publish', 'editor'],
  ['entry.delete', 'editor'],
  ['content_type.manage', 'developer'],
  ['api_key.manage', 'developer'],
  ['webhook.manage', 'developer'],
  ['environment.create', 'developer'],
  ['locale.manage', 'developer'],
  ['content.import', 'developer'],
  ['member.manage', 'admin'],
  ['space.update', 'admin'],
  ['environment.update', 'admin'],
  ['audit.read', 'admin'],
  ['sso.manage', 'owner'],
  ['billing.manage', 'owner'],
  ['account.delete', 'owner'],
  ['space.delete', 'owner'],
];

for (const [permission, role] of least) {
  test(`${permission} needs ${role} or a higher role`, () => {
    const holders = roles.filter((one) => permissionsOfPerson(one).has(permission));
    assert.deepEqual(holders, roles.slice(roles.indexOf(role)));
  });
}

test('a permission is named by resource and verb, and who only reads changes nothing but views and preview links of their own', () => {
  for (const permission of permissions) assert.match(permission, /^[a-z_]+\.[a-z_]+$/);
  const changing = [...permissionsOfPerson('viewer')].filter((permission) => !permission.endsWith('.read'));
  assert.deepEqual(changing, ['preview_link.create', 'view.manage_own']);
});

test('keys have no permission on the account, and those bound to environments none that changes the space', () => {
  for (const role of roles) {
    const [free, bound] = [
      permissionsOfKey(role, { isBound: false, writes: 'direct' }),
      permissionsOfKey(role, { isBound: true, writes: 'direct' }),
    ];
    assert.ok(permissionsOfPerson(role).isSupersetOf(free) && free.isSupersetOf(bound), role);
    for (const permission of free) assert.doesNotMatch(permission, /^(account|member|invitation|sso|billing|audit)\./);
    for (const permission of bound)
      assert.doesNotMatch(permission, /^(api_key|webhook)\.|^(space|locale|environment)\.(?!read$)/);
  }
});

test('only a key for models has what no person has, from developer on', () => {
  for (const isBound of [false, true])
    for (const role of roles) {
      const direct = permissionsOfKey(role, { isBound, writes: 'direct' });
      const more = permissionsOfKey(role, { isBound, writes: 'model' }).difference(direct);
      assert.deepEqual([...more], exceeds('developer', role) ? [] : ['model.push']);
    }
});

test('a key that only proposes reads what its role reads, and writes in change sets alone', () => {
  for (const isBound of [false, true]) {
    const held = permissionsOfKey('admin', { isBound, writes: 'proposal' });
    const all = permissionsOfKey('admin', { isBound, writes: 'direct' });
    assert.ok(all.isSupersetOf(held));
    for (const permission of all) if (permission.endsWith('.read')) assert.ok(held.has(permission), permission);
  }
  const writing = { isReading: false, isInSet: false };
  const alone = permissions.filter((permission) => !permission.endsWith('.read') && mayPropose(permission, writing));
  assert.deepEqual(alone, ['change_set.create', 'change_set.update']);
  assert.ok(mayPropose('entry.update_own', { ...writing, isInSet: true }));
  assert.ok(!mayPropose('entry.publish', { ...writing, isInSet: true }));
  assert.ok(!mayPropose(undefined, writing) && mayPropose('ai.use', { ...writing, isReading: true }));
});

test('a role is only matched by its exact name', () => {
  for (const text of ['king', '', 'Owner', 'constructor', '__proto__']) assert.equal(isRole(text), false);
});
