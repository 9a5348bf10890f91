/**
 * The demo's content, checked against its own model without a service:
 * every value fits its field, every link leads somewhere, and a second start would change nothing.
 */
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Violation } from '../../../../contract/src/violations.ts';
import type { Field } from '../../model/fields/field.ts';
import { fieldType } from '../../model/fields/registry.ts';
import { demoLocales } from './content/model.ts';
import { demoFiles, demoPictureFolder, demoRecords } from './demo-content.ts';

interface Entry {
  readonly key: string;
  readonly content_type: string;
  readonly status: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly published_fields?: Readonly<Record<string, unknown>>;
}

const bodies = <Body>(kind: string) =>
  demoRecords()
    .filter((one) => one.kind === kind)
    .map((one) => JSON.parse(one.line)[kind] as Body);
const types = new Map(
  bodies<{ api_id: string; fields: Field[]; slug_field?: string }>('content_type').map((type) => [type.api_id, type]),
);
const entries = bodies<Entry>('entry');
const keys = new Set(demoRecords().map((one) => `${one.kind} ${one.key}`));
const codes = demoLocales.map((locale) => locale.code) as readonly string[];

/** The values of a field by locale, plain ones under the default locale. */
function valuesOf(value: unknown): [string, unknown][] {
  const isMap =
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.keys(value).every((key) => codes.includes(key));
  return isMap ? Object.entries(value) : [['en-US', value]];
}

it('every value of the demo is valid for its field, and every link has a target', () => {
  for (const entry of entries) {
    const fields = types.get(entry.content_type)?.fields ?? [];
    for (const state of [entry.fields, entry.published_fields ?? {}]) {
      assert.deepEqual(
        Object.keys(state).filter((id) => !fields.some((field) => field.id === id)),
        [],
      );
      for (const field of fields.filter((one) => one.id in state)) {
        for (const [locale, value] of valuesOf(state[field.id])) {
          const violations: Violation[] = [];
          const path = `${entry.key}.${field.id}.${locale}`;
          const linkKey = (kind: string, key: string) => (keys.has(`${kind} ${key}`) ? key : null);
          const stored = fieldType(field.type).parse(value, { field, path, linkKey, violations });
          assert.deepEqual([...violations, ...fieldType(field.type).validate(stored, field, path)], []);
        }
      }
    }
  }
});

it('everything published has its required values, and no two entries of a type share a slug', () => {
  const slugs = new Set<string>();
  for (const entry of entries) {
    const type = types.get(entry.content_type);
    for (const field of type?.fields ?? []) {
      const values = Object.fromEntries(valuesOf(entry.fields[field.id]));
      if (field.required && entry.status !== 'draft')
        assert.notEqual(values['en-US'], undefined, `${entry.key}.${field.id}`);
      if (field.id !== type?.slug_field) continue;
      for (const [locale, slug] of Object.entries(values)) {
        const name = `${entry.content_type} ${locale} ${slug}`;
        assert.ok(!slugs.has(name), name);
        slugs.add(name);
      }
    }
  }
});

it('every asset has a picture, all of them together less than 100 KB', () => {
  const sizes = demoFiles.map(({ fileName }) => statSync(join(demoPictureFolder, fileName)).size);
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  assert.ok(bytes > 0 && bytes < 100_000, String(bytes));
});

it('differs between the planes', () => {
  const statuses = new Set(entries.map((entry) => entry.status));
  assert.deepEqual([...statuses].toSorted(), ['changed', 'draft', 'published']);
});

it('is always the same, so that a second start changes nothing', () => assert.deepEqual(demoRecords(), demoRecords()));
