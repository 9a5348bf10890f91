/** Content types as records of exports: what they say of the ids that fields had before, and what an import makes of it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { emptyType, planType } from './type-plan.ts';
import { importedFields, readTypeRecord, typeRecords } from './type-record.ts';

const context = { codes: [], defaultLocale: 1, types: [], at: 0 };
const fields = [
  { id: 'title', type: 'string', former_ids: ['heading', 'name'] },
  { id: 'body', type: 'text' },
];

it('a record has the former ids of its fields, and makes the same type', () => {
  const { type } = planType(emptyType('page', 0), { name: 'Page', deliver_former_ids: true, fields }, context);
  const [record = {}] = typeRecords([type], false);
  assert.equal(record.deliver_former_ids, true);
  const former = (record.fields as { former_ids?: string[] }[]).map(({ former_ids: ids }) => ids);
  assert.deepEqual(former, [['heading', 'name'], undefined]);
  const { times: _, api_id: __, ...input } = readTypeRecord(record);
  assert.equal(planType(type, input, context).changed, false);
  assert.throws(() => readTypeRecord({ ...record, deliver_former_ids: 'yes' }), { code: 'validation_failed' });
});

it('former ids that a record leaves out stay, and those that it empties go', () => {
  const existing = [
    { id: 'title', former_ids: ['heading'] },
    { id: 'body', former_ids: ['text'] },
  ];
  const imported = importedFields([{ id: 'title' }, { id: 'body', former_ids: [] }, { id: 'new' }], existing);
  assert.deepEqual(imported, [{ id: 'title', former_ids: ['heading'] }, { id: 'body' }, { id: 'new' }]);
});

it('a record has the layout of its type, which makes the same layout', () => {
  const layout = {
    groups: [{ id: 'main', name: 'Main', display: 'tab', fields: ['body'] }],
    side: ['title'],
    half: ['body'],
  };
  const { type } = planType(emptyType('page', 0), { name: 'Page', fields, layout }, context);
  const [record = {}] = typeRecords([type], false);
  assert.deepEqual(record.layout, layout);
  const { times: _, api_id: __, ...input } = readTypeRecord(record);
  assert.equal(planType(type, input, context).changed, false);
});
