/** Filters of SCIM: the examples of RFC 7644, section 3.4.2.2, each operator on each type, and rejected filters. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compileFilter } from './filter.ts';
import { parseFilter } from './filter-syntax.ts';
import { fullUser, group } from './fixtures.ts';
import { groupType } from './group-type.ts';
import { ScimError } from './scim-error.ts';
import { userType } from './user-type.ts';

const matches = (filter: string, user: object = fullUser) =>
  compileFilter(parseFilter(filter), userType)(user as Readonly<Record<string, unknown>>);

/** The RFC's examples, with whether each matches the user of RFC 7643, section 8.3. */
const examples: readonly (readonly [string, boolean])[] = [
  ['userName eq "bjensen"', false],
  ['name.familyName co "O\'Malley"', false],
  ['userName sw "J"', false],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "J"', false],
  ['urn:ietf:params:scim:schemas:core:2.0:User:userName sw "B"', true],
  ['title pr', true],
  ['meta.lastModified gt "2011-05-13T04:42:34Z"', false],
  ['meta.lastModified ge "2011-05-13T04:42:34Z"', true],
  ['meta.lastModified lt "2011-05-13T04:42:34Z"', false],
  ['meta.lastModified le "2011-05-13T04:42:34Z"', true],
  ['title pr and userType eq "Employee"', true],
  ['title pr or userType eq "Intern"', true],
  ['schemas eq "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User"', true],
  ['userType eq "Employee" and (emails co "example.com" or emails.value co "example.org")', true],
  ['userType ne "Employee" and not (emails co "example.com" or emails.value co "example.org")', false],
  ['userType eq "Employee" and (emails.type eq "work")', true],
  ['userType eq "Employee" and emails[type eq "work" and value co "@example.com"]', true],
  ['emails[type eq "work" and value co "@example.com"] or ims[type eq "xmpp" and value co "@foo.com"]', true],
];

for (const [filter, expected] of examples) {
  test(`the example of the RFC: ${filter}`, () => assert.equal(matches(filter), expected));
}

const more: readonly (readonly [string, boolean])[] = [
  // Names and operators are case-insensitive; texts too, unless the attribute is case-exact.
  ['USERNAME EQ "BJensen@Example.COM"', true],
  ['externalId eq "701984"', true],
  ['Title Pr AND NOT (userType EQ "Intern")', true],
  // A single value has to match the whole inner filter: no e-mail is both at home and at example.com.
  ['emails[type eq "home" and value co "@example.com"]', false],
  ['emails.type eq "home" and emails.value co "@example.com"', true],
  // `and` binds tighter than `or`.
  ['title eq "x" and title eq "x" or title eq "Tour Guide"', true],
  ['title eq "Tour Guide" or title eq "x" and title eq "x"', true],
  ['title eq "x" and (title eq "x" or title eq "Tour Guide")', false],
  ['not (title eq "x") and active eq true', true],
  ['((title pr))', true],
  // Booleans, also in the form that Microsoft Entra sends.
  ['active eq true', true],
  ['active eq false', false],
  ['active ne false', true],
  ['emails[primary eq "True"]', true],
  // Order of texts, and text at the end.
  ['userName gt "bjensen@example"', true],
  ['userName ge "bjensen@example.com"', true],
  ['userName lt "c"', true],
  ['userName le "a"', false],
  ['userName ew "EXAMPLE.com"', true],
  // Times are compared as times.
  ['meta.created eq "2010-01-23T05:56:22+01:00"', true],
  ['meta.created sw "2010-01"', true],
  // Attributes without a value.
  ['nickName eq null', false],
  ['nickName ne null', true],
  ['entitlements eq null', true],
  ['entitlements pr', false],
  ['entitlements ne "x"', true],
  ['entitlements[value eq "x"]', false],
  // An attribute of the extension.
  ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:department eq "Tour Operations"', true],
  ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.displayName sw "John"', true],
  ['urn:ietf:params:scim:schemas:extension:enterprise:2.0:User pr', true],
  // JSON escapes.
  ['displayName eq "Babs\\u0020Jensen"', true],
  ['displayName eq "a \\"quoted\\" (text) [x]"', false],
];

for (const [filter, expected] of more) test(filter, () => assert.equal(matches(filter), expected));

test('a filter over users and groups takes what one type lacks as no value', () => {
  const both = [userType, groupType];
  const filter = parseFilter('members.value pr or userName pr');
  assert.equal(compileFilter(filter, groupType, both)(group), true);
  assert.equal(compileFilter(filter, userType, both)(fullUser), true);
  assert.equal(compileFilter(parseFilter('userName pr'), groupType, both)(group), false);
  assert.equal(compileFilter(parseFilter('userName ne "x"'), groupType, both)(group), true);
});

const refused: readonly string[] = [
  '',
  'userName',
  'userName eq',
  'userName eq bjensen',
  'userName eq "bjensen',
  'userName xx "a"',
  'userName eq "a" and',
  'userName eq "a" userName eq "b"',
  '(userName eq "a"',
  'userName eq "a")',
  'not userName eq "a"',
  'emails[type eq "work"',
  'emails[type eq "work"].value eq "x"',
  'emails[addresses[type eq "x"]]',
  'userNaem eq "a"',
  'emails.valeu eq "a"',
  'emails[kind eq "a"]',
  'name eq "x"',
  'userName eq 1',
  'userName gt null',
  'active gt true',
  'active co "t"',
  'active eq "maybe"',
  'active eq "constructor"',
  'active ne "__proto__"',
  'userName eq constructor',
  'x509Certificates.value gt "a"',
  'meta.created gt "yesterday"',
  'displayName eq "\\x"',
  `${'('.repeat(30)}userName pr${')'.repeat(30)}`,
  Array.from({ length: 300 }, () => 'title pr').join(' or '),
  `userName eq "${'a'.repeat(9_000)}"`,
];

for (const filter of refused) {
  test(`refused: ${filter.slice(0, 60)}`, () => {
    assert.throws(
      () => matches(filter),
      (error) => error instanceof ScimError && error.status === 400 && error.scimType === 'invalidFilter',
    );
  });
}

test('a filter that is not closed is refused, however long it is', () => {
  for (const text of [`userName eq ${'"'.repeat(8_000)}`, `${' '.repeat(8_000)}"`, '\\"'.repeat(4_000)])
    assert.throws(() => parseFilter(text), ScimError);
});
