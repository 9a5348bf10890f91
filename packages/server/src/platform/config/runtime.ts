/**
 * The oldest Node and SQLite that Lectern runs on. Before SQLite 3.51.3, two connections that write and checkpoint at
 * the same time can damage a WAL database (https://sqlite.org/wal.html#walresetbug).
 */

const NODE_VERSION_MIN = '24.21.0';
const SQLITE_VERSION_MIN = '3.51.3';

/** The versions of the running program, as in `process.versions`. */
export interface RuntimeVersions {
  readonly node: string;
  readonly sqlite?: string;
}

/** What is too old about the runtime, one sentence each. */
export function runtimeProblems(versions: RuntimeVersions): string[] {
  const problems: string[] = [];
  if (isOlder(versions.node, NODE_VERSION_MIN)) {
    problems.push(
      `Node ${versions.node} is too old; start Lectern with \`npm start\`, or install Node ${NODE_VERSION_MIN} or newer.`,
    );
  }
  const { sqlite = '0' } = versions;
  if (isOlder(sqlite, SQLITE_VERSION_MIN)) {
    problems.push(
      `SQLite ${sqlite} in this Node is too old; use Node ${NODE_VERSION_MIN} or newer with SQLite ${SQLITE_VERSION_MIN} or newer.`,
    );
  }
  return problems;
}

function isOlder(version: string, floor: string): boolean {
  const parts = version.split('.').map(Number);
  for (const [index, expected] of floor.split('.').map(Number).entries()) {
    const part = parts[index] ?? 0;
    if (part !== expected) return part < expected;
  }
  return false;
}
