/**
 * Keeps compiled code between starts, so that a start neither strips types nor parses what it did before.
 * Has to be the first thing that a program does: only modules that are imported afterwards profit.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';

/** A process that is killed writes nothing at its end, so that it is written once the start is over. */
const FLUSH_AFTER_MS = 3_000;

/** Uses `folder`, which is made where it is missing; where it cannot be written, starts are slower and that is all. */
export function cacheCompiledCode(folder: string): void {
  enableCompileCache(folder);
  setTimeout(flushCompileCache, FLUSH_AFTER_MS).unref();
}
