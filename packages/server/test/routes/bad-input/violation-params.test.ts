/** What is wrong with a request comes with the plain data of its rule, wherever problems are shown. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { field, given } from '../../../../testing/src/given.ts';
import { onEachEngine } from '../../../../testing/src/on-each-engine.ts';

const PROBLEMS = [
  ['fields.title.en-US', 'max_length', { limit: 3, given: 6 }],
  ['fields.kind.en-US', 'in', { listed: ['essay', 'report'] }],
  ['fields.stars.en-US', 'max', { limit: 5 }],
];

interface Problem {
  readonly path: string;
  readonly rule: string;
  readonly params?: unknown;
}

const shown = (problems: unknown) => (problems as Problem[]).map(({ path, rule, params }) => [path, rule, params]);

onEachEngine('the parameters of a rule', (stage) => {
  it('stand in errors, plans and bulks of values, and in those of bodies and queries', async () => {
    const lax = [field('title', 'string'), field('kind', 'string'), field('stars', 'integer')];
    const strict = [
      field('title', 'string', { validations: { max_length: 3 } }),
      field('kind', 'string', { validations: { in: ['essay', 'report'] } }),
      field('stars', 'integer', { validations: { max: 5 } }),
    ];
    const { owner, base } = await given(stage.url, { types: [{ api_id: 'note', name: 'Note', fields: lax }] });
    const entry = { content_type_id: 'note', fields: { title: 'longer', kind: 'poem', stars: 6 } };
    const id = (await owner.post(`${base}/entries`, entry, 201)).string('id');
    await owner.put(`${base}/content-types/note`, { name: 'Note', fields: strict }, 200);
    assert.deepEqual(shown((await owner.post(`${base}/entries`, entry, 422)).at('detail.errors')), PROBLEMS);
    assert.deepEqual(shown((await owner.post(`/entries/${id}/publish`, {}, 422)).at('detail.errors')), PROBLEMS);
    const plan = await owner.post(`${base}/publish-plan`, { ids: [id] }, 200);
    assert.deepEqual(shown(plan.at('items.0.problems')), PROBLEMS);
    const bulk = await owner.post(`${base}/entries/bulk`, { action: 'publish', ids: [id] }, 200);
    assert.deepEqual(shown(bulk.at('results.0.error.errors')), PROBLEMS);
    const named = await owner.post('/spaces', { name: 'x'.repeat(201) }, 422);
    assert.deepEqual(shown(named.at('detail.errors')), [['name', 'maxLength', { limit: 200 }]]);
    const listed = await owner.get(`${base}/entries?limit=0`, 422);
    assert.deepEqual(shown(listed.at('detail.errors')), [['query.limit', 'range', { min: 1, max: 1000 }]]);
  });
});
