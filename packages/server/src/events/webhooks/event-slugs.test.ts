/** That receivers are told the slugs in every locale, in a header that all of them can read. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Locale, Locales } from '../../model/spaces/locale.ts';
import { SLUGS_CHARACTERS_MAX, slugsHeader } from './event-slugs.ts';

const locales = new Locales(['en-US', 'de', 'fr'].map(locale));

it('names the slug in each locale that has one, with the former one where it differs', () => {
  const text = slugsHeader(JSON.stringify({ 1: ['tide', 'tides'], 2: [null, 'ebbe'] }), locales);
  assert.deepEqual(JSON.parse(text ?? ''), {
    'en-US': { slug: 'tide', former: 'tides' },
    de: { slug: null, former: 'ebbe' },
  });
});

it('names the slug of a field that is not localized in every locale', () => {
  const text = slugsHeader(JSON.stringify({ 0: ['tide'] }), locales);
  assert.deepEqual(JSON.parse(text ?? ''), { 'en-US': { slug: 'tide' }, de: { slug: 'tide' }, fr: { slug: 'tide' } });
});

it('is ASCII, and left out where it would be too long', () => {
  const slug = 'прилив-😀-潮';
  const text = slugsHeader(JSON.stringify({ 1: [slug] }), locales) ?? '';
  assert.match(text, /^[\x20-\x7e]+$/);
  assert.deepEqual(JSON.parse(text), { 'en-US': { slug } });
  const long = 'а'.repeat(Math.ceil(SLUGS_CHARACTERS_MAX / 6));
  assert.equal(slugsHeader(JSON.stringify({ 1: [long] }), locales), null);
});

function locale(code: string, at: number): Locale {
  const shared = { name: code, fallback: null, optional: false, version: 1 };
  return { ...shared, number: at + 1, id: `loc_${at + 1}`, code, isDefault: at === 0 };
}
