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
  const set = (values: { node: string | null; boot: string | null; leased_until: number }) =>
    database.write(async (writer) => {
      await writer
        .insertInto('background_jobs')
        .values({ name, done_at: 0, ...values })
        .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
        .execute();
    });
  const hold = () => set({ node: 'test', boot: 'test', leased_until: Date.now() + HELD_FOR_MS });
  await hold();
  const holding = setInterval(hold, HELD_AGAIN_MS);
  context.after(() => clearInterval(holding));
  return async () => {
    clearInterval(holding);
    await set({ node: null, boot: null, leased_until: 0 });
  };
}
