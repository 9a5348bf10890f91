#!/usr/bin/env node
/**
 * The program `lectern` and its commands. It loads nothing but the cache of compiled code before it knows the command,
 * so that each command starts as fast as it can.
 */
import { join } from 'node:path';
import { cacheCompiledCode } from './kit/compile-cache.ts';

cacheCompiledCode(join(import.meta.dirname, '../../../node_modules/.cache/lectern'));
const { runCommand } = await import('./commands/run-command.ts');
process.exitCode = await runCommand(process.argv.slice(2));
if (process.exitCode !== 0) process.exit();
