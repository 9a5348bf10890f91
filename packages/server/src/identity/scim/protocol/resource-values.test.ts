/** Resources of SCIM: how the examples of RFC 7643 are read, and what responses show of them (RFC 7644, section 3.9). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fullUser, group } from './fixtures.ts';
import { groupType } from './group-type.ts';
import { Projection, readNames } from './projection.ts';
import { readResource } from './resource-values.ts';
import { ScimError } from './scim-error.ts';
import { userType } from './user-type.ts';

const ENTERPRISE = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';

test('the full user of the RFC is read whole, but for what clients cannot write', () => {
  const { schemas: _schemas, id: _id, meta: _meta, groups: _groups, password: _password, ...writable } = fullUser;
  assert.deepEqual(readResource(userType, fullUser), writable);
});

test('the group of the RFC is read with its members', () => {
  const members = group.members.map(({ value, $ref }) => ({ value, $ref }));
  assert.deepEqual(readResource(groupType, group), { displayName: 'Tour Guides', members });
});

test('names are read in any case, and what is unknown or null is left out', () => {
  const body = { SCHEMAS: [userType.schema.id.toUpperCase()], USERNAME: 'a@x.org', zz: 1, title: null, emails: [] };
  assert.deepEqual(readResource(userType, body), { userName: 'a@x.org' });
});

const schemas = [userType.schema.id];
const refused: readonly (readonly [string, unknown])[] = [
  ['invalidSyntax', null],
  ['invalidSyntax', []],
  ['invalidSyntax', { userName: 'a@x.org' }],
  ['invalidSyntax', { schemas: ['urn:x'], userName: 'a@x.org' }],
  ['invalidValue', { schemas }],
  ['invalidValue', { schemas, userName: '' }],
  ['invalidValue', { schemas, userName: ['a@x.org'] }],
  ['invalidValue', { schemas, userName: 'a@x.org', active: 1 }],
  ['invalidValue', { schemas, userName: 'a@x.org', name: 'x' }],
  ['invalidValue', { schemas, userName: 'a@x.org', emails: [1] }],
  ['invalidValue', { schemas, userName: 'a@x.org', x509Certificates: [{ value: '?' }] }],
  ['invalidValue', { schemas, userName: 'a@x.org', nickName: 'x'.repeat(10_000) }],
];

for (const [scimType, body] of refused) {
  test(`refused as ${scimType}: ${JSON.stringify(body)?.slice(0, 100)}`, () => {
    assert.throws(
      () => readResource(userType, body),
      (error) => error instanceof ScimError && error.scimType === scimType,
    );
  });
}

const { schemas: userSchemas, id } = fullUser;
const always = { schemas: userSchemas, id };
const shown: readonly (readonly [string, object])[] = [
  ['userName', { ...always, userName: fullUser.userName }],
  ['USERNAME, nickName', { ...always, userName: fullUser.userName, nickName: 'Babs' }],
  ['name.familyName', { ...always, name: { familyName: 'Jensen' } }],
  ['name,name.familyName', { ...always, name: fullUser.name }],
  ['name.familyName,name', { ...always, name: fullUser.name }],
  ['emails.value', { ...always, emails: fullUser.emails.map(({ value }) => ({ value })) }],
  [`${ENTERPRISE}:manager.displayName`, { ...always, [ENTERPRISE]: { manager: { displayName: 'John Smith' } } }],
  [`${userType.schema.id}:title`, { ...always, title: 'Tour Guide' }],
  ['nothing', always],
];

for (const [names, expected] of shown) {
  test(`attributes=${names}`, () => {
    assert.deepEqual(new Projection(userType, { attributes: readNames(names) ?? [] }).of(fullUser), expected);
  });
}

test('excludedAttributes leaves out what may be left out', () => {
  const names = readNames(`id,schemas,name.familyName,emails,${ENTERPRISE}:manager`) ?? [];
  const { emails: _, name, [ENTERPRISE]: extension, ...rest } = fullUser;
  const { familyName: _name, ...otherNames } = name;
  const { manager: _manager, ...otherExtension } = extension;
  const projection = new Projection(userType, { excludedAttributes: names });
  assert.deepEqual(projection.of(fullUser), { ...rest, name: otherNames, [ENTERPRISE]: otherExtension });
  assert.deepEqual(
    ['emails', 'name', 'title'].map((one) => projection.shows(one)),
    [false, true, true],
  );
});

test('both parameters at once are refused', () => {
  assert.throws(() => new Projection(userType, { attributes: ['id'], excludedAttributes: ['id'] }), ScimError);
});
