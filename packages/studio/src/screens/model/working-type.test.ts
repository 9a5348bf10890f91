/** What saving a changed content type would change, and the request for it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ContentType } from '../../api/types.ts';
import { changesOf, fieldIdFrom, patchOf, withField, withoutField, workingType } from './working-type.ts';

const plain = { former_ids: [], required: false, localized: false, unique: false };
const saved: ContentType = {
  id: 'ctp_k3x9q2_article',
  api_id: 'article',
  kind: 'entry',
  name: 'Article',
  description: '',
  display_field: 'title',
  slug_field: null,
  preview_url: null,
  preview_picture: null,
  deliver_former_ids: false,
  layout: { groups: [{ id: 'main', name: 'Main', display: 'tab', fields: ['body'] }], side: ['title'], half: ['body'] },
  fields: [
    { id: 'title', name: 'Title', type: 'string', ...plain, validations: { min_length: 1, max_length: 80 } },
    { id: 'body', name: 'Body', type: 'text', ...plain },
    { id: 'words', name: 'Words', type: 'integer', ...plain },
  ],
  hidden_fields: [],
  version: 3,
  created_at: '2026-11-21T10:00:00.000Z',
  updated_at: '2026-11-21T10:00:00.000Z',
  warnings: [],
};

describe('a content type that is being changed', () => {
  const working = workingType(saved);
  const [title, body, words] = working.fields;
  assert.ok(title !== undefined && body !== undefined && words !== undefined);

  it('has no changes at first, however its keys are ordered', () => {
    assert.deepEqual(changesOf(saved, working), []);
    const turned = { ...title, validations: { max_length: 80, min_length: 1 } };
    assert.deepEqual(changesOf(saved, { ...working, fields: [turned, body, words] }), []);
  });

  it('names what is added, removed, renamed, changed, moved and set', () => {
    const fields = [
      { ...words, required: true },
      { ...title, id: 'headline' },
      { id: 'note', name: 'Note', type: 'text', ...plain, was: null } as const,
    ];
    assert.deepEqual(changesOf(saved, { ...working, name: 'Post', layout: null, fields }), [
      { kind: 'removed', field: 'body' },
      { kind: 'changed', field: 'words' },
      { kind: 'renamed', field: 'headline', from: 'title' },
      { kind: 'added', field: 'note' },
      { kind: 'order' },
      { kind: 'settings' },
      { kind: 'layout' },
    ]);
  });

  it('says in its request which fields are renamed, and what becomes of hidden values', () => {
    const back = { id: 'old', name: 'Old', type: 'text', ...plain, was: null, restore: true } as const;
    const { fields } = patchOf({ ...working, fields: [{ ...title, id: 'headline' }, back] });
    assert.deepEqual(fields, [
      { ...saved.fields[0], id: 'headline', previous_id: 'title' },
      { id: 'old', name: 'Old', type: 'text', ...plain, restore: true },
    ]);
  });

  it('goes on being titled and addressed by fields that get another id, and by none that is removed', () => {
    const slug = { id: 'slug', name: 'Slug', type: 'slug', ...plain, was: null } as const;
    const added = withField(working, 3, slug);
    assert.deepEqual([added.fields.at(-1), added.slug_field], [slug, 'slug']);
    const renamed = withField(withField(added, 3, { ...slug, id: 'path' }), 0, { ...title, id: 'headline' });
    assert.deepEqual([renamed.display_field, renamed.slug_field], ['headline', 'path']);
    assert.equal(withField(renamed, 4, { ...slug, id: 'other' }).slug_field, 'path');
    const [headline] = renamed.fields;
    assert.ok(headline !== undefined);
    const without = withoutField(renamed, headline);
    assert.deepEqual([without.fields.length, without.display_field, without.slug_field], [3, null, 'path']);
  });

  it('keeps the layout of its form along with its fields, which is no change of its own', () => {
    const renamed = withField(working, 0, { ...title, id: 'headline' });
    assert.deepEqual(renamed.layout?.side, ['headline']);
    const without = withoutField(renamed, body);
    assert.deepEqual([without.layout?.groups[0]?.fields, without.layout?.half], [[], []]);
    assert.ok(!changesOf(saved, without).some(({ kind }) => kind === 'layout'));
    assert.deepEqual(changesOf(saved, { ...working, layout: null }), [{ kind: 'layout' }]);
    assert.deepEqual(patchOf(working).layout, saved.layout);
  });

  it('makes ids out of names', () => {
    const cases = {
      Title: 'title',
      'Date of birth': 'dateOfBirth',
      'Über uns': 'uberUns',
      '3 Wörter': 'worter',
      'Straße in Łódź': 'strasseInLodz',
      日本: '',
    };
    for (const [name, id] of Object.entries(cases)) assert.equal(fieldIdFrom(name), id, name);
  });
});
