#!/usr/bin/env -S node --max-semi-space-size=8
/**
 * The program `lectern`. Plain JavaScript, so that the code that strips types (19 MB of memory) is not even loaded
 * where everything behind it comes out of the cache of compiled code. What is young is kept in 8 MB at a time: Node's own
 * measure makes the process up to 130 MB larger under load and no faster. Only the command line can say so.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { join } from 'node:path';

/** A process that is killed writes nothing at its end, so that the cache is written once the start is over. */
const FLUSH_AFTER_MS = 3_000;

enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/lectern'));
setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref();
const { runCommand } = await import('../src/commands/run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
if (process.exitCode !== 0) process.exit();
