/** Which of the values that lie in a document is the one of a locale, through changes of `localized` and fallback. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ownValue, shownValue } from './own-value.ts';

const cases: readonly {
  what: string;
  values: Record<string, string>;
  localized: boolean;
  home: number | null;
  locale: number;
  own: string | undefined;
}[] = [
  { what: 'a localized field: its own', values: { 1: 'a', 2: 'b' }, localized: true, home: null, locale: 2, own: 'b' },
  {
    what: 'a localized field without one: none',
    values: { 1: 'a' },
    localized: true,
    home: null,
    locale: 2,
    own: undefined,
  },
  { what: 'a field of no locale', values: { 0: 'x' }, localized: false, home: null, locale: 1, own: 'x' },
  {
    what: 'a field made localized: its old value at home',
    values: { 0: 'x' },
    localized: true,
    home: 1,
    locale: 1,
    own: 'x',
  },
  {
    what: 'a field made localized: nothing elsewhere',
    values: { 0: 'x' },
    localized: true,
    home: 1,
    locale: 2,
    own: undefined,
  },
  {
    what: 'a field localized no longer: the value of its home',
    values: { 1: 'a', 2: 'b' },
    localized: false,
    home: 1,
    locale: 1,
    own: 'a',
  },
  {
    what: 'a field localized no longer, without one at home',
    values: { 2: 'b' },
    localized: false,
    home: 1,
    locale: 1,
    own: undefined,
  },
  {
    what: 'a field localized again: what was written in between',
    values: { 0: 'new', 1: 'old' },
    localized: true,
    home: 1,
    locale: 1,
    own: 'new',
  },
];

for (const { what, values, localized, home, locale, own } of cases) {
  test(what, () => assert.equal(ownValue(values, { localized, home }, locale), own));
}

describe('fallback', () => {
  const chains: Record<number, number[]> = { 1: [1], 2: [2, 1], 3: [3, 2, 1] };
  const locales = { default: { number: 1 }, chain: (number: number) => chains[number] ?? [] };
  const localized = { localized: true, home: null };

  test('shows the first value along the chain, an empty one too', () => {
    assert.equal(shownValue({ 1: 'a' }, localized, 3, locales), 'a');
    assert.equal(shownValue({ 1: 'a', 2: '' }, localized, 3, locales), '');
    assert.equal(shownValue({ 3: 'c' }, localized, 2, locales), undefined);
    assert.equal(shownValue(undefined, localized, 2, locales), undefined);
  });

  test('is the same value in every locale where a field is not localized', () => {
    assert.equal(shownValue({ 0: 'x' }, { localized: false, home: null }, 3, locales), 'x');
  });
});
