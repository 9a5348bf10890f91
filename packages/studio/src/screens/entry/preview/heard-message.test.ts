/** What Studio takes for a message of a page, of all that scripts of a site may send it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { heardMessage } from './heard-message.ts';

const url = 'https://a.example/sea?preview=cms_pvw_1';
const rightOnes = [
  { lectern: 'hello', url },
  { lectern: 'ready', url, entries: ['ent_1_a'] },
  { lectern: 'refreshed', revision: 3, ok: false, status: 0 },
  { lectern: 'select', entry: 'ent_1_a', field: 'title', locale: null },
  { lectern: 'select', entry: 'ent_1_a', field: 'title', locale: 'de' },
  { lectern: 'navigate', url },
];

test('messages are heard as they are', () => {
  for (const message of rightOnes) assert.equal(heardMessage(message), message);
});

test('whatever has another shape is not heard', () => {
  const wrong = [null, undefined, 1, {}, [], Number.NaN, 'a'.repeat(10_000), ['a'.repeat(10_000), 1], { a: 1 }];
  for (const message of rightOnes)
    for (const name of Object.keys(message)) {
      const { [name]: _, ...without } = message as Record<string, unknown>;
      assert.equal(heardMessage(without), null, `${message.lectern} without ${name}`);
      for (const value of wrong)
        if (
          !(value === null && name === 'locale') &&
          !(Array.isArray(value) && value.length === 0 && name === 'entries')
        )
          if (!(typeof value === 'number' && Number.isInteger(value) && /revision|status/.test(name)))
            assert.equal(
              heardMessage({ ...message, [name]: value }),
              null,
              `${message.lectern} with ${name}: ${value}`,
            );
    }
  for (const message of [
    ...wrong,
    'hello',
    { lectern: 'constructor' },
    { lectern: '__proto__' },
    { lectern: 'refresh' },
  ])
    assert.equal(heardMessage(message), null);
});
