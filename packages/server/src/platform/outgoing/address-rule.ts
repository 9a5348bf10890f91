/**
 * Which addresses the service may connect to on behalf of users: those routed on the public internet, and those that
 * the operator allowed. Addresses are compared by their bytes, and one with an embedded IPv4 address is refused or
 * checked by that, so that no notation leads into a private network.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = [Address, number];

/** IPv4 that is not publicly routed, by the IANA registry (RFC 6890), plus multicast and reserved ranges. */
const REFUSED_IPV4 = ranges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
);

/** All publicly routed IPv6 is in here; NAT64, unique local, link-local and `::a.b.c.d` are not. */
const PUBLIC_IPV6 = ranges('2000::/3');

/** Protocol assignments with Teredo, documentation, 6to4, AS112: the special networks in `2000::/3`. */
const REFUSED_IPV6 = ranges('2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20');

export class AddressRule {
  /** The variable in which the operator allows addresses, for messages. */
  readonly setting: string;
  readonly #allowed: readonly Range[];

  /** @param allowed addresses and CIDR ranges that the operator allowed: they are permitted whatever they are */
  constructor(allowed: readonly string[], setting = 'LECTERN_WEBHOOK_ALLOW') {
    this.setting = setting;
    this.#allowed = ranges(...allowed);
  }

  /** Whether the operator allowed the address. False for what is not an address. */
  allows(text: string): boolean {
    return isIP(text) !== 0 && !text.includes('%') && isIn(ipaddr.process(text), this.#allowed);
  }

  /** Whether the address, in any notation, may be connected to. False for what is not an address. */
  permits(text: string): boolean {
    if (isIP(text) === 0 || text.includes('%')) return false;
    const address = ipaddr.process(text);
    return isIn(address, this.#allowed) || isPublic(address);
  }
}

function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv4') return !isIn(address, REFUSED_IPV4);
  return isIn(address, PUBLIC_IPV6) && !isIn(address, REFUSED_IPV6);
}

function isIn(address: Address, ranges: readonly Range[]): boolean {
  return ranges.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits));
}

function ranges(...texts: string[]): Range[] {
  return texts.map(rangeOf);
}

/** A range of mapped addresses is treated as the IPv4 range that it maps. */
function rangeOf(text: string): Range {
  const [address = '', prefix] = text.split('/');
  const parsed = ipaddr.parse(address);
  const bits = prefix === undefined ? parsed.toByteArray().length * 8 : Number(prefix);
  const isMapped = parsed.kind() === 'ipv6' && (parsed as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96;
  return isMapped ? [(parsed as ipaddr.IPv6).toIPv4Address(), bits - 96] : [parsed, bits];
}
