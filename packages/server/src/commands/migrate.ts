/**
 * `lectern migrate`: brings the tables of the database up to date, and exits. `start` does the same before it serves.
 */
import { openInstallation } from '../composition/installation.ts';
import type { Config } from '../platform/config/config.ts';
import { exitCodes, readArguments, UsageError } from './arguments.ts';
import { operatorNotices } from './open-store.ts';

/** @returns the exit code */
export async function runMigrate(argv: readonly string[], config: Config): Promise<number> {
  try {
    readArguments(argv, { values: [], switches: [], words: [] });
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    process.stderr.write(`${error.message}\n\nUsage: lectern migrate\n`);
    return exitCodes.wrongUse;
  }
  const { database } = await openInstallation(config, operatorNotices);
  await database.close();
  process.stdout.write('The tables are up to date.\n');
  return exitCodes.done;
}
