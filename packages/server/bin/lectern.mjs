#!/usr/bin/env -S MALLOC_ARENA_MAX=1 node --max-semi-space-size=8
/**
 * The program `lectern`. Plain JavaScript, so that an old Node can say that it is too old. The first line sets what only the
 * start of a process can set: the young generation is limited to 8 MB, and all threads share one malloc arena. Without it,
 * the process is up to 170 MB larger under load and no faster.
 */
import { join } from 'node:path';
import { isTooOld, NODE_VERSION_MIN } from './node-version.mjs';
import { partOf } from './part.mjs';

/** That of `CONFIGURATION_EXIT_CODE`, which an old Node cannot load. */
const EXIT_NODE_TOO_OLD = 78;
/** A process that is killed writes nothing at its end, so that the cache is written once the start is over. */
const FLUSH_AFTER_MS = 3_000;
const SERVICES = ['start', 'demo'];

if (isTooOld()) {
  console.error(
    `Lectern needs Node ${NODE_VERSION_MIN} or newer, and this is Node ${process.versions.node}. ` +
      'In its folder, `npm start` and `npx lectern` run it on the Node that is installed with it.',
  );
  process.exit(EXIT_NODE_TOO_OLD);
}

const { enableCompileCache, flushCompileCache } = await import('node:module');
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/lectern'));
setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref();
const { runCommand } = await import(partOf('run-command', 'commands/run-command.ts'));
process.exitCode = await runCommand(process.argv.slice(2));
// Once a service has ended, a library may still wait for something, such as another try to send traces.
if (process.exitCode !== 0 || SERVICES.includes(process.argv[2])) process.exit();
