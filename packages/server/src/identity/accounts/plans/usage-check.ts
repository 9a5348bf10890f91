/** Checks the usage counters of accounts against the actual contents of their environments. */
import { type Check, type Fault, REPAIR } from '../../../platform/database/checkup/check.ts';
import type { Database, Reader } from '../../../platform/database/database.ts';
import { accountsWithUsage, setUsage, usageOf } from './store.ts';

/** Total contents of an account's environments, by metric. */
type Held = (db: Reader, account: string) => Promise<ReadonlyMap<string, number>>;

export function usageCheck(database: Database, held: Held): Check {
  return { name: 'usage', find: () => faults(database, held) };
}

async function* faults(database: Database, held: Held): AsyncGenerator<Fault> {
  for (const account of await accountsWithUsage(database.reader)) {
    const wrong = await database.snapshot(async (reader) => {
      const counted = new Map((await usageOf(reader, account)).map(({ metric, used }) => [metric, used]));
      const actual = [...(await held(reader, account))];
      return actual
        .map(([metric, has]) => ({ metric, has, says: counted.get(metric) ?? 0 }))
        .filter(({ has, says }) => has !== says);
    });
    for (const { metric, has, says } of wrong)
      yield {
        about: `account ${account}`,
        problem: `counts ${says} ${metric}, but has ${has}`,
        remedy: REPAIR,
        repair: () =>
          database.write(async (writer) =>
            setUsage(writer, { account, metric, used: (await held(writer, account)).get(metric) ?? 0 }),
          ),
      };
  }
}
