/** Values inside of components that are removed for good: nothing of them stays, wherever they stood. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addTypes, field, given } from '../../../../testing/src/given.ts';
import { onEachDatabase } from '../../../../testing/src/on-each-engine.ts';
import { rowOf } from '../../branches/clone/clones.ts';
import { storedTexts, untilRemoved } from './stored-texts.ts';

const quote = {
  api_id: 'quote',
  kind: 'component',
  name: 'Quote',
  fields: [field('keep', 'string'), field('drop', 'string')],
};
const box = {
  api_id: 'box',
  kind: 'component',
  name: 'Box',
  fields: [field('quotes', 'blocks', { components: ['quote'] })],
};
const page = {
  api_id: 'page',
  name: 'Page',
  fields: [
    field('title', 'string'),
    field('one', 'component', { component: 'quote', localized: true }),
    field('blocks', 'blocks', { components: ['quote', 'box'] }),
    field('raw', 'json'),
  ],
};

onEachDatabase('what is removed for good inside of components', (stage) => {
  it('is gone from drafts, published states, versions, deleted entries, and hidden blocks', async () => {
    const { owner, base, spaceId } = await given(stage.url, { locales: ['de'] });
    const { number } = await rowOf(stage.database.reader, spaceId, 'master');
    await addTypes({ owner, base }, [quote, box, page]);
    const types = `${base}/content-types`;
    const said = (word: string) => ({ fields: { keep: `keep ${word}`, drop: `secret ${word}` } });
    const fields = {
      title: 'secret no component',
      one: { 'en-US': said('one'), de: said('eins') },
      blocks: [
        { type: 'quote', ...said('two') },
        { type: 'box', fields: { quotes: [{ type: 'quote', ...said('three') }] } },
      ],
      raw: { type: 1, fields: { 2: { 0: 'kept as it is' } } },
    };
    for (const key of ['stays', 'goes']) {
      await owner.post(`${base}/entries`, { content_type_id: 'page', key, fields }, 201);
      await owner.post(`${base}/entries/${key}/publish`, {}, 200);
      await owner.patch(`${base}/entries/${key}`, { fields: { title: 'secret still' } }, 200);
    }
    await owner.delete(`${base}/entries/goes`, 204);

    // A component that the field no longer takes is hidden with its values, which count too.
    const reduced = page.fields.map((one) => (one.id === 'blocks' ? { ...one, components: ['quote'] } : one));
    const left = await owner.patch(`${types}/page`, { fields: reduced }, 409);
    assert.deepEqual([left.at('detail.code'), left.at('detail.entries')], ['field_has_data', 1]);
    await owner.patch(`${types}/page?confirm_data_loss=true`, { fields: reduced }, 200);

    const without = { fields: quote.fields.slice(0, 1) };
    const refused = await owner.patch(`${types}/quote`, without, 409);
    assert.deepEqual([refused.at('detail.code'), refused.at('detail.entries')], ['field_has_data', 1]);
    await owner.patch(`${types}/quote?confirm_data_loss=true`, without, 200);
    assert.deepEqual((await owner.get(`${types}/quote`, 200)).at('hidden_fields.0.id'), 'drop');
    assert.ok((await storedTexts(stage.database, number, /secret (one|eins|two|three)/)).length > 2);
    await owner.delete(`${types}/quote/hidden-fields/drop`, 204);
    await untilRemoved(stage.database);
    assert.deepEqual(await storedTexts(stage.database, number, /secret (one|eins|two|three)/), []);
    assert.ok((await storedTexts(stage.database, number, /keep three.*kept as it is/)).length > 2, 'all else stays');

    // A component that is deleted takes its hidden blocks with it, and what those have inside.
    await owner.delete(`${types}/box`, 204);
    await untilRemoved(stage.database);
    assert.deepEqual(await storedTexts(stage.database, number, /keep three/), []);
    const entry = await owner.get(`${base}/entries/stays`, 200);
    assert.deepEqual(entry.each('fields.blocks.en-US', 'fields'), [{ keep: 'keep two' }]);
    assert.deepEqual(entry.at('fields.one.de.fields'), { keep: 'keep eins' });
    assert.deepEqual(entry.at('fields.raw.en-US'), fields.raw);
  });
});
