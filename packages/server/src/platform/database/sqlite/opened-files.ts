/**
 * Whether the files of an open database are still those at their paths. A connection keeps its files open, so it would go on
 * writing into files that were removed or replaced, and a restart would not find what it wrote.
 */
import { statSync } from 'node:fs';

/** The database itself, its log, and the index of the log. All are there while a connection is open. */
const SUFFIXES = ['', '-wal', '-shm'] as const;

export class OpenedFiles {
  readonly #identities: ReadonlyMap<string, string>;

  /** @param file path of the database, on which a connection is open */
  constructor(file: string) {
    this.#identities = new Map(SUFFIXES.map((suffix) => [`${file}${suffix}`, identityOf(`${file}${suffix}`)]));
  }

  /** The path of the first file that is gone, or is another file than the opened one; undefined if all are in place. */
  replaced(): string | undefined {
    for (const [path, identity] of this.#identities) if (identityOf(path) !== identity) return path;
    return undefined;
  }
}

function identityOf(path: string): string {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return 'none';
  }
}
