/**
 * `X-Forwarded-For` of trusted proxies. It is read from its end, where the nearest proxy writes; the framework then skips the
 * addresses of trusted proxies. Invariant: a client address is always a valid IP address.
 */
import { isIP } from 'node:net';

/** Some proxies append the port to the address. */
const WITH_PORT = /^(?:\[(?<v6>[^\]]*)\]|(?<v4>[\d.]+))(?::\d{1,5})?$/;

/**
 * The addresses at the end of the header, without ports. Anything before a text that is not an address was not written by
 * a trusted proxy.
 * @returns undefined if there are none
 */
export function addressesAtEnd(header: string): string | undefined {
  const addresses: string[] = [];
  for (const text of header.split(',').reverse()) {
    const address = addressIn(text.trim());
    if (address === undefined) break;
    addresses.unshift(address);
  }
  return addresses.length === 0 ? undefined : addresses.join(', ');
}

function addressIn(text: string): string | undefined {
  const { v4, v6 } = WITH_PORT.exec(text)?.groups ?? {};
  const address = v4 ?? v6 ?? text;
  return isIP(address) === 0 ? undefined : address;
}
