/**
 * The networks that limits per client count by: an IPv4 address, or the first half of an IPv6 address, whose second half the
 * subscriber chooses.
 */
import ipaddr from 'ipaddr.js';

const IPV6_NETWORK_GROUPS = 4;

/** The network of an address; what is no address is its own network. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv6) return address.parts.slice(0, IPV6_NETWORK_GROUPS).join(':');
  return address.toString();
}
