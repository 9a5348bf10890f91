/** Creates what a first start of a service leaves in its database, without the service. */
import { openInstallation } from '../../server/src/composition/installation.ts';
import { readConfig } from '../../server/src/platform/config/config.ts';
import type { DatabaseConfig } from '../../server/src/platform/database/database.ts';
import { serviceEnvironment } from './environment.ts';

/** Creates the tables in an empty database, with the secret that services under test share. */
export async function makeInstallation(config: DatabaseConfig): Promise<void> {
  const environment = serviceEnvironment({ engine: { databaseConfig: () => config } });
  const { database } = await openInstallation(readConfig(environment), { begins: 'once' });
  await database.close();
}
