/** The api_ids that names suggest, and the texts that can be one. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { apiIdFrom, requireApiId } from './api-id.ts';

it('an api_id is made from the name', () => {
  const cases = {
    'Blog Post': 'blog_post',
    'Über uns!': 'uber_uns',
    "Author's note": 'authors_note',
    作者: 'zuozhe',
    'FAQ 2.0': 'faq_2_0',
  };
  for (const [name, apiId] of Object.entries(cases)) assert.equal(apiIdFrom(name), apiId);
  assert.ok(apiIdFrom('x'.repeat(200)).length <= 64);
  for (const name of ['!!!', '…', '   '])
    assert.throws(() => apiIdFrom(name), { code: 'validation_failed', message: /\(api_id\)|api_id/ });
});

it('an api_id is a key', () => {
  for (const good of ['a', 'blogPost', 'x.y-z_1', 'x'.repeat(64)]) assert.equal(requireApiId(good, 'api_id'), good);
  for (const bad of ['', '.', '..', 'a b', 'a/b', 'ä', 'x'.repeat(65), 'ctp_abc123_article']) {
    assert.throws(() => requireApiId(bad, 'api_id'), { code: 'validation_failed' }, bad);
  }
});
