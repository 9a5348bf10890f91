/**
 * The query engine and the reads it serves. Columns, fragments and models share one memory budget, cached responses have another;
 * the metrics show both.
 */

import { PastAssets } from '../content/assets/past-assets.ts';
import { PreviewedSets } from '../content/change-sets/previewed-sets.ts';
import { PastEntries } from '../content/entries/past/past-entries.ts';
import { PROGRAM_BUILD } from '../platform/config/program-version.ts';
import type { Database } from '../platform/database/database.ts';
import type { LargeResponses } from '../platform/http/large-responses.ts';
import type { Gauge } from '../platform/http/metrics.ts';
import { PublishedHeads } from '../platform/journal/published-heads.ts';
import { steadyClock } from '../platform/kit/clock.ts';
import { MemoryBudget } from '../platform/kit/memory-budget.ts';
import { AssetReading } from '../reading/delivery/asset-reading.ts';
import { AssetTexts } from '../reading/delivery/asset-texts.ts';
import { Compression } from '../reading/delivery/compression.ts';
import { EntryReading } from '../reading/delivery/entry-reading.ts';
import { Evidence } from '../reading/delivery/evidence.ts';
import { FragmentCache } from '../reading/delivery/fragment-cache.ts';
import { OneState } from '../reading/delivery/one-state.ts';
import { Pasts } from '../reading/delivery/past.ts';
import { Delivery } from '../reading/delivery/read.ts';
import { ResponseCache } from '../reading/delivery/response-cache.ts';
import { QueryEngine } from '../reading/query/engine.ts';
import { Overlays } from '../reading/query/overlays.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';
import type { SpaceParts } from './spaces.ts';

const MS_PER_SECOND = 1_000;

export interface ReadingParts {
  readonly engine: QueryEngine;
  readonly overlays: Overlays;
  readonly delivery: Delivery;
  readonly compression: Compression;
  readonly evidence: Evidence;
  readonly entries: EntryReading;
  readonly assets: AssetReading;
  readonly gauges: readonly Gauge[];
}

export function composeReading(
  { config, database, address, clock, pastFiles }: Foundation,
  { heads }: JournalParts,
  {
    models,
    environments,
    large,
    memory,
  }: SpaceParts & { readonly large: LargeResponses; readonly memory: MemoryBudget },
): ReadingParts {
  const kept = new MemoryBudget(config.cacheMemoryBytes);
  const engine = new QueryEngine({ database, heads, memory, clock: steadyClock });
  const overlays = new Overlays({ database, memory });
  const sets = new PreviewedSets(database);
  const publishedHeads = new PublishedHeads({ database });
  const texts = new AssetTexts(memory);
  const assets = new AssetReading({ database, heads, publishedHeads, texts, address, pastFiles });
  const compression = new Compression();
  const entries = new EntryReading({ database, engine, overlays, fragments: new FragmentCache(memory), assets });
  const delivery = new Delivery({
    contact: database.contact,
    heads,
    models,
    environments,
    assets,
    program: `${PROGRAM_BUILD} ${config.publicUrl ?? ''}`,
    cache: new ResponseCache({ memory: kept, publishedHeads, compression }),
    entries,
    oneState: new OneState({ database, heads, models }),
    pasts: new Pasts({
      database,
      clock,
      entriesAt: (environment, revision) => new PastEntries(models, environment, revision),
      assetsAt: (revision) => new PastAssets(revision),
    }),
    layers: {
      changeSets: (environment, ids, shows) => sets.of(environment, ids, shows),
      scheduled: (environment, time, shows) => sets.until(environment, time, shows),
    },
    large,
  });
  const gauges = [...memoryGauges(memory, kept), largeGauge(large), ...staleGauges(database, delivery)];
  const evidence = new Evidence({ database, engine, memory, clock: steadyClock });
  return { engine, overlays, delivery, compression, evidence, entries, assets, gauges };
}

function staleGauges({ contact }: Pick<Database, 'contact'>, { staleResponses }: Delivery): readonly Gauge[] {
  return [
    {
      name: 'lectern_database_silent_seconds',
      help: 'Seconds since the database was last heard from, while it is away; otherwise 0.',
      read: () => contact.unreachableMs / MS_PER_SECOND,
    },
    {
      name: 'lectern_stale_responses_total',
      help: 'Delivery responses from memory while the database was away.',
      label: 'status',
      isCounter: true,
      read: () => staleResponses,
    },
  ];
}

function largeGauge(large: LargeResponses): Gauge {
  return {
    name: 'lectern_large_response_bytes',
    help: 'Bytes of large responses that are made or sent.',
    read: () => large.bytes,
  };
}

function memoryGauges(memory: MemoryBudget, kept: MemoryBudget): readonly Gauge[] {
  return [
    {
      name: 'lectern_index_memory_bytes',
      help: 'Memory used by the query engine, rendered entries and models.',
      read: () => memory.bytes,
    },
    { name: 'lectern_cache_memory_bytes', help: 'Memory used by cached responses.', read: () => kept.bytes },
  ];
}
