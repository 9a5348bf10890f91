/**
 * Locale codes in another spelling than ours, wherever an export holds them.
 * None of them may be left behind: its values would be lost.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { contentType, entry, enUs, exportOf, field } from '../../../server/test/content/importers/contentful-sample.ts';
import { Notes } from '../notes.ts';
import { checkedExport } from './export-file.ts';
import { withCanonicalLocales } from './locale-codes.ts';

const source = (locales: object[], code: string) =>
  checkedExport(
    exportOf({
      locales,
      contentTypes: [contentType('t', [field('f', 'Symbol', { localized: true, defaultValue: { [code]: 'x' } })])],
      entries: [entry('e', 't', { f: { [code]: 'value', 'en-US': 'other' } })],
    }),
    'x.json',
  );

it('locale codes are spelt as the service spells them, wherever they stand', () => {
  const locales = [enUs, { code: 'de-ch', fallbackCode: 'en-US' }, { code: 'de-AT', fallbackCode: 'de-ch' }];
  const notes = new Notes();
  const file = withCanonicalLocales(source(locales, 'de-ch'), notes);
  assert.deepEqual(
    file.locales.map((locale) => [locale.code, locale.fallbackCode]),
    [
      ['en-US', null],
      ['de-CH', 'en-US'],
      ['de-AT', 'de-CH'],
    ],
  );
  assert.deepEqual(file.entries[0]?.fields, { f: { 'de-CH': 'value', 'en-US': 'other' } });
  assert.deepEqual(file.contentTypes[0]?.fields[0]?.defaultValue, { 'de-CH': 'x' });
  assert.deepEqual(notes.all(), [
    { kind: 'changed', about: 'locale de-ch', message: 'Its code is spelt "de-CH" here.' },
  ]);
});

it('an export that spells them so is left alone, and what is no language tag too', () => {
  const file = source([enUs, { code: 'not a tag' }], 'not a tag');
  assert.equal(withCanonicalLocales(file, new Notes()), file);
});
