/**
 * Values by the kind of field they stand in, good and damaged ones.
 * A damaged value is left out with a note and costs nothing but itself.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseJson } from '../exact-json.ts';
import { Notes } from '../notes.ts';
import { dateType } from './dates.ts';
import { converters, listOf, type ValueConverter } from './values.ts';

function convert(converter: ValueConverter, value: unknown) {
  const notes = new Notes();
  const result = converter(value, { about: 'entry e, f (en-US)', notes, linkKey: (_kind, id) => `key-${id}` });
  return { result, notes: notes.all().length };
}

const link = (linkType: string, id: string) => ({ sys: { type: 'Link', linkType, id } });

const good: [string, ValueConverter, unknown, unknown][] = [
  ['text', converters.text, 'a\nb', 'a\nb'],
  ['empty text', converters.text, '', ''],
  ['a whole number', converters.integer, 0, 0],
  ['a number', converters.number, -1.5, -1.5],
  ['false', converters.boolean, false, false],
  ['JSON of any shape', converters.json, { 'en-US': [1] }, { 'en-US': [1] }],
  ['a day', converters.date, '2015-01-30', '2015-01-30'],
  ['a time with an offset', converters.datetime, '2017-05-12T00:00+02:00', '2017-05-11T22:00:00.000Z'],
  ['a time in UTC', converters.datetime, '2017-05-12T01:02:03.4Z', '2017-05-12T01:02:03.400Z'],
  ['a time without an offset', converters.datetime, '2017-05-12T01:02', '2017-05-12T01:02:00.000Z'],
  ['a day among times', converters.datetime, '2017-05-12', '2017-05-12T00:00:00.000Z'],
  ['a place', converters.location, { lat: 52.5, lon: 13.4, note: 'x' }, { lat: 52.5, lon: 13.4 }],
  ['a place of old', converters.location, { lat: 52.5, lng: 13.4 }, { lat: 52.5, lon: 13.4 }],
  ['a link to an entry', converters.link, link('Entry', 'a'), { type: 'entry', id: 'key-a' }],
  ['a link to an asset', converters.link, link('Asset', 'a'), { type: 'asset', id: 'key-a' }],
  ['a list of text', listOf(converters.text), ['a', 'b'], ['a', 'b']],
  ['an empty list', listOf(converters.text), [], []],
];

const bad: [string, ValueConverter, unknown][] = [
  ['a number for text', converters.text, 5],
  ['a fraction for a whole number', converters.integer, 1.5],
  ['text for a number', converters.number, '1'],
  ['text for true', converters.boolean, 'true'],
  ['a day that does not exist', converters.date, '2017-02-30'],
  ['a time for a day', converters.date, '2017-02-03T00:00Z'],
  ['text for a time', converters.datetime, 'tomorrow'],
  ['a place without lon', converters.location, { lat: 1 }],
  [
    'a link to another space',
    converters.link,
    { sys: { type: 'ResourceLink', linkType: 'Contentful:Entry', urn: 'u' } },
  ],
  ['a link without an id', converters.link, { sys: { type: 'Link', linkType: 'Entry' } }],
  ['text for rich text', converters.richText, 'text'],
  ['one value for a list', listOf(converters.text), 'a'],
];

describe('Contentful values', () => {
  it('keeps numbers that are not exact as text in JSON, and leaves them out elsewhere, with a note', () => {
    const [json, plain] = parseJson('[{"a":[9007199254740993.0,1.5]},12345678901234567890]') as unknown[];
    const kept = convert(converters.json, json);
    assert.deepEqual([JSON.stringify(kept.result), kept.notes], ['{"a":["9007199254740993.0",1.5]}', 1]);
    for (const converter of [converters.integer, converters.number])
      assert.deepEqual(convert(converter, plain), { result: undefined, notes: 1 });
  });

  for (const [name, converter, value, expected] of good) {
    it(`takes ${name}`, () => assert.deepEqual(convert(converter, value), { result: expected, notes: 0 }));
  }
  for (const [name, converter, value] of bad) {
    it(`leaves out ${name}, and says so`, () =>
      assert.deepEqual(convert(converter, value), { result: undefined, notes: 1 }));
  }
  it('leaves out a bad item of a list and keeps the others', () => {
    assert.deepEqual(convert(listOf(converters.text), ['a', 5, null, 'b']), { result: ['a', 'b'], notes: 1 });
  });
});

describe('the type of a date field', () => {
  const typeOf = (values: unknown[], format?: string) => {
    const notes = new Notes();
    return [dateType({ about: 'field t.f', values, format, notes }), notes.all().length];
  };
  it('is a day where all values are', () => assert.deepEqual(typeOf(['2015-01-30', '2016-02-29']), ['date', 0]));
  it('is a time where one value has one, and days among them are noted', () => {
    assert.deepEqual(typeOf(['2015-01-30', '2016-02-29T10:00Z']), ['datetime', 1]);
  });
  it('notes lost offsets and guessed ones', () => {
    assert.deepEqual(typeOf(['2016-02-29T10:00+02:00', '2016-02-29T10:00']), ['datetime', 2]);
    assert.deepEqual(typeOf(['2016-02-29T10:00+00:00']), ['datetime', 0]);
  });
  it('is what the editor shows where there are no values', () => {
    assert.deepEqual(typeOf([], 'dateonly'), ['date', 0]);
    assert.deepEqual(typeOf([], 'timeZ'), ['datetime', 0]);
  });
});
