/** PATCH of SCIM: the examples of RFC 7644, section 3.5.2, every operation and form of path, and deviations of real clients. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ResourceType } from './attribute.ts';
import { fullUser, group } from './fixtures.ts';
import { groupType } from './group-type.ts';
import { patched, readOperations } from './patch.ts';
import { ScimError, type ScimErrorType } from './scim-error.ts';
import { userType } from './user-type.ts';

type Resource = Record<string, unknown>;
const PATCH = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
const [babs, mandy] = group.members;
const [work, home] = fullUser.emails;
const [workAddress, homeAddress] = fullUser.addresses;

async function patch(type: ResourceType, resource: object, ...operations: object[]): Promise<Resource> {
  const body = { schemas: PATCH, Operations: operations };
  return (await patched(type, resource as Resource, readOperations(body))) as Resource;
}
const user = (...operations: object[]) => patch(userType, fullUser, ...operations);
const members = async (...operations: object[]) => (await patch(groupType, group, ...operations)).members;

describe('the examples of the RFC', () => {
  test('add a member', async () => {
    const james = { display: 'James Smith', $ref: 'https://example.com/v2/Users/08e1d05d', value: '08e1d05d' };
    const after = await members({ op: 'add', path: 'members', value: [james] });
    assert.deepEqual(after, [babs, mandy, { $ref: james.$ref, value: james.value }]);
  });

  test('add without a path', async () => {
    const value = { emails: [{ value: 'babs@jensen.org', type: 'home' }], nickname: 'Babs' };
    const { nickName: _, emails: __, ...bare } = fullUser;
    const after = await patch(userType, { ...bare, emails: [work] }, { op: 'add', value });
    assert.deepEqual([after.emails, after.nickName], [[work, home], 'Babs']);
  });

  test('remove one member', async () => {
    assert.deepEqual(await members({ op: 'remove', path: `members[value eq "${babs?.value}"]` }), [mandy]);
  });

  test('remove all members', async () => {
    assert.equal(await members({ op: 'remove', path: 'members' }), undefined);
  });

  test('remove the work e-mails of a domain', async () => {
    const after = await user({ op: 'remove', path: 'emails[type eq "work" and value ew "example.com"]' });
    assert.deepEqual(after.emails, [home]);
  });

  test('remove a member and add another', async () => {
    const after = await members(
      { op: 'remove', path: `members[value eq "${babs?.value}"]` },
      { op: 'add', path: 'members', value: [{ value: '08e1d05d' }] },
    );
    assert.deepEqual(after, [mandy, { value: '08e1d05d' }]);
  });

  test('replace all members', async () => {
    const value = [{ value: 'a' }, { value: 'b' }];
    assert.deepEqual(await members({ op: 'replace', path: 'members', value }), value);
  });

  test('replace the work address', async () => {
    const value = { type: 'work', streetAddress: '911 Universal City Plaza', locality: 'Hollywood', primary: true };
    assert.deepEqual((await user({ op: 'replace', path: 'addresses[type eq "work"]', value })).addresses, [
      value,
      homeAddress,
    ]);
  });

  test('replace a part of the work address', async () => {
    const after = await user({
      op: 'replace',
      path: 'addresses[type eq "work"].streetAddress',
      value: '1010 Broadway Ave',
    });
    assert.deepEqual(after.addresses, [{ ...workAddress, streetAddress: '1010 Broadway Ave' }, homeAddress]);
  });

  test('replace without a path', async () => {
    const emails = [{ value: 'bjensen@example.com', type: 'work', primary: true }];
    const after = await user({ op: 'replace', value: { emails, nickname: 'Babette' } });
    assert.deepEqual([after.emails, after.nickName], [emails, 'Babette']);
  });
});

/** Operations on the user of the RFC, and the resulting value of one of its attributes. */
const table: readonly (readonly [string, object, string, unknown])[] = [
  ['add sets a single value', { op: 'add', path: 'nickName', value: 'B' }, 'nickName', 'B'],
  [
    'add completes a complex value',
    { op: 'add', path: 'name', value: { middleName: 'J' } },
    'name',
    { ...fullUser.name, middleName: 'J' },
  ],
  ['add sets a part', { op: 'add', path: 'name.givenName', value: 'B' }, 'name', { ...fullUser.name, givenName: 'B' }],
  ['add keeps a value that is there', { op: 'add', path: 'emails', value: [work] }, 'emails', [work, home]],
  [
    'add takes one value for a list',
    { op: 'add', path: 'entitlements', value: { value: 'x' } },
    'entitlements',
    [{ value: 'x' }],
  ],
  [
    'add of a primary value makes the others secondary',
    { op: 'add', path: 'emails', value: { value: 'c@x.org', primary: true } },
    'emails',
    [{ ...work, primary: false }, home, { value: 'c@x.org', primary: true }],
  ],
  [
    'add makes the value that the path describes',
    { op: 'add', path: 'emails[type eq "other"].value', value: 'c@x.org' },
    'emails',
    [work, home, { type: 'other', value: 'c@x.org' }],
  ],
  [
    'add changes the value that the path selects',
    { op: 'add', path: 'emails[type eq "home"]', value: { display: 'Home' } },
    'emails',
    [work, { ...home, display: 'Home' }],
  ],
  [
    'replace of one that is primary makes the others secondary',
    { op: 'replace', path: 'emails[type eq "home"].primary', value: true },
    'emails',
    [
      { ...work, primary: false },
      { ...home, primary: true },
    ],
  ],
  [
    'replace sets what had no value',
    { op: 'replace', path: 'entitlements', value: [{ value: 'x' }] },
    'entitlements',
    [{ value: 'x' }],
  ],
  [
    'replace changes a part of every value',
    { op: 'replace', path: 'emails.display', value: 'x' },
    'emails',
    [
      { ...work, display: 'x' },
      { ...home, display: 'x' },
    ],
  ],
  ['replace with null removes', { op: 'replace', path: 'title', value: null }, 'title', undefined],
  [
    'replace takes a full name',
    { op: 'replace', path: 'urn:ietf:params:scim:schemas:core:2.0:User:title', value: 'x' },
    'title',
    'x',
  ],
  [
    'replace reaches the extension',
    { op: 'replace', path: `${ENTERPRISE}:department`, value: 'x' },
    ENTERPRISE,
    { ...fullUser[ENTERPRISE], department: 'x' },
  ],
  [
    'replace reaches a part of the extension',
    { op: 'replace', path: `${ENTERPRISE}:manager.displayName`, value: undefined },
    ENTERPRISE,
    {
      ...fullUser[ENTERPRISE],
      manager: { value: fullUser[ENTERPRISE].manager.value, $ref: fullUser[ENTERPRISE].manager.$ref },
    },
  ],
  ['remove takes a value away', { op: 'remove', path: 'title' }, 'title', undefined],
  [
    'remove takes a part away',
    { op: 'remove', path: 'emails[type eq "work"].primary' },
    'emails',
    [{ value: work?.value, type: 'work' }, home],
  ],
  [
    'remove of what is not there changes nothing',
    { op: 'remove', path: 'emails[type eq "other"]' },
    'emails',
    [work, home],
  ],
  [
    'remove of a part of nothing changes nothing',
    { op: 'remove', path: 'entitlements.display' },
    'entitlements',
    undefined,
  ],
  ['remove takes the last value away', { op: 'remove', path: 'emails[value pr]' }, 'emails', undefined],
  [
    'the password is taken and not kept',
    { op: 'replace', path: 'password', value: 'x' },
    'password',
    fullUser.password,
  ],
];

