/**
 * Turn the text of a variable into a value. A parser returns the value or what to write instead; the message never
 * repeats the text, because it may be a secret.
 */
import { BlockList, isIP } from 'node:net';

/** The result of a parser. `instead` completes the sentence "PORT is not valid: give …". */
export type Parsed<T> = { readonly value: T } | { readonly instead: string };

/** Reads the text of one variable, which is never empty. */
export type Parser<T> = (text: string) => Parsed<T>;

/** A whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number): Parser<number> {
  return (text) => {
    const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? { value } : { instead: `a whole number from ${min} to ${max}` };
  };
}

/** One of a few words. */
export function oneOf<const W extends string>(...words: W[]): Parser<W> {
  return (text) => {
    const value = words.find((word) => word === text);
    return value === undefined ? { instead: `one of ${words.join(', ')}` } : { value };
  };
}

/** `true` or `false`. */
export const yesOrNo: Parser<boolean> = (text) =>
  text === 'true' || text === 'false' ? { value: text === 'true' } : { instead: 'true or false' };

/** A host name or an IP address to listen on. */
export const host: Parser<string> = (text) =>
  isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(text)
    ? { value: text }
    : { instead: 'a host name or an IP address, without a port, such as 127.0.0.1' };

/** The path of a folder. */
export const folder: Parser<string> = (text) =>
  text.includes('\0') ? { instead: 'the path of a folder' } : { value: text };

/** The path of a file. */
export const filePath: Parser<string> = (text) =>
  text.includes('\0') ? { instead: 'the path of a file' } : { value: text };

/** A base URL: http or https, no query or fragment, without the trailing `/`. */
export const webAddress: Parser<string> = (text) => {
  const url = URL.parse(text);
  const plain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === '';
  if (!plain || !['http:', 'https:'].includes(url.protocol)) {
    return { instead: 'an address such as https://content.example.com, without user, query or fragment' };
  }
  return { value: url.href.replace(/\/+$/, '') };
};

/** The same without a path. */
export const originAddress: Parser<string> = (text) => {
  const parsed = webAddress(text);
  return 'value' in parsed && URL.parse(parsed.value)?.pathname === '/'
    ? parsed
    : { instead: 'an address such as https://api.example.com, without user, path, query or fragment' };
};

/** A currency that has cents, in lower case. */
export const currency: Parser<string> = (text) =>
  hasCents(text.toUpperCase())
    ? { value: text.toLowerCase() }
    : { instead: 'the code of a currency that has cents, such as usd, eur or gbp' };

/** Stripe counts the ariary in whole ones, unlike ISO 4217. */
const WITHOUT_CENTS_AT_STRIPE = 'MGA';

function hasCents(code: string): boolean {
  if (code === WITHOUT_CENTS_AT_STRIPE || !Intl.supportedValuesOf('currency').includes(code)) return false;
  return (
    new Intl.NumberFormat('en', { style: 'currency', currency: code }).resolvedOptions().maximumFractionDigits === 2
  );
}

/** The name of a bucket. */
export const bucketName: Parser<string> = (text) =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/.test(text)
    ? { value: text }
    : { instead: 'the name of a bucket, such as lectern-files, without an address' };

/** Several hosts in one address, as `libpq` takes them; the driver would take them for one name. */
const SEVERAL_HOSTS = /^[a-z]+:\/\/[^/?#]*,|[?&]host=[^&]*,/i;

/** The address of a PostgreSQL database. */
export const databaseAddress: Parser<string> = (text) => {
  if (SEVERAL_HOSTS.test(text.replace(/\/\/[^/@]*@/, '//')))
    return {
      instead:
        'one host, one that always leads to the primary: a name in DNS, HAProxy or another proxy in front of several (docs/operations/cluster.md#postgresql)',
    };
  const url = URL.parse(text);
  return url !== null && ['postgres:', 'postgresql:'].includes(url.protocol) && url.pathname.length > 1
    ? { value: text }
    : { instead: 'an address such as postgres://user:password@host:5432/database' };
};

/** PostgreSQL databases. */
export const databaseAddresses: Parser<readonly string[]> = (text) => {
  const addresses = text.split(',').map((address) => address.trim());
  return addresses.every((address) => 'value' in databaseAddress(address))
    ? { value: Object.freeze(addresses) }
    : { instead: 'addresses such as postgres://user:password@host:5432/database, separated by commas' };
};

/** An SMTP server, with user and password if it wants them. */
export const mailServer: Parser<string> = (text) => {
  const url = URL.parse(text);
  const isServer = url !== null && ['smtp:', 'smtps:'].includes(url.protocol) && url.hostname !== '';
  const isPlain = url !== null && ['', '/'].includes(url.pathname) && `${url.search}${url.hash}` === '';
  const hasBoth = url !== null && (url.username === '') === (url.password === '') && isEncoded(url);
  return isServer && isPlain && hasBoth
    ? { value: text }
    : {
        instead:
          'an address such as smtps://user:password@mail.example.com:465 or smtp://mail.example.com:587, with special characters in user and password percent-encoded',
      };
};

function isEncoded({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** Who mails are from: a name for people, empty if there is none, and an address. */
export const mailSender: Parser<{ readonly name: string; readonly address: string }> = (text) => {
  const named = /^(?:"?([^"<>\p{Cc}]*?)"?\s*)<([^<>]*)>$/u.exec(text);
  const [name = '', address = ''] = named === null ? ['', text] : named.slice(1);
  return /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z0-9.-]{1,253}$/i.test(address)
    ? { value: Object.freeze({ name, address }) }
    : { instead: 'an address such as lectern@example.com or Lectern <lectern@example.com>' };
};

/** Text that a client can send in a header, at least `min` characters long. */
export function token(min: number): Parser<string> {
  return (text) =>
    text.length >= min && /^[\x21-\x7e]+$/.test(text)
      ? { value: text }
      : { instead: `at least ${min} characters, without spaces or letters beyond ASCII` };
}

/** Any text of at least `min` characters. */
export function secretText(min: number): Parser<string> {
  return (text) =>
    text.length >= min
      ? { value: text }
      : { instead: `at least ${min} random characters, for example the output of \`openssl rand -hex 32\`` };
}

/** Addresses or CIDR ranges, separated by commas; never the range of all addresses. */
export const addressRanges: Parser<readonly string[]> = (text) => {
  const ranges = text.split(',').map((range) => range.trim());
  return ranges.every(isAddressRange)
    ? { value: Object.freeze(ranges) }
    : { instead: 'addresses or ranges such as 10.0.0.0/8, separated by commas, and not the range of all addresses' };
};

function isAddressRange(range: string): boolean {
  const [address = '', prefix, ...rest] = range.split('/');
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  if (prefix === undefined) return true;
  if (!/^[1-9]\d{0,2}$/.test(prefix)) return false;
  try {
    new BlockList().addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6');
    return true;
  } catch {
    return false;
  }
}
