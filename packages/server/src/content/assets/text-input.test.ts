/** The texts of assets in requests, and what they are after a change. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Violation } from '../../../../contract/src/violations.ts';
import { Locales } from '../../model/spaces/locale.ts';
import { readTexts, withTexts } from './text-input.ts';

const locales = new Locales(
  ['en', 'de'].map((code, at) => ({
    number: at + 1,
    id: code,
    code,
    name: code,
    fallback: null,
    isDefault: at === 0,
    optional: false,
    version: 1,
  })),
);

function changed(before: Parameters<typeof withTexts>[0], given: Readonly<Record<string, unknown>>) {
  const violations: Violation[] = [];
  const after = withTexts(before, readTexts(given, { locales, violations, root: 'body' }));
  return violations.length > 0 ? violations.map(({ path, rule }) => `${path} ${rule}`) : after;
}

const before = { title: { 1: 'Dog', 2: 'Hund' }, alt: { 1: 'a dog' } };
const cases: readonly (readonly [string, Readonly<Record<string, unknown>>, unknown])[] = [
  ['nothing', {}, before],
  ['one locale', { title: { de: 'Köter' } }, { ...before, title: { 1: 'Dog', 2: 'Köter' } }],
  ['null in one locale', { title: { de: null } }, { ...before, title: { 1: 'Dog' } }],
  ['null in the last locale', { alt: { en: null } }, { title: before.title }],
  ['null', { title: null }, { alt: before.alt }],
  ['no locale', { title: {} }, before],
  ['a new text', { description: { en: 'x' } }, { ...before, description: { 1: 'x' } }],
  ['an unknown locale', { title: { fr: 'Chien' } }, ['body.title.fr locale']],
  ['no text', { title: { en: 1 } }, ['body.title.en type']],
  ['a bare text, which is that of the default locale', { title: 'Cat' }, { ...before, title: { 1: 'Cat', 2: 'Hund' } }],
  ['a text that is too long', { alt: { en: 'a'.repeat(10_001) } }, ['body.alt max_length']],
];
for (const [what, given, expected] of cases)
  test(`a change with ${what}`, () => assert.deepEqual(changed(before, given), expected));
