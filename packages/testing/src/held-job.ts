/** Keeps background jobs from running while a test looks. */
import type { TestContext } from 'node:test';
import type { Database } from '../../server/src/platform/database/database.ts';

/** No lease lasts longer than nine seconds. */
const HELD_FOR_MS = 8_000;
const HELD_AGAIN_MS = 1_000;

/** Keeps a background job from running by holding its lease, as another process would. @returns a function that releases it */
export async function holdJob(
  database: Database,
  context: Pick<TestContext, 'after'>,
  name: string,
): Promise<() => Promise<void>> {
  const hold = () => setLease(database, name, { node: 'test', boot: 'test', leased_until: Date.now() + HELD_FOR_MS });
  await hold();
  const holding = setInterval(hold, HELD_AGAIN_MS);
  context.after(() => clearInterval(holding));
  return async () => {
    clearInterval(holding);
    await releaseJob(database, name);
  };
}

/** Lets a job run at once whose process was killed, as it does once its lease has ended. */
export function releaseJob(database: Database, name: string): Promise<void> {
  return setLease(database, name, { node: null, boot: null, leased_until: 0 });
}

interface Lease {
  readonly node: string | null;
  readonly boot: string | null;
  readonly leased_until: number;
}

async function setLease(database: Database, name: string, lease: Lease): Promise<void> {
  await database.write(async (writer) => {
    await writer
      .insertInto('background_jobs')
      .values({ name, done_at: 0, ...lease })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(lease))
      .execute();
  });
}
