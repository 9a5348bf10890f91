/**
 * The oldest SQLite that Lectern runs on; `bin/node-version.mjs` holds the oldest Node. Before SQLite 3.51.3,
 * two connections that write and checkpoint at the same time can damage a WAL database (https://sqlite.org/wal.html#walresetbug).
 */

const SQLITE_VERSION_MIN = '3.51.3';

/** The versions of the running program, as in `process.versions`. */
export type RuntimeVersions = Readonly<Record<string, string | undefined>>;

/** What is too old in the runtime, one sentence each. */
export function runtimeProblems({ sqlite = '0' }: RuntimeVersions): string[] {
  if (!isOlder(sqlite, SQLITE_VERSION_MIN)) return [];
  return [
    `SQLite ${sqlite} in this Node is too old; start Lectern with \`npm start\`, or use a Node with SQLite ${SQLITE_VERSION_MIN} or newer.`,
  ];
}

function isOlder(version: string, floor: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, expected] of floor.split('.').map(Number).entries()) {
    const part = parts[index] ?? 0;
    if (part !== expected) return part < expected;
  }
  return false;
}
