/** Where the fields of a form stand. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Layout } from '../../../contract/src/layout.ts';
import type { ContentType, Field } from '../api/types.ts';
import { type FormLayout, firstField, formLayout, tabOfField } from './form-layout.ts';

const plain = { former_ids: [], required: false, localized: false, unique: false };
const field = (id: string, type: Field['type'] = 'text', more: Partial<Field> = {}): Field => ({
  id,
  name: id,
  type,
  ...plain,
  ...more,
});

function type(fields: Field[], layout: Layout | null = null): ContentType {
  return {
    id: 'ctp_k3x9q2_page',
    api_id: 'page',
    kind: 'entry',
    name: 'Page',
    description: '',
    display_field: 'title',
    slug_field: 'slug',
    preview_url: null,
    preview_picture: null,
    deliver_former_ids: false,
    layout,
    fields,
    hidden_fields: [],
    version: 1,
    created_at: '2026-11-21T10:00:00.000Z',
    updated_at: '2026-11-21T10:00:00.000Z',
    warnings: [],
  };
}

/** `name(a b/) …`: sections with their fields, `/` behind those of half a row. */
function drawn({ above, tabs, side }: FormLayout): string[] {
  const words = (fields: FormLayout['side']) =>
    fields.map(({ field: { id }, isHalf, isTitle }) => `${isTitle ? '*' : ''}${id}${isHalf ? '/' : ''}`).join(' ');
  const sections = (some: FormLayout['above']) => some.map(({ name, fields }) => `${name ?? ''}(${words(fields)})`);
  return [...sections(above), ...tabs.map((tab) => `${tab.name}: ${sections(tab.sections).join(' ')}`), words(side)];
}

describe('a form', () => {
  const short = ['body', 'slug', 'title', 'note'].map((id) => field(id, id === 'slug' ? 'slug' : 'string'));

  it('that nobody laid out begins with the title and its slug', () => {
    const form = formLayout(type(short));
    assert.deepEqual(drawn(form), ['(*title slug body note)', '']);
    assert.deepEqual([firstField(form), tabOfField(form, 'title')], ['title', undefined]);
  });

  it('has what is set rather than written at its side, once it is long', () => {
    const set = [
      field('shown', 'boolean'),
      field('day', 'date'),
      field('author', 'entry'),
      field('kind', 'string', { validations: { in: ['a', 'b'] } }),
    ];
    assert.deepEqual(drawn(formLayout(type([...set, ...short]))), [
      '(*title slug shown day author kind body note)',
      '',
    ]);
    assert.deepEqual(drawn(formLayout(type([...set, ...short, field('more')]))), [
      '(*title slug body note more)',
      'shown day author kind',
    ]);
  });

  it('has sections in the tab before them, and what the layout does not name in its first group', () => {
    const layout: Layout = {
      groups: [
        { id: 'top', name: 'Top', display: 'section', fields: ['title'] },
        { id: 'text', name: 'Text', display: 'tab', fields: ['body', 'gone'] },
        { id: 'more', name: 'More', display: 'section', fields: ['note'] },
        { id: 'seo', name: 'Search', display: 'tab', fields: [] },
      ],
      side: ['extra'],
      half: ['title', 'extra'],
    };
    const form = formLayout(type([...short, field('extra')], layout));
    assert.deepEqual(drawn(form), ['Top(*title/ slug)', 'Text: (body) More(note)', 'Search: ()', 'extra']);
    assert.deepEqual(
      [tabOfField(form, 'note'), tabOfField(form, 'extra'), firstField(form)],
      ['text', undefined, 'title'],
    );
  });

  it('without groups has its fields without a heading', () => {
    assert.deepEqual(drawn(formLayout(type(short, { groups: [], side: ['note'], half: [] }))), [
      '(body slug *title)',
      'note',
    ]);
  });
});
