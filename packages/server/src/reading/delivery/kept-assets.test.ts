/** That a response says no later revision than that of the assets in it, whatever the query engine has seen by then. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { rowId } from '../../platform/database/row-id.ts';
import type { Head } from '../../platform/journal/environment-heads.ts';
import { MemoryBudget } from '../../platform/kit/memory-budget.ts';
import type { FoundEntry } from '../query/query.ts';
import { readEntryList } from '../query-string/entry-list.ts';
import { assetText } from './asset-texts.ts';
import { EntryReading, type EntryReadingParts } from './entry-reading.ts';
import { article, ENVIRONMENT, magazine } from './fixtures.ts';
import { FragmentCache } from './fragment-cache.ts';
import { viewOf } from './view.ts';

const BUDGET_BYTES = 1_048_576;
const HEAD_REVISION = 5;

const model = magazine();
const query = readEntryList('content_type=article&include=1', model, 'preview');
const view = viewOf({
  model,
  plane: 'preview',
  locale: query.locale,
  selection: query.selection,
  withMeta: query.withMeta,
});
const head: Head = {
  number: ENVIRONMENT,
  status: 'ready',
  epoch: 'e',
  revision: HEAD_REVISION,
  published_revision: HEAD_REVISION,
  model_revision: 1,
  names_revision: 0,
};
const entry: FoundEntry = {
  id: rowId(ENVIRONMENT, 1),
  key: 'a1',
  version: 1,
  contentType: article.number,
  publishedAt: 0,
  status: 'published',
};

for (const { engineRevision, isOfOneRevision } of [
  { engineRevision: HEAD_REVISION, isOfOneRevision: true },
  { engineRevision: HEAD_REVISION + 1, isOfOneRevision: false },
]) {
  it(`shows the revision of its head where the query engine shows ${engineRevision}`, async () => {
    const shown = await readingAt(engineRevision).list(query, { view, head });
    assert.ok(shown);
    assert.deepEqual([shown.revision, shown.isOfOneRevision], [HEAD_REVISION, isOfOneRevision]);
  });
}

/** Reads one entry that links to an asset whose text is kept from the head of the request. */
function readingAt(revision: number): EntryReading {
  const fragments = new FragmentCache(new MemoryBudget(BUDGET_BYTES));
  fragments.put(view, { entry, text: '{"id":"ent_1"}', entryLinks: [], assetLinks: ['pic'] });
  const engine: EntryReadingParts['engine'] = {
    show: (_query, { show }) => ({ entries: [show.ofEntry(entry)], next: null, total: 1, revision }),
    keysToStates: () => ({ entries: [], revision }),
  };
  const overlays: EntryReadingParts['overlays'] = {
    at: () => assert.fail('Nothing lies over it.'),
    within: () => assert.fail('Nothing lies over it.'),
    holdsAt: () => true,
  };
  const assets = { texts: () => ({ pieces: [assetText('{"id":"ast_1"}')], found: ['pic'], isOfHead: true }) };
  const database = { readsSince: () => assert.fail('Nothing is read from the database.') };
  return new EntryReading({ database, engine, overlays, fragments, assets });
}