for (const [name, operation, attribute, expected] of table) {
  test(name, async () => assert.deepEqual((await user(operation))[attribute], expected));
}

describe('what Okta and Microsoft Entra send', () => {
  test('operations in other cases, and booleans as text', async () => {
    assert.equal((await user({ op: 'Replace', path: 'active', value: 'False' })).active, false);
    assert.equal((await user({ op: 'Add', path: 'active', value: 'TRUE' })).active, true);
  });

  test('paths as keys of a value', async () => {
    const value = { 'name.givenName': 'B', 'emails[type eq "work"].value': 'b@x.org', [`${ENTERPRISE}:division`]: 'x' };
    const after = await user({ op: 'replace', value });
    assert.deepEqual(after.name, { ...fullUser.name, givenName: 'B' });
    assert.deepEqual(after.emails, [{ ...work, value: 'b@x.org' }, home]);
    assert.equal((after[ENTERPRISE] as Resource).division, 'x');
  });

  test('a group with its id and schema', async () => {
    const value = { id: group.id, schemas: group.schemas, displayName: 'Guides' };
    assert.equal((await patch(groupType, group, { op: 'replace', value })).displayName, 'Guides');
  });

  test('members to remove as a value', async () => {
    assert.deepEqual(await members({ op: 'Remove', path: 'members', value: [{ value: babs?.value }] }), [mandy]);
  });

  test('the id of the manager alone', async () => {
    const after = await user({ op: 'Add', path: `${ENTERPRISE}:manager`, value: '42' });
    assert.equal(((after[ENTERPRISE] as Resource).manager as Resource).value, '42');
  });
});

