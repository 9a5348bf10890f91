/** Lists of SCIM: the page and order that parameters request, and rejected parameters. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { fullUser } from './fixtures.ts';
import { compareSortKeys, listResponse, readListQuery, readSearch, sortKeyOf } from './list-query.ts';
import { ScimError } from './scim-error.ts';
import { userType } from './user-type.ts';

const pages: readonly (readonly [object, number, number])[] = [
  [{}, 0, 100],
  [{ startIndex: '1', count: '10' }, 0, 10],
  [{ startIndex: 11, count: 10 }, 10, 10],
  [{ startIndex: '0' }, 0, 100],
  [{ startIndex: '-5' }, 0, 100],
  [{ count: '0' }, 0, 0],
  [{ count: '-1' }, 0, 0],
  [{ count: '201' }, 0, 200],
  [{ count: '9999999999' }, 0, 200],
  [{ startIndex: '9999999999' }, 999_999_999, 100],
];
for (const [given, skip, limit] of pages)
  test(`${JSON.stringify(given)} skips ${skip} and takes ${limit}`, () => {
    const query = readListQuery({ ...given });
    assert.deepEqual([query.skip, query.limit], [skip, limit]);
  });

const refused: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
  [{ startIndex: 'one' }, 'invalidValue'],
  [{ startIndex: '' }, 'invalidValue'],
  [{ startIndex: '1.5' }, 'invalidValue'],
  [{ count: ['1', '2'] }, 'invalidValue'],
  [{ count: '99999999999' }, 'invalidValue'],
  [{ count: 1e300 }, 'invalidValue'],
  [{ count: null }, 'invalidValue'],
  [{ sortOrder: 'up' }, 'invalidValue'],
  [{ sortBy: ['userName', 'title'] }, 'invalidValue'],
  [{ filter: ['title pr', 'title pr'] }, 'invalidValue'],
  [{ filter: 'title' }, 'invalidFilter'],
  [{ attributes: 'a,'.repeat(201) }, 'tooMany'],
];
for (const [given, scimType] of refused)
  test(`${JSON.stringify(given).slice(0, 60)} is refused`, () => {
    assert.throws(
      () => readListQuery(given),
      (error) => error instanceof ScimError && error.status === 400 && error.scimType === scimType,
    );
  });

test('an empty filter is none, and names of attributes are separated by commas', () => {
  assert.equal(readListQuery({ filter: '' }).filter, undefined);
  assert.deepEqual(readListQuery({ attributes: 'userName, name.givenName,,' }).selection, {
    attributes: ['userName', 'name.givenName'],
  });
});

test('the body of a search names its schema', () => {
  const body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'],
    startIndex: 3,
    sortOrder: 'descending',
  };
  const { skip, descending } = readSearch(body);
  assert.deepEqual([skip, descending], [2, true]);
  for (const wrong of [null, [], 'x', { startIndex: 3 }]) assert.throws(() => readSearch(wrong), ScimError);
});

test('a page says where it starts, how many it has and how many there are', () => {
  const { totalResults, startIndex, itemsPerPage } = listResponse(
    { total: 7, resources: [{}, {}] },
    { skip: 4 },
  ) as Record<string, unknown>;
  assert.deepEqual([totalResults, startIndex, itemsPerPage], [7, 5, 2]);
});

describe('orders', () => {
  const keyOf = (sortBy: string, resource: object = fullUser) =>
    sortKeyOf(userType, sortBy)(resource as Readonly<Record<string, unknown>>);
  const keys: readonly (readonly [string, object, unknown])[] = [
    ['userName', { userName: 'Bob@X.org' }, 'bob@x.org'],
    ['externalId', { externalId: 'Ab' }, 'Ab'],
    ['emails', { emails: [{ value: 'b@x.org' }, { value: 'A@x.org', primary: true }] }, 'a@x.org'],
    ['emails', { emails: [{ value: 'b@x.org' }, { value: 'a@x.org' }] }, 'b@x.org'],
    ['emails.type', { emails: [{ value: 'x', type: 'Work' }] }, 'work'],
    ['name.familyName', { name: { familyName: 'Å' } }, 'å'],
    ['title', {}, null],
    ['emails', { emails: [] }, null],
  ];
  for (const [sortBy, resource, expected] of keys)
    test(`by ${sortBy} of ${JSON.stringify(resource)}`, () => assert.equal(keyOf(sortBy, resource), expected));

  test('by what there is not are refused', () => {
    for (const sortBy of ['', 'nothing', 'name.nothing', 'constructor'])
      assert.throws(() => keyOf(sortBy), ScimError, sortBy);
  });

  test('have what has no value last, both ways', () => {
    const sorted = (descending: boolean) =>
      ['b', null, 'a', 'c', null].sort((a, b) => compareSortKeys(a, b, descending));
    assert.deepEqual(sorted(false), ['a', 'b', 'c', null, null]);
    assert.deepEqual(sorted(true), ['c', 'b', 'a', null, null]);
  });
});
