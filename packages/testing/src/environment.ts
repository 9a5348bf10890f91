/**
 * The environment variables of a service under test. Invariant: nothing from the environment of the tests themselves gets into its
 * configuration, and it listens on a free port of the loopback.
 */
import type { DatabaseConfig } from '../../server/src/platform/database/database.ts';
import { temporaryFolder } from './temporary-folder.ts';

const TEST_SECRET = 'the-secret-that-every-service-under-test-shares';

/** The settings of a service for a test. */
export interface ServiceSettings {
  /** Its database: that of the suite, so that two services of one suite are two nodes. */
  readonly engine: { databaseConfig(): DatabaseConfig };
  /** Variables that override those of the harness or are added to them. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The variables to start it with, by name. */
export function serviceEnvironment({ engine, env = {} }: ServiceSettings): Record<string, string> {
  const database = engine.databaseConfig();
  const own = { PORT: '0', HOST: '127.0.0.1', LECTERN_LOG_LEVEL: 'warn', LECTERN_SECRET: TEST_SECRET };
  if (database.kind === 'sqlite') return { ...own, LECTERN_DATA_DIR: database.folder, ...env };
  return {
    ...own,
    LECTERN_DATA_DIR: env.LECTERN_DATA_DIR ?? temporaryFolder('data'),
    LECTERN_DATABASE_URL: database.url,
    LECTERN_ALLOW_UNSAFE_DURABILITY: String(database.unsafeDurability),
    ...env,
  };
}