/** Rejected operations, and their errors. */
const refused: readonly (readonly [ScimErrorType, object])[] = [
  ['noTarget', { op: 'remove' }],
  ['noTarget', { op: 'replace', path: 'emails[type eq "other"]', value: { value: 'x' } }],
  ['noTarget', { op: 'replace', path: 'emails[type eq "other"].value', value: 'x' }],
  ['noTarget', { op: 'replace', path: 'entitlements.value', value: 'x' }],
  ['noTarget', { op: 'add', path: 'emails[value co "other"].display', value: 'x' }],
  ['invalidPath', { op: 'replace', path: 'nothing', value: 'x' }],
  ['invalidPath', { op: 'replace', path: 'emails[type eq "work"', value: 'x' }],
  ['invalidPath', { op: 'replace', path: 'emails[type eq "work"].nothing', value: 'x' }],
  ['invalidPath', { op: 'replace', path: 'emails[type eq "work"].value.more', value: 'x' }],
  ['invalidPath', { op: 'replace', path: 'name[givenName eq "x"]', value: 'x' }],
  ['invalidPath', { op: 'replace', path: '', value: 'x' }],
  ['invalidFilter', { op: 'replace', path: 'emails[kind eq "work"]', value: 'x' }],
  ['mutability', { op: 'replace', path: 'id', value: 'x' }],
  ['mutability', { op: 'replace', path: 'meta.created', value: '2020-01-01T00:00:00Z' }],
  ['mutability', { op: 'add', path: 'groups', value: [{ value: 'x' }] }],
  ['mutability', { op: 'add', value: { groups: [{ value: 'x' }] } }],
  ['mutability', { op: 'remove', path: 'userName' }],
  ['invalidValue', { op: 'replace', path: 'active', value: 'maybe' }],
  ['invalidValue', { op: 'replace', path: 'title', value: 1 }],
  ['invalidValue', { op: 'replace', path: 'name', value: 'x' }],
  ['invalidValue', { op: 'replace', path: 'userName', value: null }],
  ['invalidValue', { op: 'add', path: 'emails', value: [{ primary: true }, { primary: true }] }],
  ['invalidValue', { op: 'add', path: 'title' }],
  ['invalidValue', { op: 'add', value: 'x' }],
  ['invalidSyntax', { op: 'move', path: 'title', value: 'x' }],
  ['invalidSyntax', { path: 'title', value: 'x' }],
];

for (const [scimType, operation] of refused) {
  test(`refused as ${scimType}: ${JSON.stringify(operation)}`, async () => {
    const before = structuredClone(fullUser);
    await assert.rejects(
      () => user({ op: 'replace', path: 'title', value: 'changed' }, operation),
      (error) => error instanceof ScimError && error.status === 400 && error.scimType === scimType,
    );
    assert.deepEqual(fullUser, before, 'no operation was applied');
  });
}

test('a body that is no PATCH is refused', async () => {
  const bodies = [
    null,
    [],
    {},
    { schemas: PATCH },
    { schemas: PATCH, Operations: [] },
    { Operations: [{ op: 'add' }] },
  ];
  const many = { schemas: PATCH, Operations: Array.from({ length: 501 }, () => ({ op: 'remove', path: 'title' })) };
  for (const body of [...bodies, many]) assert.throws(() => readOperations(body), ScimError, JSON.stringify(body));
});
