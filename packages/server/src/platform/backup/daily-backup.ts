/**
 * The daily backup. A separate process of the program makes it, so its reads and checks do not delay requests. The folder
 * itself tells when a backup is due, so neither restarts nor other processes cause an extra one.
 */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../config/package-folder.ts';
import type { HasWork } from '../jobs/job.ts';
import { type Clock, steadyClock } from '../kit/clock.ts';
import { finishedBackups } from './backup-folder.ts';

const PROGRAM = join(packageFolder, 'bin/lectern.mjs');
const DAY_MS = 86_400_000;
/** A full disk may stay full for long, and each attempt copies the database. */
const RETRY_MS = 600_000;
const OUTPUT_CHARACTERS_MAX = 4_000;

export interface DailyBackupParts {
  readonly folder: string;
  /** The environment that the program gets, so that it backs up this installation. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Called with what the program reports about files that the installation has lost. */
  readonly onProblem: (error: unknown, about?: object) => void;
}

export class DailyBackup {
  readonly #parts: DailyBackupParts;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: DailyBackupParts) {
    this.#parts = parts;
  }

  /** When the newest backup was started, in milliseconds; 0 if there is none, or none that can be read. */
  async newestAt(): Promise<number> {
    // If the folder cannot be read, a backup counts as due: it then fails, reports why, and is counted as a failure.
    const [newest] = await finishedBackups(this.#parts.folder).catch(() => []);
    return newest?.at ?? 0;
  }

  async hasWork(): Promise<HasWork> {
    const now = this.#parts.clock();
    const at = await this.newestAt();
    const isDue = at <= now - DAY_MS || at > now;
    return isDue && steadyClock() < this.#failedAt + RETRY_MS ? 'later' : isDue;
  }

  /** Makes a backup, and removes those that are no longer kept. */
  async run(signal: AbortSignal): Promise<void> {
    const { folder, environment, onProblem } = this.#parts;
    const { code, errors } = await runProgram(['backup', folder, '--prune'], { environment, signal });
    if (signal.aborted) return;
    if (code === 0) {
      if (errors !== '') onProblem(new Error(errors), { backup: folder });
      return;
    }
    this.#failedAt = steadyClock();
    throw new Error(`The backup in ${folder} failed: ${errors}`);
  }
}

interface ProgramEnd {
  readonly code: number | null;
  /** The program's stderr. */
  readonly errors: string;
}

function runProgram(
  parameters: readonly string[],
  { environment, signal }: Pick<DailyBackupParts, 'environment'> & { readonly signal: AbortSignal },
): Promise<ProgramEnd> {
  const stdio: ['ignore', 'ignore', 'pipe'] = ['ignore', 'ignore', 'pipe'];
  const child = spawn(process.execPath, [PROGRAM, ...parameters], { stdio, env: environment, signal });
  if (child.pid !== undefined) lowerPriority(child.pid);
  let errors = '';
  child.stderr.setEncoding('utf8');
  child.stderr.on('data', (text: string) => {
    errors = (errors + text).slice(-OUTPUT_CHARACTERS_MAX);
  });
  return new Promise((resolve) => {
    // Aborted, or the program could not be started; the exit code is null in both cases.
    child.once('error', (error) => {
      errors += error.message;
    });
    child.once('close', (code) => resolve({ code, errors: errors.trim() }));
  });
}

/** Requests take precedence over the backup. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended, or the system does not allow it.
  }
}
