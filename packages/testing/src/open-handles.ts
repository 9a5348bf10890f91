/**
 * Fails a process whose test files leave a timer, a server, a worker or a connection open after all tests. `scripts/verify.ts`
 * loads it into every process, and the harness does so when a file runs alone; without it the process would hang until its time
 * limit.
 */
import { after } from 'node:test';

const GRACE_MS = 20_000;

// The runner itself may load this module too, but only the processes of test files have a context.
if (process.env.NODE_TEST_CONTEXT !== undefined) after(watchForOpenHandles);

function watchForOpenHandles(): void {
  // Unreferenced, this timer only fires if something else keeps the process alive.
  setTimeout(failOnOpenHandles, GRACE_MS).unref();
}

function failOnOpenHandles(): void {
  const open = process.getActiveResourcesInfo().filter((name) => !/^(PipeWrap|TTYWrap|ProcessWrap)$/.test(name));
  process.stderr.write(`${process.argv[1]} left open: ${open.join(', ')}. Close them in an after hook.\n`);
  process.exit(1);
}
