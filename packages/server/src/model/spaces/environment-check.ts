/** Checks the rows of environments: their revisions against the journal, their counters against their content. */
import { type Check, type Fault, REPAIR, RESTORE } from '../../platform/database/checkup/check.ts';
import type { Database, Reader } from '../../platform/database/database.ts';
import { lastRevisions } from '../../platform/journal/journal-check.ts';
import { type EnvironmentMetric, environmentMetrics } from '../../platform/journal/usage-changes.ts';
import { countSpaces, selectCounters, setCounter, sumsOfAccount } from './checkup-store.ts';
import type { Environment } from './environment.ts';
import { environmentNumbers } from './environment-store.ts';
import { findByNumber } from './named-environment-store.ts';

/** Counts the usage of an environment for each metric. */
export type EnvironmentCounters = Readonly<
  Record<EnvironmentMetric, (db: Reader, environment: number) => Promise<number>>
>;

/** All environments that can be used, one after the other. */
export async function* environmentsInUse(db: Reader): AsyncGenerator<Environment> {
  for (const number of await environmentNumbers(db)) {
    const environment = await findByNumber(db, number);
    if (environment?.status === 'ready') yield environment;
  }
}

/** The usage of the spaces and environments of an account, by metric. */
export async function usageOfSpaces(db: Reader, account: string): Promise<ReadonlyMap<string, number>> {
  const held = { ...(await sumsOfAccount(db, account)), ...(await countSpaces(db, account)) };
  return new Map(Object.entries(held).map(([metric, sum]) => [metric, Number(sum ?? 0)]));
}

export function environmentCheck(database: Database, counts: EnvironmentCounters): Check {
  return { name: 'environments', find: () => faults(database, counts) };
}

async function* faults(database: Database, counts: EnvironmentCounters): AsyncGenerator<Fault> {
  for await (const environment of environmentsInUse(database.reader))
    yield* await database.snapshot((reader) => faultsOf(reader, { database, counts, environment }));
}

interface Checked {
  readonly database: Database;
  readonly counts: EnvironmentCounters;
  readonly environment: Environment;
}

async function faultsOf(reader: Reader, { database, counts, environment }: Checked): Promise<Fault[]> {
  const { number, name, id } = environment;
  const about = `environment ${name} (${id})`;
  const row = await selectCounters(reader, number);
  if (row === undefined) return [];
  const found: Fault[] = [];
  const { last, lastPublished, headless, incomplete } = await lastRevisions(reader, number);
  const wrong = (problem: string) => found.push({ about, problem, remedy: RESTORE, repair: null });
  if (last !== null && last !== row.revision) wrong(`is at revision ${row.revision}, but the journal ends at ${last}`);
  if (lastPublished > row.published_revision || row.published_revision > row.revision)
    wrong(`was published at revision ${row.published_revision}, but the journal says ${lastPublished}`);
  for (const revision of headless) wrong(`has changes of revision ${revision} without their row in the journal`);
  for (const revision of incomplete) wrong(`lacks changes of revision ${revision} in the journal`);
  for (const metric of environmentMetrics) {
    const held = await counts[metric](reader, number);
    if (held === row[metric]) continue;
    const repair = () =>
      database.write(async (writer) => setCounter(writer, number, metric, await counts[metric](writer, number)));
    found.push({ about, problem: `counts ${row[metric]} ${metric}, but has ${held}`, remedy: REPAIR, repair });
  }
  return found;
}
