/**
 * `lectern migrate`: brings the tables of the database up to date, and exits. `start` does the same before it serves.
 */
import { openInstallation } from '../composition/installation.ts';
import type { Config } from '../platform/config/config.ts';
import { exitCodes, readArguments } from './arguments.ts';
import { operatorNotices } from './open-store.ts';
import { programOutput } from './output.ts';
import { runWithUsage } from './run-with-usage.ts';

const usage = `Usage: lectern migrate

Brings the tables of the database that LECTERN_DATA_DIR or LECTERN_DATABASE_URL names up to date.`;

/** @returns the exit code */
export function runMigrate(argv: readonly string[], config: Config): Promise<number> {
  const output = programOutput();
  return runWithUsage(argv, { usage, output }, async () => {
    readArguments(argv, { values: [], switches: [], words: [] });
    const { database } = await openInstallation(config, operatorNotices);
    await database.close();
    output.print('The tables are up to date.');
    return exitCodes.done;
  });
}
