/** Plans for tests, and accounts that have them. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { saveSubscription } from '../../../src/identity/accounts/plans/store.ts';
import type { Database } from '../../../src/platform/database/database.ts';

/** Writes a file with plans. @returns its path, for `LECTERN_PLANS_FILE` */
export function writePlans(plans: unknown): string {
  const file = path.join(temporaryFolder('plans'), 'plans.json');
  writeFileSync(file, JSON.stringify(plans));
  return file;
}

/** Gives an account a plan. */
export async function subscribe(database: Database, accountId: string, plan: string): Promise<void> {
  const nothing = { current_period_end: null, grace_until: null, stripe_subscription: null };
  const row = { account_id: accountId, plan, status: 'active', ...nothing, version: 1, created_at: 0, updated_at: 0 };
  await database.write((writer) => saveSubscription(writer, row));
}
