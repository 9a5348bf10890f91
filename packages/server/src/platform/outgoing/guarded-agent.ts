/**
 * The only way in which the service connects to hosts that users name. A host is resolved and its addresses are checked
 * when a connection is made, which then goes to a checked address and no other; redirects, proxies, cookies and
 * decompression are not supported.
 */
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Agent, buildConnector } from 'undici';
import type { AddressRule } from './address-rule.ts';
import { BlockedAddressError, UnresolvedError } from './failure.ts';
import type { Resolve } from './resolver.ts';

/** For resolving, connecting and the TLS handshake. */
const CONNECT_TIME_MAX_MS = 2_000;
const RESPONSE_HEADER_BYTES_MAX = 16_384;
/** Shorter than servers usually keep an idle connection, so that no connection is used that is about to close. */
const IDLE_TIME_MAX_MS = 3_000;
/** A connection is replaced, and its address checked again, after this. */
const CONNECTION_TIME_MAX_MS = 300_000;

/**
 * Opens a client that connects only to permitted addresses. It is loaded on first use, because it takes 20 MB.
 * @param timeMaxMs for the headers of a response, and for each part of its body
 */
export async function openAgent(rule: AddressRule, resolve: Resolve, timeMaxMs: number): Promise<Agent> {
  const undici = await import('undici');
  return new undici.Agent({
    connect: guardedConnect(undici.buildConnector, rule, resolve),
    clientTtl: CONNECTION_TIME_MAX_MS,
    keepAliveTimeout: IDLE_TIME_MAX_MS,
    keepAliveMaxTimeout: IDLE_TIME_MAX_MS,
    headersTimeout: timeMaxMs,
    bodyTimeout: timeMaxMs,
    maxHeaderSize: RESPONSE_HEADER_BYTES_MAX,
  });
}

/**
 * Connects only to checked addresses. Node does not call `lookup` for literals, so these are checked here and below.
 */
function guardedConnect(build: typeof buildConnector, rule: AddressRule, resolve: Resolve): buildConnector.connector {
  const connect = build({
    timeout: CONNECT_TIME_MAX_MS,
    lookup: judgedLookup(rule, resolve),
    allowH2: false,
    // Regardless of NODE_TLS_REJECT_UNAUTHORIZED.
    rejectUnauthorized: true,
  });
  return (options, callback) => {
    if (isIP(options.hostname) !== 0 && !rule.permits(options.hostname)) {
      callback(new BlockedAddressError(), null);
      return;
    }
    connect(options, (...[error, socket]) => {
      if (error !== null) callback(error, null);
      else if (isJudged(rule, socket)) callback(null, socket);
      else {
        socket.destroy();
        callback(new BlockedAddressError(), null);
      }
    });
  };
}

function isJudged(rule: AddressRule, { remoteAddress }: Socket): boolean {
  return remoteAddress !== undefined && rule.permits(remoteAddress);
}

/** Gives a connection only the permitted addresses of a host. */
function judgedLookup(rule: AddressRule, resolve: Resolve): LookupFunction {
  return (host, options, callback) => {
    permittedAddresses(host, rule, resolve).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [one] = found;
        if (options.all === true) callback(null, found);
        else callback(null, one?.address ?? '', one?.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

/**
 * The addresses of a host that may be connected to, at least one.
 * @throws UnresolvedError if it has none, BlockedAddressError if none is permitted
 */
export async function permittedAddresses(host: string, rule: AddressRule, resolve: Resolve): Promise<string[]> {
  const addresses = await resolve(host).catch((cause: unknown) => {
    throw new UnresolvedError(`The name ${host} could not be resolved.`, { cause });
  });
  if (addresses.length === 0) throw new UnresolvedError(`The name ${host} has no address.`);
  const permitted = addresses.filter((address) => rule.permits(address));
  if (permitted.length === 0) throw new BlockedAddressError();
  return permitted;
}
