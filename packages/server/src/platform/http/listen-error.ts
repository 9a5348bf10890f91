/** Why a server cannot listen, as a sentence that names the setting to change. */

/** Where a server was to listen. */
interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** The setting of the port. */
  readonly variable: string;
}

/** The error to show in place of the system's own; other errors stay as they are. */
export function listenError(error: unknown, address: ListenAddress): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const sentence = sentences[code]?.(address);
  return sentence === undefined ? error : new Error(sentence, { cause: error });
}

const sentences: Readonly<Record<string, (address: ListenAddress) => string>> = {
  EADDRINUSE: ({ host, port, variable }) =>
    `Port ${port} of ${host} is taken by another program; end that one, or set ${variable} to a free port.`,
  EACCES: ({ port, variable }) => `This user may not listen on port ${port}; set ${variable} to one from 1024 on.`,
  EADDRNOTAVAIL: ({ host }) => `This machine has no address ${host}; set HOST to one that it has, such as 127.0.0.1.`,
  ENOTFOUND: ({ host }) =>
    `The host name ${host} is not known; set HOST to an address of this machine, such as 127.0.0.1.`,
};
