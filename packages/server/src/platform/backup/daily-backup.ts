/**
 * The backup of each day, made by the program in a process of its own: what it reads and checks holds up no request. When
 * one is due is said by the folder itself, so that neither restarts nor other processes make one more.
 */
import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { packageFolder } from '../config/package-folder.ts';
import { type Clock, steadyClock } from '../kit/clock.ts';
import { finishedBackups } from './backup-folder.ts';

const PROGRAM = join(packageFolder, 'bin/lectern.mjs');
const DAY_MS = 86_400_000;
/** After a failure the disk may be full for long, and each try copies the database. */
const RETRY_MS = 600_000;
const OUTPUT_CHARACTERS_MAX = 4_000;

export interface DailyBackupParts {
  readonly folder: string;
  /** What the program is started with, so that it backs up this installation. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clock: Clock;
  /** Called with what the program says of files that the installation has lost. */
  readonly onProblem: (error: unknown, about?: object) => void;
}

export class DailyBackup {
  readonly #parts: DailyBackupParts;
  #failedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: DailyBackupParts) {
    this.#parts = parts;
  }

  /** When the newest backup was begun, in milliseconds; 0 if there is none, or none that can be read. */
  async newestAt(): Promise<number> {
    // Where the folder cannot be read, a backup is due: it fails, says why, and is counted.
    const [newest] = await finishedBackups(this.#parts.folder).catch(() => []);
    return newest?.at ?? 0;
  }

  async hasWork(): Promise<boolean> {
    const now = this.#parts.clock();
    if (steadyClock() < this.#failedAt + RETRY_MS) return false;
    const at = await this.newestAt();
    return at <= now - DAY_MS || at > now;
  }

  /** Makes a backup, and removes those that are too many. */
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
  /** What it wrote to stderr. */
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
    // An abort, or a program that cannot be started; the code is null then.
    child.once('error', (error) => {
      errors += error.message;
    });
    child.once('close', (code) => resolve({ code, errors: errors.trim() }));
  });
}

/** Requests go first. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}
