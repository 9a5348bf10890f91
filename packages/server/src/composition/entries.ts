/** Writing entries, singly, in bulk and by import, and the management list of entries. */
import { EntryBulk } from '../content/entries/bulk.ts';
import { Entries, type EntryParts } from '../content/entries/entries.ts';
import { EntryList } from '../content/entries/entry-list.ts';
import { EntryNumbers } from '../content/entries/entry-numbers.ts';
import { PublishPlans } from '../content/entries/publish-plan.ts';
import type { EntryRouteParts } from '../content/entries/routes.ts';
import { storedEntries } from '../content/entries/stored-content.ts';
import { EntryVersions } from '../content/entries/versions/versions.ts';
import { ContentImport } from '../content/import/import.ts';
import { Comparison } from '../content/merging/comparison.ts';
import { Merges } from '../content/merging/merges.ts';
import type { MergeRouteParts } from '../content/merging/routes.ts';
import type { QueryEngine } from '../reading/query/engine.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';
import type { SpaceParts } from './spaces.ts';

export interface WritingParts {
  readonly entries: EntryRouteParts;
  readonly entryList: EntryList;
  readonly contentImport: ContentImport;
  readonly merging: MergeRouteParts;
}

export function composeEntries(
  { config, database, clock }: Foundation,
  { journal, heads, usage }: JournalParts,
  { environments, models, contentTypes, engine }: SpaceParts & { readonly engine: QueryEngine },
): WritingParts {
  const { versionsKept } = config;
  const numbers = new EntryNumbers(database);
  const parts: EntryParts = { database, journal, environments, models, numbers, versionsKept };
  const entries = new Entries(parts);
  return {
    entries: {
      parts,
      entries,
      bulk: new EntryBulk(parts, entries),
      plans: new PublishPlans(parts),
      versions: new EntryVersions(parts, entries),
    },
    entryList: new EntryList(parts, engine, heads),
    contentImport: new ContentImport({
      journal,
      environments,
      models,
      contentTypes,
      numbers,
      usage,
      versionsKept,
      clock,
    }),
    merging: {
      merges: new Merges({ ...parts, contentTypes, stored: storedEntries, clock }),
      comparison: new Comparison(parts),
    },
  };
}
