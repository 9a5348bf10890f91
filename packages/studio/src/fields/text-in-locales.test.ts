/** Which text of several locales is shown, with and without a search. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownText } from './text-in-locales.ts';

const values = { en: 'Lighthouses by the sea', de: 'Leuchttürme am Meer', fr: ' ', ja: null };

test('shows the text of the locale, and of another one only where it has none', () => {
  assert.deepEqual(shownText(values, 'en'), { text: values.en, other: null });
  assert.deepEqual(shownText(values, 'fr'), { text: values.en, other: 'en' });
  assert.equal(shownText({ fr: ' ', ja: null }, 'fr'), null);
});

test('shows the text in which most words of a search stand, whatever their case, accents and endings', () => {
  assert.deepEqual(shownText(values, 'en', 'leuchtturm meer'), { text: values.de, other: 'de' });
  assert.deepEqual(shownText(values, 'en', 'MEER'), { text: values.de, other: 'de' });
  assert.deepEqual(shownText(values, 'en', 'sea'), { text: values.en, other: null });
  assert.deepEqual(shownText(values, 'en', 'harbour'), { text: values.en, other: null });
});
