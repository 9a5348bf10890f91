/**
 * Whole exports through the conversion: the records, and the notes required for everything that changed. What is left
 * out without a note is a failure here.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldRules } from '../../../server/src/commands/import/field-rules.ts';
import {
  contentType,
  editor,
  entry,
  enUs,
  exportOf,
  field,
  german,
  link,
  neverPublished,
  sampleExport,
} from '../../../server/test/content/importers/contentful-sample.ts';
import { convertExport } from './convert.ts';
import type { ChangedRule } from './entry.ts';
import { checkedExport } from './export-file.ts';

type Facts = Record<string, unknown>;

function convert(source: Facts, changed: ChangedRule = 'publish', refusedLocales: string[] = []) {
  const converted = convertExport(checkedExport(source, 'export.json'), {
    changed,
    refusedLocales: new Set(refusedLocales),
    fieldRules,
  });
  const bodies = converted.records.map(({ kind, line }) => JSON.parse(line)[kind] as Facts);
  const ofKind = (kind: string) => bodies.filter((_, index) => converted.records[index]?.kind === kind);
  return {
    order: converted.records.map((record) => `${record.kind} ${record.key}`),
    types: ofKind('content_type'),
    assets: ofKind('asset'),
    entries: ofKind('entry'),
    refused: converted.refused,
    notes: converted.notes.all().map((note) => `${note.kind} | ${note.about} | ${note.message}`),
  };
}

const fieldsOf = (item: Facts | undefined) => (item?.fields ?? {}) as Facts;
const typeFields = (type: Facts | undefined) => (type?.fields ?? []) as Facts[];

describe('converting a Contentful export', () => {
  const sample = convert(sampleExport);

  it('gives types, then assets, then entries', () => {
    assert.deepEqual(sample.order, [
      'content_type article',
      'asset picture',
      ...['first', 'second', 'edited', 'draft', 'old', 'imported-..'].map((key) => `entry ${key}`),
    ]);
    assert.deepEqual(sample.refused, []);
  });

  it('gives a type with its fields in order', () => {
    const [type] = sample.types;
    const { fields, ...rest } = type as { fields: Facts[] };
    assert.deepEqual(rest, {
      api_id: 'article',
      name: 'article',
      description: 'Something to read',
      display_field: 'title',
      slug_field: 'slug',
    });
    const plain = { required: false, localized: false, unique: false };
    assert.deepEqual(fields, [
      {
        ...plain,
        id: 'title',
        name: 'title',
        type: 'string',
        required: true,
        localized: true,
        validations: { max_length: 80 },
      },
      {
        ...plain,
        id: 'slug',
        name: 'slug',
        type: 'slug',
        required: true,
        localized: true,
        help: 'Part of the address',
      },
      { ...plain, id: 'body', name: 'body', type: 'rich_text', localized: true },
      {
        ...plain,
        id: 'related',
        name: 'related',
        type: 'array',
        items: { type: 'entry', validations: { content_types: ['article'] } },
      },
      { ...plain, id: 'image', name: 'image', type: 'asset' },
      { ...plain, id: 'day', name: 'day', type: 'date' },
      { ...plain, id: 'at', name: 'at', type: 'datetime' },
      { ...plain, id: 'rating', name: 'rating', type: 'integer', default: 3, validations: { min: 1, max: 5 } },
      { ...plain, id: 'price', name: 'price', type: 'number' },
      { ...plain, id: 'featured', name: 'featured', type: 'boolean' },
      { ...plain, id: 'extra', name: 'extra', type: 'json', localized: true },
      { ...plain, id: 'place', name: 'place', type: 'location' },
      { ...plain, id: 'elsewhere', name: 'elsewhere', type: 'json' },
      { ...plain, id: 'tags', name: 'tags', type: 'array', items: { type: 'string', validations: { in: ['a', 'b'] } } },
    ]);
  });

  it('gives an asset with the file of the default locale', () => {
    assert.deepEqual(sample.assets, [
      {
        key: 'picture',
        title: { 'en-US': 'A picture', de: 'Ein Bild' },
        description: { 'en-US': 'What it shows' },
        file_name: 'p.png',
        mime_type: 'image/png',
        size: 10,
        width: 3,
        height: 2,
        created_at: '2020-01-01T09:00:00.000Z',
        updated_at: '2020-01-01T09:30:00.000Z',
      },
    ]);
  });

  it('gives an entry with every value, per locale', () => {
    const [first] = sample.entries;
    const { fields, ...rest } = first as { fields: Facts };
    assert.deepEqual(rest, {
      key: 'first',
      content_type: 'article',
      status: 'published',
      created_at: '2020-01-01T10:00:00.000Z',
      updated_at: '2020-01-03T10:00:00.500Z',
      published_at: '2020-01-03T10:00:00.000Z',
      first_published_at: '2020-01-02T10:00:00.000Z',
    });
    const { body, ...values } = fields;
    assert.deepEqual(values, {
      title: { 'en-US': 'First', de: 'Erster' },
      slug: { 'en-US': 'first', de: 'erster' },
      related: {
        'en-US': [
          { type: 'entry', id: 'second' },
          { type: 'entry', id: 'first' },
        ],
      },
      image: { 'en-US': { type: 'asset', id: 'picture' } },
      day: { 'en-US': '2020-02-29' },
      at: { 'en-US': '2020-02-29T10:00:00.000Z' },
      rating: { 'en-US': 4 },
      price: { 'en-US': 9.5 },
      featured: { 'en-US': false },
      extra: { 'en-US': { de: 'a key that looks like a locale' }, de: { list: [1, null] } },
      place: { 'en-US': { lat: 52.5, lon: 13.4 } },
      elsewhere: { 'en-US': { sys: { type: 'ResourceLink', linkType: 'Contentful:Entry', urn: 'crn:x' } } },
      tags: { 'en-US': ['b', 'a'] },
    });
    assert.deepEqual(Object.keys(body as Facts), ['en-US', 'de']);
  });

  it('gives every entry the status it has there', () => {
    const statuses = sample.entries.map((item) => [item.key, item.status]);
    assert.deepEqual(Object.fromEntries(statuses), {
      first: 'published',
      second: 'published',
      edited: 'published',
      draft: 'draft',
      old: 'archived',
      'imported-..': 'published',
    });
    const old = sample.entries.find((item) => item.key === 'old');
    assert.equal(old?.archived_at, '2020-01-04T10:00:00.000Z');
    assert.equal(old?.published_at, undefined);
  });

  it('keeps an edited entry as a draft on request', () => {
    const { entries, notes } = convert(sampleExport, 'draft');
    assert.equal(entries.find((item) => item.key === 'edited')?.status, 'draft');
    assert.ok(
      notes.some((note) => note.startsWith('edited_since | entry edited') && note.endsWith('it is a draft here.')),
    );
  });

  it('notes everything that changed', () => {
    assert.deepEqual(sample.notes.toSorted(), [
      'changed | entry .. "Dots" | The id cannot be a key here; its key is "imported-..", and links to it were changed too.',
      'changed | field article.at | Times are kept in UTC here; the moment is the same, the offset it was written with is not kept.',
      'changed | field article.elsewhere | Field type ResourceLink: links to content of other spaces do not exist here; its values were kept as JSON.',
      'edited_since | entry edited "Edited" | Edited since it was published there; the file does not hold the published content: what it holds was published.',
      'left_out | asset picture "A picture" | Its file in de was left out: an asset has one file here.',
      'left_out | the file | 1 of "webhooks" were left out: an import brings content, not settings of the space.',
      'left_out | the file | How fields are edited ("editorInterfaces") was left out, but for slugs and help texts.',
      'missing_link | entry draft "Draft", related (en-US) | Links to entry nowhere, which is not in the file; the link was kept.',
    ]);
  });

  it('gives the same records every time', () => assert.deepEqual(convert(sampleExport), sample));

  it('leaves out values of locales that the service refused', () => {
    const { entries, notes } = convert(sampleExport, 'publish', ['de']);
    assert.deepEqual(fieldsOf(entries[0]).title, { 'en-US': 'First' });
    assert.ok(
      notes.includes(
        'left_out | entry first "First", title (de) | The locale de is not among the imported ones; the value was left out.',
      ),
    );
  });
});

describe('the slug field of a converted type', () => {
  const page = (localized: boolean, more: Facts[] = []) =>
    contentType('page', [field('slug', 'Symbol', { localized }), ...more]);
  const edited = editor('page', [
    { fieldId: 'slug', widgetId: 'slugEditor' },
    { fieldId: 'other', widgetId: 'slugEditor' },
  ]);
  const slugField = (type: Facts, slugs: Facts[], editorInterfaces = [edited]) => {
    const entries = slugs.map((slug, index) => entry(`e${index}`, 'page', { slug }));
    const converted = convert(exportOf({ locales: [enUs, german], contentTypes: [type], entries, editorInterfaces }));
    const fields = typeFields(converted.types[0]);
    return [
      converted.types[0]?.slug_field,
      fields[0]?.type,
      ...converted.notes.filter((note) => note.includes('slug there')),
    ];
  };

  it('is the field that is edited as a slug', () => {
    assert.deepEqual(slugField(page(false), [{ 'en-US': 'a' }, { 'en-US': 'b/ü-ß.x' }]), ['slug', 'slug']);
  });
  it('is none where no field is edited as a slug', () => {
    assert.deepEqual(slugField(page(false), [{ 'en-US': 'a' }], []), [null, 'string']);
  });
  it('is none where a value cannot be a slug', () => {
    const reason = '"a b" (entry e0, en-US) cannot be a slug';
    assert.deepEqual(slugField(page(false), [{ 'en-US': 'a b' }]), [
      null,
      'string',
      `changed | field page.slug | Edited as a slug there, plain text here: ${reason}.`,
    ]);
  });
  it('is none where two entries have one slug', () => {
    const [slug, type, note] = slugField(page(false), [{ 'en-US': 'a' }, { 'en-US': 'a' }]);
    assert.deepEqual([slug, type], [null, 'string']);
    assert.match(String(note), /entry e0 and entry e1 have the same slug "a" in en-US/);
  });
  it('is none where two entries have one slug by fallback', () => {
    const [slug, , note] = slugField(page(true), [{ 'en-US': 'a' }, { 'en-US': 'b', de: 'a' }]);
    assert.equal(slug, null);
    assert.match(String(note), /entry e0 and entry e1 have the same slug "a" in de/);
  });
  it('is kept where two entries have one slug in different locales', () => {
    const slugs = [
      { 'en-US': 'a', de: 'b' },
      { 'en-US': 'b', de: 'a' },
    ];
    assert.deepEqual(slugField(page(true), slugs), ['slug', 'slug']);
  });
  it('is one only', () => {
    const [slug, , note] = slugField(page(false, [field('other', 'Symbol')]), [{ 'en-US': 'a' }]);
    assert.equal(slug, 'slug');
    assert.match(String(note), /field page.other .*another field is it/);
  });
});

describe('converting what does not fit', () => {
  it('refuses an entry whose type is not in the file', () => {
    const { refused, entries } = convert(exportOf({ entries: [entry('e', 'gone', {})] }));
    assert.deepEqual(entries, []);
    assert.deepEqual(refused, [
      {
        kind: 'entry',
        key: 'e',
        code: 'validation_failed',
        message: 'Its content type "gone" is not in the file; export the content model with the content.',
      },
    ]);
  });

  it('refuses the second of two things with one key', () => {
    const type = contentType('t', [field('f', 'Symbol')]);
    const twice = [entry('e', 't', { f: { 'en-US': 'one' } }), entry('e', 't', { f: { 'en-US': 'two' } })];
    const { refused, entries } = convert(exportOf({ contentTypes: [type], entries: twice }));
    assert.deepEqual(fieldsOf(entries[0]).f, { 'en-US': 'one' });
    assert.deepEqual(
      refused.map((record) => record.code),
      ['conflict'],
    );
  });

  it('gives fields of other ids an id they can have', () => {
    const ids = ['5KMi', 'a-b', 'a_b', '5KMi'];
    const { types, notes } = convert(
      exportOf({
        contentTypes: [
          contentType(
            't',
            ids.map((id) => field(id, 'Symbol')),
          ),
        ],
      }),
    );
    assert.deepEqual(
      typeFields(types[0]).map((one) => one.id),
      ['f_5KMi', 'a_b_2', 'a_b'],
    );
    assert.equal(notes.filter((note) => note.includes('cannot be a field id')).length, 2);
  });

  it('drops unique where published entries share a value', () => {
    const type = contentType('t', [field('f', 'Symbol', { validations: [{ unique: true }] })]);
    const shared = (sys: Facts) =>
      convert(
        exportOf({
          contentTypes: [type],
          entries: [entry('a', 't', { f: { 'en-US': 'x' } }), entry('b', 't', { f: { 'en-US': 'x' } }, sys)],
        }),
      );
    assert.equal(typeFields(shared({}).types[0])[0]?.unique, false);
    assert.ok(shared({}).notes.some((note) => note.includes('"unique" was left out: entry a and entry b')));
    assert.equal(typeFields(shared(neverPublished).types[0])[0]?.unique, true);
  });

  it('leaves out values that belong to no field or no locale, and says so', () => {
    const type = contentType('t', [field('f', 'Symbol')]);
    const values = { f: { 'en-US': 'x', de: 'y', fr: 'z' }, gone: { 'en-US': 1 }, __proto__: undefined };
    const { entries, notes } = convert(
      exportOf({ locales: [enUs, german], contentTypes: [type], entries: [entry('e', 't', values)] }),
    );
    assert.deepEqual(entries[0]?.fields, { f: { 'en-US': 'x' } });
    assert.deepEqual(notes, [
      'left_out | entry e, f (de) | The field is not localized; a value beside that of the default locale was left out.',
      'left_out | entry e, f (fr) | The locale fr is not among the imported ones; the value was left out.',
      'left_out | entry e, gone | Its content type has no such field.',
    ]);
  });

  it('notes what a type and its fields lose', () => {
    const fields = [
      field('a', 'Symbol', { disabled: true, omitted: true, defaultValue: { 'en-US': 'x', de: 'y' } }),
      field('b', 'Symbol', { deleted: true }),
      field('c', 'Link', { linkType: 'Asset' }),
    ];
    const type = contentType('t', fields, { displayField: 'c', sys: { id: 't', version: 1 } });
    const { types, notes } = convert(exportOf({ locales: [enUs, german], contentTypes: [type] }));
    assert.equal(types[0]?.display_field, null);
    assert.deepEqual(notes, [
      'changed | content type t | It is not activated there; content types have no draft state here.',
      'changed | field t.a | Editing it is switched off there ("disabled"); here it can be edited.',
      'changed | field t.a | It is left out of responses there ("omitted"); here delivery shows it.',
      'left_out | field t.a | The default value in de was left out: here a default is one value, for the default locale.',
      'left_out | field t.b | It is deleted there.',
      'left_out | content type t | The display field "c" cannot be one here.',
    ]);
  });

  it('changes links to what has another key', () => {
    const type = contentType('t', [field('f', 'Link', { linkType: 'Entry' })]);
    const id = 'ent_abc123_key';
    const entries = [entry('a', 't', { f: { 'en-US': link('Entry', id) } }), entry(id, 't', {})];
    const converted = convert(exportOf({ contentTypes: [type], entries }));
    assert.deepEqual(fieldsOf(converted.entries[0]).f, { 'en-US': { type: 'entry', id: `imported-${id}` } });
    assert.equal(converted.entries[1]?.key, `imported-${id}`);
  });

  it('reads a published entry whose version is below its published one as published', () => {
    const type = contentType('t', []);
    const { entries, notes } = convert(
      exportOf({ contentTypes: [type], entries: [entry('e', 't', {}, { version: 1, publishedVersion: 49 })] }),
    );
    assert.equal(entries[0]?.status, 'published');
    assert.deepEqual(notes, []);
  });

  it('counts a locale that is not published as an edit', () => {
    const sys = { fieldStatus: { '*': { 'en-US': 'published', de: 'draft' } } };
    const { entries } = convert(
      exportOf({ contentTypes: [contentType('t', [])], entries: [entry('e', 't', {}, sys)] }),
      'draft',
    );
    assert.equal(entries[0]?.status, 'draft');
  });
});
