/**
 * SQLite and PostgreSQL give the same responses, byte for byte: the same content is imported on each, the same queries are sent,
 * and only the random code in ids may differ.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeConnections } from '../../../testing/src/client.ts';
import { describeEachEngine } from '../../../testing/src/engines.ts';
import { fillMagazine } from '../../../testing/src/filled-magazine.ts';
import { given } from '../../../testing/src/given.ts';
import { startService } from '../../../testing/src/service.ts';

const queries: readonly string[] = [
  '',
  'order=title',
  'order=-title',
  'order=rating,-title',
  'order=-rating',
  'order=slug',
  'order=-id&limit=7&skip=5',
  'order=created_at,title&limit=10',
  'order=updated_at',
  'order=-published_at',
  'locale=de&order=title',
  'locale=*&order=title&limit=20',
  'locale=de&fields.title=Apple',
  'fields.title[in]=Apple,apple',
  'fields.title[gt]=apple&order=title',
  'fields.title[lte]=Eclair&order=-title',
  'fields.rating[gte]=3&fields.rating[lt]=7&order=title',
  'fields.rating[exists]=false',
  'fields.rating[ne]=4&limit=50',
  'fields.tags=red&order=title',
  'fields.tags[nin]=red,blue&order=title',
  'fields.author.name=zebra',
  'fields.author.name[in]=apple,Apple&include=3',
  'links_to=author-3&include=2',
  'include=3&limit=30&order=title',
  'select=slug,fields.title&limit=9',
  'ids=article-4,article-2,nothing',
  'slug=article-5',
  'published_at[gte]=2024-01-02T00:00:00Z&order=published_at',
  'limit=1000&include=0',
];

const responses = new Map<string, readonly string[]>();

describeEachEngine('the same queries', (engine) => {
  test('are answered', async () => {
    const service = await startService({ engine });
    try {
      const scene = await given(service.url);
      await fillMagazine(scene);
      const code = (await scene.owner.get(`${scene.base}/content-types/author`, 200)).string('id').split('_')[1] ?? '';
      const texts: string[] = [];
      for (const plane of [scene.delivery, scene.preview]) {
        for (const query of queries) {
          const response = await plane.get(`${scene.read}/entries?content_type=article&${query}`, 200);
          texts.push(response.text.replaceAll(`_${code}_`, '_code_'));
        }
        texts.push(
          (await plane.get(`${scene.read}/assets?order=created_at`, 200)).text.replaceAll(`_${code}_`, '_code_'),
        );
      }
      responses.set(engine.kind, texts);
    } finally {
      closeConnections();
      await service.close();
    }
  });
});

test('are the same on both engines, byte for byte', (context) => {
  const [sqlite, postgres] = [responses.get('sqlite'), responses.get('postgres')];
  if (sqlite === undefined || postgres === undefined) return context.skip('only one engine was asked');
  for (const [index, text] of sqlite.entries()) {
    assert.equal(postgres[index], text, `query ${queries[index % (queries.length + 1)]}`);
  }
});
