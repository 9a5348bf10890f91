/** The marker of an unfinished restore. While it exists, the service does not start in this data folder. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefusal } from '../errors/start-refusal.ts';

/** The folder inside a data folder in which a restore works. */
export const RESTORING_FOLDER = 'restoring';

/**
 * Refuses a data folder that is only partly restored.
 * @throws StartRefusal that says what to do
 */
export function rejectHalfRestored(dataDir: string): void {
  if (!existsSync(join(dataDir, RESTORING_FOLDER))) return;
  throw new StartRefusal(
    `A restore into ${dataDir} did not finish, so data is missing: empty the folder, and call \`lectern restore\` again.`,
  );
}
