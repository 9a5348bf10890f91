/**
 * The npm that started this process, or the shell it put in between. A signal sent to them may end them and reach nobody
 * else, so their end counts as SIGTERM. Invariant: without npm nothing is watched, so `lectern start &` outlives its shell.
 */
import type { Environment } from '../platform/config/read-variables.ts';

const CHECK_EVERY_MS = 250;

/** Calls `onEnd` once the process that started this one is gone, if that was `npm start`, `npx` or one of their shells. */
export function onLauncherEnd(environment: Environment, onEnd: () => void): void {
  if (environment.npm_lifecycle_event === undefined) return;
  const launcher = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === launcher) return;
    clearInterval(timer);
    // A signal to the whole process group, such as Ctrl+C, has reached this process by now and takes precedence.
    setTimeout(onEnd, CHECK_EVERY_MS).unref();
  }, CHECK_EVERY_MS).unref();
}
