/** Measures in bytes what statements read: a database that records how much the largest of them returned. */
import type { CompiledQuery, KyselyPlugin } from 'kysely';
import type { Database, Reader } from '../../server/src/platform/database/database.ts';

/** The measured sizes. */
export interface ReadBytes {
  /** Bytes of texts and buffers in the rows of the largest result. */
  readonly largest: number;
  /** The sum over all statements. */
  readonly all: number;
  reset(): void;
}

/** A database that measures reads, and the measured sizes. Writes are not measured. */
export function countingReads(database: Database): { database: Database; read: ReadBytes } {
  const counted = { largest: 0, all: 0, reset: () => Object.assign(counted, { largest: 0, all: 0 }) };
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      const bytes = result.rows.reduce((sum: number, row) => sum + bytesIn(row), 0);
      counted.largest = Math.max(counted.largest, bytes);
      counted.all += bytes;
      return result;
    },
  };
  const withCount = (reader: Reader): Reader => {
    const counting = (reader as Reader & WithPlugin).withPlugin(plugin);
    // Synchronous results are made asynchronous, so that all rows pass the plugin.
    return Object.assign(counting, {
      engine: reader.engine,
      run: async <R>(query: CompiledQuery<R>) => (await counting.executeQuery(query)).rows,
      runNow: () => undefined,
    });
  };
  const reader = withCount(database.reader);
  const snapshot: Database['snapshot'] = (work) => database.snapshot((one) => work(withCount(one)));
  const given = new Proxy(database, {
    get: (target, name) => {
      if (name === 'reader') return reader;
      if (name === 'snapshot') return snapshot;
      if (name === 'readsSince') return () => ({ reader, snapshot });
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { database: given, read: counted };
}

interface WithPlugin {
  withPlugin(plugin: KyselyPlugin): Omit<Reader, 'engine' | 'run' | 'runNow'>;
}

function bytesIn(row: Record<string, unknown>): number {
  let bytes = 0;
  for (const value of Object.values(row))
    bytes += typeof value === 'string' ? value.length : value instanceof Uint8Array ? value.byteLength : 0;
  return bytes;
}
