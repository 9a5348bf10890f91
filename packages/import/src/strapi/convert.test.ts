/**
 * A whole export converted: the sample of the tests, the same in any order and as often as it is gone through, with odd values
 * and odd schemas, in little memory. What it gives is valid, whatever the file says.
 */

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isKey } from '../../../contract/src/keys.ts';
import type { Violation } from '../../../contract/src/violations.ts';
import { fieldRules } from '../../../server/src/commands/import/field-rules.ts';
import { parseFields } from '../../../server/src/model/fields/document/input.ts';
import type { Component, Components } from '../../../server/src/model/fields/field.ts';
import { fixtureField } from '../../../server/src/model/fields/fixtures.ts';
import { fieldType } from '../../../server/src/model/fields/registry.ts';
import { Locales } from '../../../server/src/model/spaces/locale.ts';
import { archiveOf, linesOf, type Member } from '../../../server/test/content/importers/strapi-archive.ts';
import { PLANTED, sampleMembers } from '../../../server/test/content/importers/strapi-sample.ts';
import type { ContentTypeRecord } from '../records.ts';
import { readStrapiExport } from './archive/strapi-export.ts';
import { convertStrapi } from './convert.ts';
import type { EntryRecord } from './documents/document.ts';
import { importedLocales } from './documents/locales.ts';

type Json = Record<string, unknown>;

const MEGABYTE = 1024 * 1024;
const SCHEMAS = 'schemas/schemas_00001.jsonl';
const ENTITIES = 'entities/entities_00001.jsonl';
const folder = mkdtempSync(join(tmpdir(), 'strapi-convert-'));
after(() => rmSync(folder, { recursive: true }));

async function converted(members: readonly Member[]) {
  const path = join(folder, 'export.tar.gz');
  writeFileSync(path, archiveOf(members));
  const file = await readStrapiExport(path);
  try {
    const { records, total, refused, notes, came } = convertStrapi(
      file,
      importedLocales(file, new Set(), 'en-US'),
      fieldRules,
    );
    const lines = [...records].map(({ line }) => line);
    const again = [...records].map(({ line }) => line);
    assert.deepEqual(again, lines);
    assert.equal(lines.length, total);
    return { lines, refused, notes: notes.all(), came };
  } finally {
    await file.rows.close();
  }
}

