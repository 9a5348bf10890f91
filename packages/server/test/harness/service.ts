/**
 * Starts the whole service in the process of the test, on a real port: the quick way to test over HTTP.
 * Requests to it are made by `../client.ts`. Whoever starts one closes it.
 */
import { createService, type ServiceOptions } from '../../src/app.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { type ServiceSettings, serviceEnvironment } from './environment.ts';

/** A running service. */
export interface TestService {
  /** Its address, without `/` at the end. */
  readonly url: string;
  /** Its data folder, which contains the mails. */
  readonly dataDir: string;
  /** Drains it and closes its database. */
  close(): Promise<void>;
}

/** Starts a service as `npm start` would, and resolves when it listens. */
export async function startService(settings: ServiceSettings, options: ServiceOptions = {}): Promise<TestService> {
  const config = readConfig(serviceEnvironment(settings));
  const service = await createService(config, { checkResponses: true, ...options });
  const url = await service.listen();
  return { url, dataDir: config.dataDir, close: () => service.close() };
}
