#!/usr/bin/env node
/**
 * The program `lectern` of this package, for those who build sites: it works with the service over HTTP. The program of the
 * service itself has the same commands and its own.
 */
import { existsSync } from 'node:fs';
import { runTypes, typesUsage } from './generate/types-command.ts';

const EXIT_WRONG_USE = 2;
/** Where sites keep the address of the service and their key. What is set already stays. */
const VARIABLES_FILE = '.env';

const [command, ...rest] = process.argv.slice(2);
if (existsSync(VARIABLES_FILE) && 'loadEnvFile' in process) process.loadEnvFile(VARIABLES_FILE);
if (command === 'types') process.exitCode = await runTypes(rest, process.env);
else {
  process.stderr.write(`${typesUsage}\n`);
  process.exitCode = command === '--help' ? 0 : EXIT_WRONG_USE;
}
