/** What the content list asks of the API for an address. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiQueryOf, listQueryOf } from './entry-query.ts';

const type = { fields: [{ id: 'price', former_ids: ['cost'] }, { id: 'author' }] };

test('what the API does not know of an address is left out', () => {
  const known = { q: 'tide', 'updated_at[gte]': '2026-01-01', 'fields.price[lt]': '5', 'fields.author.name': 'Ada' };
  const own = { columns: 'status', view: 'x' };
  const unknown = {
    utm_source: 'mail',
    limit: '1',
    cursor: 'x',
    'fields.': '1',
    'fields.gone': '1',
    'statuses[in]': 'a',
  };
  assert.deepEqual(apiQueryOf({ ...known, ...own, ...unknown, 'fields.cost': '3' }, type), {
    ...known,
    'fields.cost': '3',
  });
});

test('archived entries are in the list only where they are asked for', () => {
  assert.equal(listQueryOf({ q: 'tide' }).status, 'draft,changed,published');
  assert.equal(listQueryOf({ status: 'archived' }).status, 'archived');
});
