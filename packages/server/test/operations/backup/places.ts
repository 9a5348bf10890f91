/**
 * Where backups are tried: an embedded installation with its own secret, and one on PostgreSQL. The latter needs pg_dump of
 * the server's version, which the package of the other tests lacks: it runs on the server of an installed PostgreSQL.
 */
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { serviceEnvironment } from '../../../../testing/src/environment.ts';
import {
  createPostgresDatabase,
  type PostgresServer,
  startPostgres,
} from '../../../../testing/src/servers/postgres.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import type { DatabaseConfig } from '../../../src/platform/database/database.ts';

/** Debian's, which has versions side by side. */
const VERSIONS_FOLDER = '/usr/lib/postgresql';
const PROGRAMS = ['initdb', 'postgres', 'pg_dump', 'pg_restore'];

/** An installation, running or not. */
export interface Place {
  readonly config: DatabaseConfig;
  readonly dataDir: string;
  /** Variables for the service and the commands. */
  readonly env: Record<string, string>;
}

/** Makes places on one engine. */
export interface Places {
  readonly kind: 'sqlite' | 'postgres';
  /** An empty one; its data folder does not exist yet. */
  make(): Promise<Place>;
  close(): Promise<void>;
}

export function embeddedPlaces(): Places {
  return {
    kind: 'sqlite',
    make: async () => {
      const dataDir = join(temporaryFolder('backup'), 'data');
      const config = { kind: 'sqlite', folder: dataDir } as const;
      const env = serviceEnvironment({ engine: { databaseConfig: () => config }, env: { LECTERN_SECRET: '' } });
      return { config, dataDir, env };
    },
    close: async () => {},
  };
}

/** @param programs from `installedPostgres` */
export async function postgresPlaces(programs: string): Promise<Places> {
  const server: PostgresServer = await startPostgres({ installed: programs });
  return {
    kind: 'postgres',
    make: async () => {
      const { url } = await createPostgresDatabase(server);
      const config = { kind: 'postgres', url, unsafeDurability: true } as const;
      const dataDir = join(temporaryFolder('backup'), 'data');
      const own = { LECTERN_DATA_DIR: dataDir, LECTERN_POSTGRES_TOOLS: join(programs, 'bin') };
      return { config, dataDir, env: serviceEnvironment({ engine: { databaseConfig: () => config }, env: own }) };
    },
    close: () => server.close(),
  };
}

/** The folder whose `bin/` has PostgreSQL's server and its programs for backups; null if this machine has none. */
export function installedPostgres(): string | null {
  const versions = existsSync(VERSIONS_FOLDER) ? readdirSync(VERSIONS_FOLDER).sort().reverse() : [];
  const folders = [
    ...versions.map((version) => join(VERSIONS_FOLDER, version)),
    ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, '..')),
  ];
  return folders.find((folder) => PROGRAMS.every((name) => existsSync(join(folder, 'bin', name)))) ?? null;
}
