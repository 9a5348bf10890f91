/** The names of fields in what paths of a merge and options of commands say. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { confirmedNames, fieldNameIn } from './data-loss.ts';

it('fields are named as they are in the model, wherever a path leads in them', () => {
  assert.equal(fieldNameIn('content_types.article.fields.rating'), 'article.rating');
  assert.equal(fieldNameIn('content_types.article.fields.title.localized'), 'article.title');
  assert.equal(fieldNameIn('content_types.shared.hero.fields.fields'), 'shared.hero.fields');
  assert.deepEqual(confirmedNames(['article.rating,article.lead', 'shared.hero.text']), [
    'article.rating',
    'article.lead',
    'shared.hero.text',
  ]);
  assert.deepEqual(confirmedNames(), []);
});