function linesIn(name: string): Json[] {
  const content = sampleMembers.find((member) => member.name === name)?.content ?? '';
  return String(content)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** The sample with other lines in one of its files. */
function withLines(name: string, lines: readonly unknown[]): readonly Member[] {
  return sampleMembers.map((member) => (member.name === name ? { name, content: linesOf(lines) } : member));
}

/** Lines of the sample in which each component has another number, as after a publication. */
function withNewNumbers(content: string): string {
  return content
    .replaceAll(
      /("(?:hero|buttons|sections)":\[?\{"id":|"shared\.\w+","id":|"type":"shared\.\w+","ref":)(\d+)/g,
      '$1$200',
    )
    .replaceAll(/("type":"shared\.\w+","field":"\w+","ref":)(\d+)/g, '$1$200');
}

/** What a service would refuse. */
function violationsIn(lines: readonly string[]): readonly Violation[] {
  const types = new Map<string, Component>();
  const components: Components = {
    componentByApiId: (apiId) => types.get(apiId),
    componentByNumber: (number) => [...types.values()].find((type) => type.number === number),
  };
  const violations: Violation[] = [];
  const linkKey = (_kind: string, key: string) => (isKey(key) ? key : null);
  for (const line of lines) {
    const { content_type: type, entry } = JSON.parse(line) as { content_type?: ContentTypeRecord; entry?: EntryRecord };
    if (type !== undefined) {
      const fields = type.fields.map((field, index) => fixtureField(index + 1, field.id, field));
      for (const field of fields) {
        violations.push(...fieldType(field.type).checkSettings(field, field.id));
        for (const name of [field.component ?? [], field.components ?? []].flat())
          assert.ok(types.has(name), `${type.api_id} names ${name} before it is there`);
      }
      types.set(type.api_id, { number: types.size + 1, apiId: type.api_id, fields, hiddenFields: [] });
    }
    if (entry === undefined) continue;
    assert.ok(isKey(entry.key), entry.key);
    const { fields = [] } = types.get(entry.content_type) ?? {};
    for (const input of [entry.fields, entry.published_fields ?? {}])
      parseFields({ input, fields, locales, components, linkKey, violations });
  }
  return violations;
}

const locales = new Locales(
  ['en', 'de'].map((code, index) => ({
    number: index + 1,
    id: `loc_${code}`,
    code,
    name: code,
    fallback: null,
    isDefault: index === 0,
    optional: true,
    version: 1,
  })),
);

describe('a Strapi export', () => {
  it('gives values that the field types take, the same ones in whatever order its files are', async () => {
    const { lines, refused, came } = await converted(sampleMembers);
    assert.deepEqual([violationsIn(lines), refused], [[], []]);
    assert.deepEqual(Object.fromEntries(came.map((one) => [one.content_type, one.entries])), {
      page: 2,
      tag: 1,
    });
    assert.deepEqual((await converted(sampleMembers.toReversed())).lines, lines);
  });

  it('makes content types of types, and components of components', async () => {
    const { lines } = await converted(sampleMembers);
    const types = lines.flatMap((line) => (JSON.parse(line).content_type as ContentTypeRecord | undefined) ?? []);
    assert.deepEqual(
      types.map(({ api_id, kind, display_field, slug_field }) => [api_id, kind, display_field, slug_field]),
      [
        ['shared.button', 'component', 'label', null],
        ['shared.hero', 'component', 'claim', null],
        ['shared.section', 'component', 'heading', null],
        ['page', undefined, 'title', 'slug'],
        ['tag', undefined, 'name', null],
      ],
    );
    const page = types.find(({ api_id }) => api_id === 'page');
    const shown = page?.fields.map(
      ({ id, type, required, localized, default: standard, items, component, components, validations }) =>
        [
          `${id}: ${type}${items === undefined ? '' : ` of ${items.type}`}`,
          ...(required ? ['required'] : []),
          ...(localized ? ['localized'] : []),
          ...(standard === undefined ? [] : [`default ${standard}`]),
          ...[component ?? [], components ?? []].flat(),
          ...Object.entries({ ...validations, ...items?.validations }).map(([name, value]) => `${name} ${value}`),
        ].join(', '),
    );
    assert.deepEqual(shown, [
      'title: string, required, localized, max_length 40',
      'slug: slug, localized',
      'body: rich_text, localized',
      'summary: text, localized',
      'mood: string, default calm, in calm,stormy',
      'views: string',
      'rating: number, min 0, max 5',
      'length: integer',
      'day: date',
      'moment: datetime',
      'hour: string',
      'extra: json',
      'isShown: boolean',
      'mail: string, format email',
      'code: string, pattern ^[A-Z]{2}\\d+$',
      'cover: asset, mime_types image/*',
      'gallery: array of asset',
      'hero: component, localized, shared.hero',
      'sections: blocks, shared.section, max_items 4',
      'zone: blocks, localized, shared.section, shared.hero',
      'parent: entry, localized, content_types page',
      'related: array of entry, localized, content_types page',
      'twin: entry, localized, content_types page',
      'anything: array of entry, localized',
      'f_constructor: string',
      'colour: json',
    ]);
    const unique = types.flatMap(({ api_id, fields }) =>
      fields.filter((field) => field.unique).map(({ id }) => `${api_id}.${id}`),
    );
    assert.deepEqual(unique, ['tag.name']);
  });

  it('gives the same records after Strapi gave components new numbers', async () => {
    const { lines } = await converted(sampleMembers);
    const renumbered = sampleMembers.map((member) => ({
      ...member,
      content: /^(?:entities|links)/.test(member.name)
        ? withNewNumbers(String(member.content))
        : (member.content ?? ''),
    }));
    assert.notDeepEqual(renumbered, sampleMembers);
    assert.deepEqual((await converted(renumbered)).lines, lines);
  });

  it('lets no secret through', async () => {
    const { lines, notes } = await converted(sampleMembers);
    assert.doesNotMatch(JSON.stringify([lines, notes]), new RegExp(`${PLANTED}|ada@site\\.example`));
  });

  it('has one state for each of Strapi, and the times of its documents', async () => {
    const { lines } = await converted(sampleMembers);
    const entries = new Map(
      lines.flatMap((line) =>
        JSON.parse(line).entry === undefined ? [] : [[JSON.parse(line).entry.key, JSON.parse(line).entry]],
      ),
    );
    const home = entries.get('home');
    assert.equal(home.status, 'changed');
    assert.deepEqual(
      [home.fields.title, home.published_fields.title],
      [
        { en: 'Home, edited', de: 'Start' },
        { en: 'Home', de: 'Start' },
      ],
    );
    assert.deepEqual(
      [home.created_at, home.updated_at, home.published_at],
      ['2024-01-01T00:00:00.000Z', '2024-02-01T00:00:00.000Z', '2024-02-02T00:00:00.000Z'],
    );
    assert.deepEqual(
      ['about', 'calm'].map((key) => entries.get(key)?.status),
      ['published', 'published'],
    );
    const heading = (id: string, text: string) => ({ id, type: 'shared.section', fields: { heading: text } });
    const inZone = { id: 'hero-1', type: 'shared.hero', fields: { claim: 'In the zone' } };
    assert.deepEqual(
      [home.fields.zone.en, home.published_fields.zone.en],
      [[heading('section-1', 'First'), inZone, heading('section-2', 'Second')], [heading('section-1', 'First')]],
    );
  });

  it('keeps documents of two types apart that have one id, and refuses rows of none', async () => {
    const [first] = linesIn(ENTITIES).filter(({ type }) => type === 'api::tag.tag');
    const more = [
      { ...first, id: 2, data: { ...(first?.data as Json), documentId: 'home', name: 'Other' } },
      { ...first, id: 3, data: { ...(first?.data as Json), documentId: null, name: 'None' } },
      { ...first, id: 1, data: { ...(first?.data as Json), name: 'Twice' } },
    ];
    const { lines, refused } = await converted(withLines(ENTITIES, [...linesIn(ENTITIES), ...more]));
    assert.ok(lines.some((line) => line.startsWith('{"entry":{"key":"tag-home","content_type":"tag"')));
    assert.ok(!lines.some((line) => line.includes('Twice')));
    assert.deepEqual(
      refused.map(({ code, message }) => [code, /has no usable documentId/.test(message)]),
      [['validation_failed', true]],
    );
  });

  it('leaves out a document that has no values in an imported locale', async () => {
    const row = { type: 'api::page.page', id: 60, data: { documentId: 'far', locale: 'xx', title: 'Far' } };
    const { lines, notes } = await converted(withLines(ENTITIES, [...linesIn(ENTITIES), row]));
    assert.doesNotMatch(lines.join('\n'), /"far"/);
    assert.ok(notes.some(({ about, message }) => /^page far "Far"/.test(about) && /in xx were left out/.test(message)));
  });

  it('takes no names that are longer than any, and shows none that would move a cursor', async () => {
    const long = 'x'.repeat(100_000);
    const more = [
      { type: `plugin::\u001b[2J${long}`, id: 1, data: {} },
      { type: 'plugin::i18n.locale', id: 9, data: { code: 'fr', name: long } },
      { type: 'api::page.page', id: long, data: { documentId: long, locale: long } },
    ];
    const link = {
      kind: 'relation.basic',
      left: { type: 'api::page.page', ref: long, field: long },
      right: { ref: 1 },
    };
    const { lines, notes, refused } = await converted([
      ...withLines(ENTITIES, [...linesIn(ENTITIES), ...more]),
      { name: 'links/links_00002.jsonl', content: linesOf([link]) },
    ]);
    const all = JSON.stringify([lines, notes, refused]);
    assert.doesNotMatch(all, /x{300}/);
    assert.ok(!notes.some(({ message }) => /\p{Cc}/u.test(message)));
    assert.equal(refused.length, 1);
  });

  it('is refused where its schemas are larger than any', async () => {
    const schema = { uid: 'plugin::x.y', attributes: { text: 'x'.repeat(9 * MEGABYTE) } };
    const large = withLines(SCHEMAS, [schema, schema, schema, schema]);
    await assert.rejects(converted(large), /has schemas of more than 33554432 bytes/);
  });

  it('is refused without metadata', async () => {
    await assert.rejects(converted(sampleMembers.slice(0, -1)), /is not a Strapi export: it has no metadata\.json/);
  });

  const odd: readonly unknown[] = [
    null,
    7,
    '',
    'x',
    [],
    {},
    [null],
    [[{}]],
    { __component: '__proto__', id: {} },
    { en: 1 },
  ];

  it('gives valid records whatever an entry holds', async () => {
    const entities = linesIn(ENTITIES);
    const attributes = Object.keys((entities[4]?.data as Json) ?? {}).filter((name) => name !== 'documentId');
    assert.ok(attributes.length > 20);
    for (const value of odd) {
      const lines = attributes.map((name, index) => ({
        type: 'api::page.page',
        id: 100 + index,
        data: { ...(entities[4]?.data as Json), documentId: `odd${index}`, [name]: value },
      }));
      const { lines: records } = await converted(withLines(ENTITIES, [...entities, ...lines]));
      assert.deepEqual(violationsIn(records), [], JSON.stringify(value));
    }
  });

  it('gives valid records whatever a schema says', async () => {
    const schemas = linesIn(SCHEMAS);
    const names = [
      'type',
      'component',
      'components',
      'enum',
      'regex',
      'minLength',
      'min',
      'default',
      'target',
      'allowedTypes',
    ];
    for (const value of odd)
      for (const name of names) {
        const changed = schemas.map((schema) => {
          const pairs = Object.entries((schema.attributes as Json) ?? {});
          return {
            ...schema,
            attributes: Object.fromEntries(pairs.map(([id, own]) => [id, { ...(own as Json), [name]: value }])),
          };
        });
        const { lines } = await converted(withLines(SCHEMAS, changed));
        assert.deepEqual(violationsIn(lines), [], `${name}: ${JSON.stringify(value)}`);
      }
  });

  it('holds what tells its rows apart, not what they hold', async () => {
    const body = Array.from({ length: 50 }, () => ({
      type: 'paragraph',
      children: [{ type: 'text', text: 'word '.repeat(400) }],
    }));
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        type: 'api::page.page',
        id: from + index,
        data: { documentId: `page${from + index}`, locale: 'en', title: `Page ${from + index}`, body },
      }));
    const path = join(folder, 'large.tar.gz');
    const parts = [0, 1, 2, 3].map((part) => ({
      name: `entities/entities_0000${part + 2}.jsonl`,
      content: linesOf(rows(1000 + part * 100, 100)),
    }));
    writeFileSync(path, archiveOf([...sampleMembers, ...parts]));
    parts.length = 0;
    const before = heapBytes();
    const file = await readStrapiExport(path);
    const { records, total } = convertStrapi(file, importedLocales(file, new Set(), 'en'), fieldRules);
    let bytes = 0;
    let most = 0;
    let count = 0;
    for (const { line } of records) {
      bytes += line.length;
      count += 1;
      if (count % 50 === 0) most = Math.max(most, heapBytes() - before);
    }
    await file.rows.close();
    assert.ok(total > 400 && bytes > 30 * MEGABYTE, `${bytes} bytes of records`);
    assert.ok(most < 8 * MEGABYTE, `${Math.round(most / MEGABYTE)} MB held of ${Math.round(bytes / MEGABYTE)} MB`);
  });
});

/** Bytes in use once what is not needed any more is gone. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
