/**
 * The real exports beside the checkout, converted: nothing is lost, and the field types of the service take every value.
 * Where the folder is not there, there is nothing to check.
 */

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { Violation } from '../../../contract/src/violations.ts';
import { fieldRules } from '../../../server/src/commands/import/field-rules.ts';
import { fieldType } from '../../../server/src/model/fields/registry.ts';
import type { ContentTypeRecord } from '../records.ts';
import { convertExport } from './convert.ts';
import { checkedExport, type SourceItem } from './export-file.ts';

const FOLDER = join(import.meta.dirname, '../../../../../shared/data');
const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => /^contentful-.*\.json$/.test(name)) : [];

/** Every link in a value, in whichever of both forms, and all text of rich text. */
function contentsOf(value: unknown, found = { links: [] as string[], text: '' }) {
  if (Array.isArray(value)) for (const item of value) contentsOf(item, found);
  else if (typeof value === 'object' && value !== null) {
    const object = value as Record<string, unknown>;
    const sys = object.sys as { type?: string; linkType?: string; id?: string } | undefined;
    if (sys?.type === 'Link') found.links.push(`${String(sys.linkType).toLowerCase()} ${sys.id}`);
    if ((object.type === 'entry' || object.type === 'asset') && typeof object.id === 'string')
      found.links.push(`${object.type} ${object.id}`);
    if (object.nodeType === 'text') found.text += String(object.value).replaceAll('\n', '');
    if (object.type === 'text') found.text += String(object.text);
    for (const inner of Object.values(object)) contentsOf(inner, found);
  }
  return found;
}

for (const name of files) {
  describe(`converting ${name}`, () => {
    const source = checkedExport(JSON.parse(readFileSync(join(FOLDER, name), 'utf8')), name);
    const converted = convertExport(source, { changed: 'publish', refusedLocales: new Set(), fieldRules });
    const bodies = (kind: string) =>
      converted.records.filter((record) => record.kind === kind).map((record) => JSON.parse(record.line)[kind]);
    const types = new Map<string, ContentTypeRecord>(bodies('content_type').map((type) => [type.api_id, type]));

    it('takes every type, asset and entry under its own id', () => {
      const ids = (items: readonly { sys: { id: string } }[]) => items.map((item) => item.sys.id);
      assert.deepEqual([...types.keys()], ids(source.contentTypes));
      assert.deepEqual(
        bodies('asset').map((asset) => asset.key),
        ids(source.assets),
      );
      assert.deepEqual(
        bodies('entry').map((entry) => entry.key),
        ids(source.entries),
      );
      assert.deepEqual(converted.refused, []);
    });

    it('publishes every entry, with its original times', () => {
      for (const [index, entry] of bodies('entry').entries()) {
        assert.equal(entry.status, 'published');
        assert.equal(entry.published_at, new Date(String(source.entries[index]?.sys.publishedAt)).toISOString());
        assert.equal(entry.created_at, new Date(String(source.entries[index]?.sys.createdAt)).toISOString());
      }
    });

    it('keeps every field of every type, in order', () => {
      for (const type of source.contentTypes) {
        assert.deepEqual(
          types.get(type.sys.id)?.fields.map((field) => field.id),
          type.fields.map((field) => field.id),
        );
      }
    });

    it('loses no value, no link and no text', () => {
      const converts = (item: SourceItem, fields: Record<string, Record<string, unknown>>) => {
        assert.deepEqual(Object.keys(fields), Object.keys(item.fields));
        const before = contentsOf(item.fields);
        const after = contentsOf(fields);
        assert.deepEqual(after.links, before.links);
        assert.equal(after.text, before.text);
      };
      for (const [index, entry] of bodies('entry').entries())
        converts(source.entries[index] as SourceItem, entry.fields);
      assert.ok(!converted.notes.all().some((note) => note.kind === 'missing_link' || note.about.startsWith('entry')));
    });

    it('gives values that the field types take and that keep their validations', () => {
      for (const entry of bodies('entry')) {
        for (const field of types.get(entry.content_type)?.fields ?? []) {
          for (const [locale, value] of Object.entries(entry.fields[field.id] ?? {})) {
            const violations: Violation[] = [];
            const path = `${entry.key}.${field.id}.${locale}`;
            const stored = fieldType(field.type).parse(value, {
              field,
              path,
              linkKey: (_kind, key) => key,
              violations,
            });
            assert.deepEqual([...violations, ...fieldType(field.type).validate(stored, field, path)], []);
          }
        }
      }
    });
  });
}
