/**
 * The index memory of a process if `LECTERN_INDEX_MEMORY` is not set: a share of the memory that the process may use, so that
 * a large machine keeps all of its content in memory and a small container does not run out of it.
 */
import { totalmem } from 'node:os';

const MEGABYTE = 1_048_576;
/** The rest is for the heap, the caches of the database and of the system, and other programs. */
const SHARE = 1 / 8;
export const INDEX_MEGABYTES_MIN = 160;
export const INDEX_MEGABYTES_MAX = 2_048;

/** How much memory there is, in bytes. */
export interface Memory {
  /** Limit of the process, such as its container's; without a limit, 0 or more than the machine has. */
  readonly constrained: number;
  /** Memory of the machine. */
  readonly total: number;
}

/** The memory of the machine and the limit on this process. */
export function systemMemory(): Memory {
  return { constrained: process.constrainedMemory(), total: totalmem() };
}

/**
 * Bytes of index memory for each process on the machine.
 * @param processes how many processes share the memory
 */
export function defaultIndexMemory({ constrained, total }: Memory, processes: number): number {
  const usable = constrained > 0 ? Math.min(constrained, total) : total;
  const megabytes = Math.floor((usable * SHARE) / processes / MEGABYTE);
  return Math.min(Math.max(megabytes, INDEX_MEGABYTES_MIN), INDEX_MEGABYTES_MAX) * MEGABYTE;
}
