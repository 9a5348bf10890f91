/** Why an outgoing request failed, as one word for logs. */

/**
 * `http_error` is a response outside 200 to 299, or one that is not HTTP; the others say where the request ended
 * earlier.
 */
export type Failure = 'dns' | 'blocked_address' | 'connect' | 'tls' | 'timeout' | 'too_large' | 'reset' | 'http_error';

/** Thrown if a host resolves to an address that may not be connected to. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';

  constructor() {
    super('Connections to this address are not allowed.');
  }
}

/** Thrown if a host name could not be resolved. */
export class UnresolvedError extends Error {
  override readonly name = 'UnresolvedError';
}

/** Codes of Node and undici; those of TLS are recognised by their prefixes. */
const byCode: Readonly<Record<string, Failure>> = {
  ECONNREFUSED: 'connect',
  EHOSTUNREACH: 'connect',
  ENETUNREACH: 'connect',
  EADDRNOTAVAIL: 'connect',
  EACCES: 'connect',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  UND_ERR_ABORTED: 'timeout',
  UND_ERR_HEADERS_OVERFLOW: 'too_large',
  HPE_HEADER_OVERFLOW: 'too_large',
  ECONNRESET: 'reset',
  EPIPE: 'reset',
  UND_ERR_SOCKET: 'reset',
  UND_ERR_DESTROYED: 'reset',
  EPROTO: 'tls',
};
const TLS_CODES =
  /^(ERR_TLS|ERR_SSL|CERT_|CRL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;

/** The word for the error of a request. If several addresses were tried, the first error counts. */
export function failureOf(error: unknown): Failure {
  if (error instanceof BlockedAddressError) return 'blocked_address';
  if (error instanceof UnresolvedError) return 'dns';
  if (error instanceof AggregateError && error.errors.length > 0) return failureOf(error.errors[0]);
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (TLS_CODES.test(code)) return 'tls';
  return byCode[code] ?? 'http_error';
}
