/**
 * Names of processes as owners of leases: machine, process id and boot. A lease of a process of this machine that is gone
 * does not have to be waited for. Machines that share a database need different host names.
 */
import { hostname } from 'node:os';
import { newId } from '../../../platform/kit/ids.ts';

/** Owners in this process that have not closed. */
const living = new Set<string>();

/** A name for one start of a sender in this process. */
export function newOwner(): string {
  const owner = `${hostname()}/${process.pid}/${newId('prc')}`;
  living.add(owner);
  return owner;
}

/** Notes that an owner in this process holds nothing any more. */
export function ownerEnded(owner: string): void {
  living.delete(owner);
}

/** Whether an owner is surely gone: a process of this machine that has ended. */
export function isGone(owner: string): boolean {
  const [host, pidText] = owner.split('/');
  const pid = Number(pidText);
  if (host !== hostname() || !Number.isSafeInteger(pid) || pid <= 0) return false;
  return pid === process.pid ? !living.has(owner) : !isRunning(pid);
}

/** Signal 0 reaches nobody: it only shows whether there is a process. One of another user is refused. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
