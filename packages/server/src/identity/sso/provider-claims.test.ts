/** What is read from a provider's description of a person, and which descriptions are rejected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkedClaims, type ReadClaims, textsAt, textsOf } from './provider-claims.ts';
import { SsoRefusal } from './refusal.ts';

const read: ReadClaims = {
  issuer: 'https://id.example.com',
  subject: 's-1',
  email: 'Ann@Example.com',
  isEmailVerified: null,
  name: 'Ann',
  roleValues: [],
  names: [],
};
test('what a provider says is taken over as it is, the address too', () => {
  assert.deepEqual(checkedClaims(read), read);
});

const refused: readonly (readonly [string, Partial<ReadClaims>])[] = [
  ['no subject', { subject: undefined }],
  ['an empty subject', { subject: '' }],
  ['a number as subject', { subject: 1 }],
  ['a subject that is too long', { subject: 's'.repeat(513) }],
  ['no address', { email: undefined }],
  ['a list of addresses', { email: ['ann@example.com'] }],
  ['an address without a domain', { email: 'ann' }],
  ['an address with a name', { email: 'Ann <ann@example.com>' }],
  ['two addresses', { email: 'ann@example.com,eve@example.org' }],
  ['an address with a line break', { email: 'ann@example.com\n' }],
  ['an address that only looks like ASCII', { email: 'аnn@example.com' }],
];
for (const [what, changed] of refused)
  test(`${what} is refused`, () => assert.throws(() => checkedClaims({ ...read, ...changed }), SsoRefusal));

test('a refusal for want of an address says what was there, on one line', () => {
  const given = { ...read, email: undefined, names: ['sub', 'E-Mail\nAddress'] };
  assert.throws(
    () => checkedClaims(given),
    (error) => error instanceof SsoRefusal && error.reason.endsWith('but sub, E-Mail Address'),
  );
});

const names: readonly (readonly [string, unknown, string | null])[] = [
  ['is trimmed', '  Ann Lee ', 'Ann Lee'],
  ['loses control characters', 'An\u0000n\u0007\nLee', 'AnnLee'],
  ['that is empty is none', ' \t ', null],
  ['with half a character gets a sign in its place', 'A\ud83dn', 'A\ufffdn'],
  ['that is no text is none', { given: 'Ann' }, null],
  ['is cut where it is too long', 'a'.repeat(300), 'a'.repeat(255)],
  ['is not cut inside a character', `${'a'.repeat(254)}😀`, 'a'.repeat(254)],
];
for (const [what, given, expected] of names)
  test(`a name ${what}`, () => assert.equal(checkedClaims({ ...read, name: given }).name, expected));

const claims = {
  groups: ['a', 'b', 3, null, 'a'],
  role: 'editor',
  'a.b': 'whole name',
  a: { b: 'inside', c: { d: ['x', 'y'] } },
  https: { '//x': 'never' },
  none: null,
  'https://acme.example/app': { roles: ['ann'], 'my.client': { roles: ['lead'] } },
  _claim_names: { tooMany: 'src1', 'realm.groups': 'src1', groups: 'src1' },
};
const places: readonly (readonly [string | null, readonly string[] | null])[] = [
  ['https://acme.example/app.roles', ['ann']],
  ['https://acme.example/app.my.client.roles', ['lead']],
  ['https://acme.example/app.my.roles', []],
  ['tooMany', null],
  ['realm.groups', null],
  [null, []],
  ['role', ['editor']],
  ['groups', ['a', 'b', 'a']],
  ['a.b', ['whole name']],
  ['a.c.d', ['x', 'y']],
  ['a.c', []],
  ['a.c.d.0', ['x']],
  ['none', []],
  ['absent', []],
  ['role.length', []],
  ['constructor', []],
  ['__proto__.name', []],
  ['a.constructor.name', []],
  ['', []],
];
for (const [name, expected] of places)
  test(`the texts at ${JSON.stringify(name)}`, () => assert.deepEqual(textsAt(claims, name), expected));

test('of very many values all count', () => {
  assert.equal(textsAt({ groups: Array.from({ length: 5_000 }, String) }, 'groups')?.length, 5_000);
});

test('the attribute of groups is left out where there is a link to them', () => {
  const link = new Map([['http://schemas.microsoft.com/claims/groups.link', ['https://graph.example/']]]);
  const claim = 'http://schemas.microsoft.com/ws/2008/06/identity/claims/groups';
  assert.equal(textsOf(link, claim), null);
  assert.deepEqual(textsOf(new Map([...link, [claim, ['a']]]), claim), ['a']);
  assert.deepEqual(textsOf(link, 'department'), []);
  assert.deepEqual(textsOf(new Map(), claim), []);
  assert.deepEqual(textsOf(link, null), []);
});
