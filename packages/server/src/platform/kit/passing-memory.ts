/**
 * Memory of buffers that only pass through. To V8 a buffer is a few bytes, so that of a long stream up to 64 MB that
 * nobody needs any more pile up before it looks; asked in time, it takes them back at once (1 to 2 ms).
 */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

type Collect = (options: { readonly type: 'minor' }) => void;

/** Bytes after which what has passed is taken back: little memory, and little time spent on it. */
const COLLECTED_EVERY_BYTES = 16 * 1_048_576;

let collect: Collect | undefined;
let passedBytes = 0;

/** Told of bytes that have passed, by every stream of the process. */
export function passed(bytes: number): void {
  passedBytes += bytes;
  if (passedBytes < COLLECTED_EVERY_BYTES) return;
  passedBytes = 0;
  collect ??= exposeCollection();
  collect({ type: 'minor' });
}

function exposeCollection(): Collect {
  setFlagsFromString('--expose-gc');
  return runInNewContext('gc') as Collect;
}
