/**
 * The query engine and what answers from it. Columns and fragments share one budget of memory, kept answers have their
 * own, and operators see both.
 */
import { AnswerCache } from '../delivery/answer-cache.ts';
import { AssetReading } from '../delivery/asset-reading.ts';
import { AssetTexts } from '../delivery/asset-texts.ts';
import { Delivery } from '../delivery/delivery.ts';
import { EntryReading } from '../delivery/entry-reading.ts';
import { FragmentCache } from '../delivery/fragment-cache.ts';
import { FragmentFile } from '../delivery/fragment-file.ts';
import { OneState } from '../delivery/one-state.ts';
import type { Gauge } from '../http/metrics.ts';
import { PublishedHeads } from '../journal/published-heads.ts';
import { MemoryBudget } from '../kit/memory-budget.ts';
import { PROGRAM_VERSION } from '../program-version.ts';
import { QueryEngine } from '../query/engine.ts';
import type { Foundation } from './foundation.ts';
import type { JournalParts } from './journal.ts';
import type { SpaceParts } from './spaces.ts';

export interface ReadingParts {
  readonly engine: QueryEngine;
  readonly delivery: Delivery;
  readonly gauges: readonly Gauge[];
  /** To be closed. */
  readonly fragmentFile: FragmentFile;
}

export function composeReading(
  { config, database, clock, address }: Foundation,
  { heads }: JournalParts,
  { models, environments }: SpaceParts,
): ReadingParts {
  const memory = new MemoryBudget(config.indexMemoryBytes);
  const kept = new MemoryBudget(config.cacheMemoryBytes);
  const engine = new QueryEngine({ database, heads, memory, clock });
  const fragmentFile = new FragmentFile({ folder: config.dataDir, bytesMax: config.fragmentFileBytes });
  const publishedHeads = new PublishedHeads({ database });
  const texts = new AssetTexts(memory);
  const assets = new AssetReading({ database, heads, publishedHeads, texts, address });
  const delivery = new Delivery({
    heads,
    models,
    environments,
    assets,
    program: `${PROGRAM_VERSION} ${config.publicUrl ?? ''}`,
    cache: new AnswerCache({ memory: kept, publishedHeads }),
    entries: new EntryReading({ database, engine, fragments: new FragmentCache(memory, fragmentFile), assets }),
    oneState: new OneState({ database, heads, models }),
  });
  return { engine, delivery, gauges: memoryGauges({ memory, kept, fragmentFile }), fragmentFile };
}

interface Measured {
  readonly memory: MemoryBudget;
  readonly kept: MemoryBudget;
  readonly fragmentFile: FragmentFile;
}

function memoryGauges({ memory, kept, fragmentFile }: Measured): readonly Gauge[] {
  return [
    { name: 'lectern_index_memory_bytes', help: 'Memory that the query engine holds.', read: () => memory.bytes },
    { name: 'lectern_fragment_file_bytes', help: 'Disk that rendered entries take.', read: () => fragmentFile.bytes },
    { name: 'lectern_cache_memory_bytes', help: 'Memory that kept answers take.', read: () => kept.bytes },
  ];
}
