/** When a problem that the server found before publishing is over. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContentType, Field, Locale } from '../api/types.ts';
import { isStillSo, publishProblems } from './kept-problems.ts';

const locales = [
  { code: 'en-US', fallback: null },
  { code: 'de', fallback: 'en-US' },
] as unknown as readonly Locale[];

const field = (id: string, type: Field['type'], localized: boolean) => ({ id, type, localized }) as Field;
const type = {
  slug_field: null,
  fields: [field('title', 'string', true), field('blocks', 'blocks', false), field('local', 'blocks', true)],
} satisfies Pick<ContentType, 'slug_field' | 'fields'>;

const draft = (values: Readonly<Record<string, unknown>>) => ({
  value: (id: string, locale: string) => values[`${id}.${locale}`],
});
const quote = (text?: unknown) => [{ id: 'q1', type: 'quote', fields: text === undefined ? {} : { text } }];
const found = (path: string, rule: string, values: Readonly<Record<string, unknown>>) => {
  const [problem] = publishProblems([{ path, rule, message: '' }], draft(values), type, locales);
  return problem ?? assert.fail(`${path} is about no field`);
};

test('a missing value is none any more once the language that it falls back on has one', () => {
  const title = found('fields.title.de', 'required', {});
  assert.equal(isStillSo(title, draft({})), true);
  assert.equal(isStillSo(title, draft({ 'title.en-US': 'Harbour' })), false);
  const words = found('fields.blocks.q1.text.de', 'required', { 'blocks.en-US': quote() });
  assert.equal(isStillSo(words, draft({ 'blocks.en-US': quote() })), true);
  assert.equal(isStillSo(words, draft({ 'blocks.en-US': quote({ 'en-US': 'Never still.' }) })), false);
});

test('a value that does not fall back is missing until it is there itself', () => {
  const first = found('fields.blocks.q1.text.en-US', 'required', { 'blocks.en-US': quote() });
  assert.equal(isStillSo(first, draft({ 'blocks.en-US': quote({ de: 'Nie still.' }) })), true);
  const alone = found('fields.local.de.q1.text', 'required', { 'local.de': quote(), 'local.en-US': quote('Still.') });
  assert.equal(isStillSo(alone, draft({ 'local.de': quote(), 'local.en-US': quote('Never still.') })), true);
  assert.equal(isStillSo(alone, draft({ 'local.de': quote('Nie still.') })), false);
});

test('a problem belongs to the language of the words inside of a value that all share', () => {
  const values = { 'blocks.en-US': quote({ de: 'x' }), 'local.de': quote() };
  assert.equal(found('fields.blocks.q1.text.de', 'max_length', values).language, 'de');
  assert.equal(found('fields.blocks', 'min_items', values).language, 'en-US');
  assert.equal(found('fields.local.de.q1.text', 'required', values).language, 'de');
});
