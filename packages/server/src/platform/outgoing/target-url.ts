/**
 * Which URLs the service may send to on behalf of users, as far as the URL alone shows. The standard URL parser has
 * already normalised every notation of an IPv4 address (decimal, octal, hexadecimal, full-width).
 */
import { isIP } from 'node:net';
import type { TargetReason } from '../../../../contract/src/violations.ts';
import type { AddressRule } from './address-rule.ts';

const FIRST_FREE_PORT = 1_024;
const WEB_PORTS = new Set(['', '80', '443']);
/** Ports above 1,023 without web servers: those that browsers block, data stores, container control. */
const REFUSED_PORTS = new Set(
  `1433 1521 1719 1720 1723 2049 2375 2376 2379 2380 3306 3389 3659 4045 4190 5060 5061 5432 5672 5900 5984 6000 6379
   6443 6566 6665 6666 6667 6668 6669 6679 6697 7000 7001 8086 9042 9160 9200 9300 10080 10250 10255 11211 15672 26379
   27017 27018 27019 50000`.split(/\s+/),
);
/** Domains that no public name server knows: they belong to private networks. */
const PRIVATE_SUFFIXES = ['.internal', '.local', '.localdomain', '.lan', '.home', '.corp', '.home.arpa', '.intranet'];

/** A valid target, or what is wrong as a sentence that says what to do. */
export type TargetUrl =
  | { readonly url: URL; readonly problem?: undefined }
  | { readonly problem: string; readonly reason: TargetReason; readonly url?: undefined };

/** Checks a URL without resolving it: its scheme, port, credentials, and its host if that is an address. */
export function targetUrl(text: string, rule: AddressRule): TargetUrl {
  const url = URL.parse(text);
  if (url === null) return { reason: 'form', problem: 'Use a complete URL such as https://example.com/hooks.' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { reason: 'scheme', problem: 'Use a URL that starts with https:// or http://.' };
  if (url.username !== '' || url.password !== '')
    return {
      reason: 'credentials',
      problem: 'Remove user and password from the URL; send them in a custom header instead.',
    };
  if (url.hash !== '') return { reason: 'fragment', problem: 'Remove the part after #; it is never sent.' };
  if (!isWebPort(url.port))
    return { reason: 'port', problem: `Port ${url.port} is not a port for web servers; use 80, 443 or a free one.` };
  const address = addressIn(url);
  if (address !== null && !rule.permits(address)) return { reason: 'private', problem: privateAddress(rule) };
  return { url };
}

/** The error for a private or reserved address. */
export function privateAddress({ setting }: AddressRule): string {
  return `The host is in a private or reserved network; use one on the public internet, or ask the operator to allow it in ${setting}.`;
}

/** The IP address in a URL; null if it has a host name. */
export function addressIn(url: URL): string | null {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? null : host;
}

/** Whether a host name can only belong to a private network: a single word, or under a domain that is not public. */
export function isPrivateName(host: string): boolean {
  const name = host.replace(/\.$/, '').toLowerCase();
  return !name.includes('.') || PRIVATE_SUFFIXES.some((suffix) => name.endsWith(suffix));
}

function isWebPort(port: string): boolean {
  return WEB_PORTS.has(port) || (Number(port) >= FIRST_FREE_PORT && !REFUSED_PORTS.has(port));
}
