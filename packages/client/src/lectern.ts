#!/usr/bin/env node
/**
 * The program `lectern` of this package, for those who build sites: it works with the service over HTTP. The program of the
 * service itself has `types` too, and commands of its own.
 */
import { existsSync } from 'node:fs';
import { runProgram } from './commands/commands.ts';

/** Where sites keep the address of the service and their key. What is set already stays. */
const VARIABLES_FILE = '.env';

if (existsSync(VARIABLES_FILE) && 'loadEnvFile' in process) process.loadEnvFile(VARIABLES_FILE);
process.exitCode = await runProgram(process.argv.slice(2), process.env);
