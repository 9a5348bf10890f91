/** What a run of the bench is asked to measure. Wrong words end it with a sentence, before anything is started. */
import { parseArgs } from 'node:util';
import { type CaseName, caseNames } from './cases.ts';

const ENGINES = ['sqlite', 'postgres'] as const;
const ENCODINGS = ['plain', 'compressed'] as const;
/** Parts that are no read of the large content. */
const OTHER_PARTS = [
  'start',
  'writes',
  'webhooks',
  'memory',
  'first-query',
  'studio',
  'environments',
  'change-sets',
] as const;

/** Parts that run only when named. */
const SLOW_PARTS: readonly string[] = ['environments', 'change-sets'];

export type EngineKind = (typeof ENGINES)[number];
export type Encoding = (typeof ENCODINGS)[number];
export type Part = CaseName | (typeof OTHER_PARTS)[number];

export interface BenchOptions {
  readonly engines: readonly EngineKind[];
  readonly entries: readonly number[];
  readonly workers: readonly number[];
  readonly encodings: readonly Encoding[];
  readonly parts: readonly Part[];
  readonly roundMs: number;
  /** `LECTERN_INDEX_MEMORY` of the service; null for what it takes by itself. */
  readonly indexMemory: number | null;
  /** Another checkout that reads and writes are measured beside; null for none. */
  readonly against: string | null;
  /** Whether the run is kept in `bench/results/` and its figures go into `docs/reference/performance.md`. */
  readonly isKept: boolean;
}

const usage = `npm run bench -- [options]
  --entries 10000,100000,1000000   how much content (10000)
  --engine sqlite,postgres         on which database (sqlite)
  --workers 1,2                    processes that share the port (1)
  --encoding plain,compressed      without and with "Accept-Encoding: gzip, br" (both)
  --only list,single               parts: ${[...caseNames, ...OTHER_PARTS].join(' ')} (all)
  --seconds 2                      length of a round
  --index-memory 256               megabytes that the query engine may hold (what the service takes by itself)
  --against ../before              reads and writes beside another checkout, and nothing else
  --keep                           keep the run in bench/results/ and update docs/reference/performance.md`;

/** Reads the words of the command. @throws with the usage where one is unknown */
export function readOptions(argv: readonly string[]): BenchOptions {
  const option = { type: 'string' } as const;
  const options = {
    entries: option,
    engine: option,
    workers: option,
    encoding: option,
    only: option,
    seconds: option,
    against: option,
    'index-memory': option,
  };
  const { values } = parseArgs({
    args: [...argv],
    options: { ...options, keep: { type: 'boolean' } },
  });
  return {
    engines: words(values.engine, ENGINES, ['sqlite']),
    entries: numbers(values.entries, [10_000]),
    workers: numbers(values.workers, [1]),
    encodings: words(values.encoding, ENCODINGS, ENCODINGS),
    parts: words(values.only, [...caseNames, ...OTHER_PARTS], [...caseNames, ...OTHER_PARTS.filter(isQuick)]),
    roundMs: (numbers(values.seconds, [2])[0] ?? 2) * 1000,
    indexMemory: numbers(values['index-memory'], [])[0] ?? null,
    against: values.against ?? null,
    isKept: values.keep === true,
  };
}

function isQuick(part: Part): boolean {
  return !SLOW_PARTS.includes(part);
}

function words<W extends string>(text: string | undefined, known: readonly W[], fallback: readonly W[]): readonly W[] {
  if (text === undefined) return fallback;
  return text.split(',').map((word) => {
    const found = known.find((candidate) => candidate === word);
    if (found === undefined) throw new Error(`"${word}" is unknown.\n${usage}`);
    return found;
  });
}

function numbers(text: string | undefined, fallback: readonly number[]): readonly number[] {
  if (text === undefined) return fallback;
  return text.split(',').map((word) => {
    const number = Number(word);
    if (!(number > 0)) throw new Error(`"${word}" is not a number.\n${usage}`);
    return number;
  });
}
