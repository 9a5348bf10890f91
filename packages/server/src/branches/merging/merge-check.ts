/** Checks that merges can be shown and undone, and that the stored states of common ancestors can be read. */
import { type Check, type Fault, isJson, REPAIR, RESTORE } from '../../platform/database/checkup/check.ts';
import type { Database } from '../../platform/database/database.ts';
import { deletedWithMergeRows, mergesAfter, setMergeCounts, statesAfter } from './checkup-store.ts';
import type { ShownChanges } from './plan.ts';
import { type MergeBefore, unpacked } from './record.ts';
import { countsOf } from './representation.ts';
import { removeSome } from './store.ts';
import type { MergeBaseRow, MergeRow } from './tables.ts';

/** The changes of one merge can take several megabytes. */
const MERGES_AT_ONCE = 10;
const STATES_AT_ONCE = 500;
const ROWS_REMOVED_AT_ONCE = 500;

export function mergeCheck(database: Database): Check {
  return { name: 'merges', find: () => faults(database) };
}

async function* faults(database: Database): AsyncGenerator<Fault> {
  yield* faultsOfMerges(database);
  yield* faultsOfAncestors(database);
  for (const environment of await deletedWithMergeRows(database.reader))
    yield {
      about: `merges of environment ${environment}`,
      problem: 'exist, but the environment does not',
      remedy: REPAIR,
      repair: () => forget(database, environment),
    };
}

async function* faultsOfMerges(database: Database): AsyncGenerator<Fault> {
  for (let after: string | undefined = ''; after !== undefined; ) {
    const merges: MergeRow[] = await mergesAfter(database.reader, after, MERGES_AT_ONCE);
    for (const merge of merges) yield* faultsOf(database, merge);
    after = merges.length < MERGES_AT_ONCE ? undefined : merges.at(-1)?.id;
  }
}

function* faultsOf(database: Database, merge: MergeRow): Generator<Fault> {
  const about = `merge ${merge.id} into environment ${merge.environment}`;
  const shown = readOrNull<ShownChanges>(merge.result);
  if (shown === null)
    yield { about, problem: 'has changes that cannot be read and shown', remedy: RESTORE, repair: null };
  if (readOrNull<MergeBefore>(merge.before) === null)
    yield {
      about,
      problem: 'cannot be undone, because the state before it cannot be read',
      remedy: RESTORE,
      repair: null,
    };
  if (shown === null) return;
  const counts = countsOf(shown);
  const names = Object.keys(counts) as (keyof typeof counts)[];
  const has = names.map((name) => counts[name]).join(', ');
  const says = names.map((name) => merge[name]).join(', ');
  if (has !== says)
    yield {
      about,
      problem: `counts ${says} content types, entries and assets, but changed ${has}`,
      remedy: REPAIR,
      repair: () => database.write((writer) => setMergeCounts(writer, merge.id, counts)),
    };
}

async function* faultsOfAncestors({ reader }: Database): AsyncGenerator<Fault> {
  const first = { environment: 0, other: 0, kind: '', key: '' };
  for (let after: typeof first | undefined = first; after !== undefined; ) {
    const states: MergeBaseRow[] = await statesAfter(reader, after, STATES_AT_ONCE);
    // Null means that the ancestor did not have the resource.
    for (const { environment, other, kind, key, state } of states)
      if (!isJson(state))
        yield {
          about: `${kind} ${key} of the common ancestor of environments ${environment} and ${other}`,
          problem: 'cannot be read',
          remedy: RESTORE,
          repair: null,
        };
    after = states.length < STATES_AT_ONCE ? undefined : states.at(-1);
  }
}

async function forget(database: Database, environment: number): Promise<void> {
  while (!(await database.write((writer) => removeSome(writer, environment, ROWS_REMOVED_AT_ONCE))));
}

function readOrNull<T>(bytes: Uint8Array): T | null {
  try {
    return unpacked<T>(bytes);
  } catch {
    return null;
  }
}
