/** Lists of network addresses, given as ranges. */
import { BlockList, isIP } from 'node:net';

/** The addresses of ranges such as `10.0.0.0/8`, or of single addresses. */
export function addressList(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/');
    const family = familyOf(address);
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return list;
}

/** Whether an address is in a list; false for none. */
export function isIn(list: BlockList, address: string | undefined): boolean {
  return address !== undefined && list.check(address, familyOf(address));
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}
