/**
 * A listener of its own for health, readiness and metrics, so that nobody who takes all connections of the main port hides
 * from operators how the process is. Invariant: a connection to it ends soon, and counts nowhere else.
 */

import type { AddressInfo } from 'node:net';
import type { Config } from '../platform/config/config.ts';
import { requireOneHost } from '../platform/http/host-header.ts';
import { listenOn } from '../platform/http/listening.ts';
import { createServer, type ServerOptions } from '../platform/http/server.ts';
import { usualDeadline } from '../platform/kit/deadline.ts';
import { type HealthParts, healthRoutes } from './health.ts';

/** Connections to it: of one address, and in all. */
const CONNECTIONS_PER_ADDRESS = 64;
const CONNECTIONS_MAX = 256;
/** A connection on which nothing comes or goes for this long is closed. */
const QUIET_MAX_MS = 5_000;

export interface HealthListener {
  /** Starts listening; returns the URL, without a trailing `/`. */
  listen(): Promise<string>;
  close(): Promise<void>;
}

/** Makes the listener for a port; it does not listen yet. */
export function healthListener(
  port: number,
  { host }: Pick<Config, 'host'>,
  parts: HealthParts & Pick<ServerOptions, 'logger' | 'checkResponses'>,
): HealthListener {
  const { logger, checkResponses } = parts;
  const app = createServer({
    deadline: usualDeadline,
    logger,
    checkResponses,
    trustedProxies: [],
    connectionsPerAddress: CONNECTIONS_PER_ADDRESS,
  });
  app.server.maxConnections = CONNECTIONS_MAX;
  app.server.keepAliveTimeout = QUIET_MAX_MS;
  app.server.setTimeout(QUIET_MAX_MS);
  healthRoutes(app, parts);
  return {
    listen: async () => {
      await app.ready();
      requireOneHost(app.server);
      const address = { host, port, variable: 'LECTERN_HEALTH_PORT' };
      await listenOn(app, address, (url) => `Health is served at ${url}`);
      return urlOf(host, app.server.address() as AddressInfo);
    },
    close: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

function urlOf(host: string, { port }: AddressInfo): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
