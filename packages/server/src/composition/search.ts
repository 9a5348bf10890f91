/** Search: indexing, which follows changes of the models, and garbage collection of unused texts. */
import { indexAssetTexts } from '../content/assets/asset-texts.ts';
import { indexTexts } from '../content/entries/text-indexing.ts';
import { SearchCollection } from '../reading/search/collection.ts';
import { SearchIndexing } from '../reading/search/indexing.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';
import type { SpaceParts } from './spaces.ts';

export interface SearchParts {
  readonly indexing: SearchIndexing;
  readonly collection: SearchCollection;
}

export function composeSearch(
  { database, clock }: Foundation,
  { journal, follow }: JournalParts,
  { environments, models }: SpaceParts,
): SearchParts {
  const texts = { entries: indexTexts, assets: indexAssetTexts };
  const indexing = new SearchIndexing({ database, journal, models, environments, ...texts });
  follow(({ revision, model_revision }) => {
    if (revision === model_revision) indexing.trigger.fire();
  });
  return { indexing, collection: new SearchCollection({ database, clock }) };
}
