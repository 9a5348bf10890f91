/** Makes a server listen. If it cannot, the error is a sentence that names the setting to change. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Api } from './api.ts';

const EVERY_INTERFACE = '0.0.0.0';

/** Where a server should listen. */
interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** The setting for the port. */
  readonly variable: string;
  /** How many connections the system queues before they are accepted; the system's own limit by default. */
  readonly backlog?: number;
}

/**
 * Starts listening.
 * @param announcement the log line for an address
 * @throws with the setting to change if the port is taken, or the host is not one of this machine
 */
export async function listenOn(
  app: Api,
  address: ListenAddress,
  announcement = (url: string) => `Server listening at ${url}`,
): Promise<void> {
  const { host, port, backlog } = address;
  const place = { host, port, ...(backlog === undefined ? {} : { backlog }) };
  const listening =
    host === EVERY_INTERFACE
      ? listenEverywhere(app, place, announcement)
      : app.listen({ ...place, listenTextResolver: announcement });
  await listening.catch((error: unknown) => {
    throw listenError(error, address);
  });
}

/**
 * The framework would list the network interfaces for its log line. Where the system refuses that, as a supervisor's sandbox
 * may, the process would end.
 */
async function listenEverywhere(
  app: Api,
  place: { readonly host: string; readonly port: number; readonly backlog?: number },
  announcement: (url: string) => string,
): Promise<void> {
  await app.ready();
  const { server, log } = app;
  server.listen(place);
  await once(server, 'listening');
  log.info(announcement(`http://${EVERY_INTERFACE}:${(server.address() as AddressInfo).port}`));
}

/** The error to show instead of the system's; other errors stay unchanged. */
function listenError(error: unknown, address: ListenAddress): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const sentence = sentences[code]?.(address);
  return sentence === undefined ? error : new Error(sentence, { cause: error });
}

const sentences: Readonly<Record<string, (address: ListenAddress) => string>> = {
  EADDRINUSE: ({ host, port, variable }) =>
    `Port ${port} of ${host} is in use by another program; stop that program, or set ${variable} to a free port.`,
  EACCES: ({ port, variable }) => `This user may not listen on port ${port}; set ${variable} to one from 1024 on.`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}; set HOST to one that it has, such as 127.0.0.1.`,
  ENOTFOUND: ({ host }) =>
    `The host name ${host} is not known; set HOST to an address of this machine, such as 127.0.0.1.`,
};
