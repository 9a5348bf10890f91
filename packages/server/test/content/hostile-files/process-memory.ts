/** Memory of a process and its children, as the system counts it; only on Linux. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const LOOK_MS = 10;
const PAGE_BYTES = 4_096;

/** Bytes of memory of a process with its children; what they share with others is left out. */
export function memoryOf(pid: number): number {
  const own = ownBytes(pid);
  return childrenOf(pid).reduce((sum, child) => sum + memoryOf(child), own);
}

/** Whether this system reports the memory of processes. */
export const countsMemory = existsSync('/proc/self/statm');

/** Samples the memory of a process until told to stop, then returns the highest value. */
export function watchMemory(pid: number): () => number {
  let most = memoryOf(pid);
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(pid));
  }, LOOK_MS);
  return () => {
    clearInterval(timer);
    return Math.max(most, memoryOf(pid));
  };
}

/** What is not shared with other processes, as programs and libraries are. */
function ownBytes(pid: number): number {
  try {
    const [, resident = 0, shared = 0] = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ').map(Number);
    return (resident - shared) * PAGE_BYTES;
  } catch {
    return 0;
  }
}

/** The children of a process; none if the system does not tell. */
function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
  } catch {
    return [];
  }
}
