/**
 * The target folder of an export. While it is incomplete, a file in it says which export it belongs to and how far it has
 * come. Invariant: a folder without that file is complete.
 */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unusablePlace } from '../../platform/errors/unusable-place.ts';
import { makeFolder } from '../../platform/kit/new-folder.ts';
import { hasErrorCode } from '../../platform/kit/system-error.ts';
import { UsageError } from '../arguments.ts';

/** The usual mode; the system takes away what the umask says. */
const FOR_EVERYBODY = 0o777;

const STATE_FILE = '.unfinished.json';
/** How often the state is written while files arrive; what came since comes again. */
const STATE_EVERY_MS = 500;

/** What is exported. */
export interface ExportOptions {
  /** Id of the space. */
  readonly space: string;
  readonly environment: string | null;
  /** Whether preview addresses keep their queries. */
  readonly previewSecrets: boolean;
}

interface State extends ExportOptions {
  readonly job: string | null;
  readonly at: number;
}

export class ExportFolder {
  readonly path: string;
  readonly wanted: ExportOptions;
  #job: string | null;
  #at: number;
  #writtenAt = 0;

  private constructor(path: string, { job, at, ...wanted }: State) {
    this.path = path;
    this.wanted = wanted;
    this.#job = job;
    this.#at = at;
  }

  /**
   * Opens a folder that is missing, empty, or holds a part of the same export.
   * @throws UsageError for any other
   */
  static async open(path: string, wanted: ExportOptions): Promise<ExportFolder> {
    try {
      makeFolder(path, FOR_EVERYBODY);
    } catch (error) {
      if (hasErrorCode(error, 'EEXIST', 'ENOTDIR'))
        throw new UsageError(`${path} is not a folder; set --out to one that is missing or empty.`);
      throw unusablePlace(path, error, 'set --out to another folder');
    }
    const state = await readState(path);
    if (state === undefined) {
      if ((await readdir(path)).length > 0)
        throw new UsageError(`${path} is not empty; set --out to a folder that is missing or empty.`);
      return new ExportFolder(path, { ...wanted, job: null, at: 0 });
    }
    const isSame = (['space', 'environment', 'previewSecrets'] as const).every((key) => state[key] === wanted[key]);
    if (isSame) return new ExportFolder(path, state);
    throw new UsageError(`${path} has a part of another export; remove it, or set --out to another folder.`);
  }

  /** Id of the export that the folder contains part of; null if none was started. */
  get job(): string | null {
    return this.#job;
  }

  /** The byte offset of the archive up to which its files are in the folder. */
  get at(): number {
    return this.#at;
  }

  /** Begins with an export; what the folder has of another one is removed. */
  async begin(job: string): Promise<void> {
    await this.clear();
    this.#job = job;
    this.#at = 0;
    await this.#write();
  }

  /** Notes how far the folder has come. */
  async reach(at: number): Promise<void> {
    this.#at = at;
    if (performance.now() - this.#writtenAt >= STATE_EVERY_MS) await this.#write();
  }

  async end(): Promise<void> {
    await rm(join(this.path, STATE_FILE), { force: true });
  }

  /** Removes everything in the folder. */
  async clear(): Promise<void> {
    for (const name of await readdir(this.path)) await rm(join(this.path, name), { recursive: true });
  }

  async #write(): Promise<void> {
    const state: State = { ...this.wanted, job: this.#job, at: this.#at };
    const path = join(this.path, STATE_FILE);
    await writeFile(`${path}.part`, JSON.stringify(state));
    await rename(`${path}.part`, path);
    this.#writtenAt = performance.now();
  }
}

async function readState(path: string): Promise<State | undefined> {
  const text = await readFile(join(path, STATE_FILE), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  try {
    const { space, environment, previewSecrets, job, at } = JSON.parse(text) as State;
    return { space, environment, previewSecrets, job, at };
  } catch {
    throw new UsageError(`${join(path, STATE_FILE)} is damaged; remove the folder and export again.`);
  }
}
