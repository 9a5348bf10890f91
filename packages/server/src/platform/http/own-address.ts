/** The address that links in responses and mails start with. */
import type { Config } from '../config/config.ts';

/** Addresses to listen on that are none to connect to, and the one of this machine that is meant then. */
const EVERY_NETWORK = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/**
 * `LECTERN_PUBLIC_URL`, or else where this machine reaches the service: never the host that a request asked for, which its
 * sender makes up.
 * @returns a URL without `/` at the end
 */
export function ownAddress({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  const reached = EVERY_NETWORK.get(host) ?? host;
  return publicUrl ?? `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
