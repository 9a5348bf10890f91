/**
 * A file or folder that the program may not use. The message names it, the system's reason, and the user that the program runs
 * as. SQLite's errors contain none of this, so the system is asked again.
 */
import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { hasErrorCode } from '../kit/system-error.ts';
import { StartRefusal } from './start-refusal.ts';

/**
 * The refusal of a file or folder that cannot be used.
 * @param error the system's reason
 * @param otherwise another way to fix it, such as `set LECTERN_DATA_DIR to another folder`
 */
export function unusablePlace(path: string, error: unknown, otherwise: string): StartRefusal {
  const reason = error instanceof Error ? error.message : String(error);
  const who = process.getuid === undefined ? 'the user of this program' : `the user with the id ${process.getuid()}`;
  return new StartRefusal(
    `${path} cannot be used (${reason}): let ${who}, as whom this runs, read and write there, or ${otherwise}. Under systemd, see docs/operations/one-machine.md#backups-and-commands-under-systemd.`,
    { cause: error },
  );
}

/** The system's reason why a file cannot be read and written, or its folder changed; undefined if they can. */
export function whyUnusable(file: string): Error | undefined {
  return refusalOf(file, constants.R_OK | constants.W_OK) ?? whyNotWritable(dirname(file));
}

/** Why nothing can be created in a folder, or the folder itself cannot be created; undefined if it can. */
export function whyNotWritable(folder: string): Error | undefined {
  for (let place = folder; ; place = dirname(place)) {
    const refusal = refusalOf(place, constants.W_OK | constants.X_OK);
    if (refusal !== undefined || isThere(place) || place === dirname(place)) return refusal;
  }
}

function isThere(path: string): boolean {
  try {
    accessSync(path);
    return true;
  } catch (error) {
    return !hasErrorCode(error, 'ENOENT');
  }
}

/** Undefined if nothing exists at the path. */
function refusalOf(path: string, mode: number): Error | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return hasErrorCode(error, 'ENOENT') ? undefined : (error as Error);
  }
}
