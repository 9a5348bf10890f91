/** The address that links in responses and mails start with. */
import type { Config } from '../config/config.ts';

/** Addresses to listen on that nobody can connect to, and the address of this machine that they stand for. */
const EVERY_NETWORK = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/**
 * `LECTERN_PUBLIC_URL`, or otherwise the address where this machine reaches the service. Never the Host header of a request,
 * which its sender can make up.
 * @returns a URL without a trailing `/`
 */
export function ownAddress({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  const reached = EVERY_NETWORK.get(host) ?? host;
  return publicUrl ?? `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}
