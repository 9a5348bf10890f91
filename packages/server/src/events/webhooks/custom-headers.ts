/**
 * Which custom headers a webhook may send: none that HTTP or Lectern sets itself, and no bytes that could end one header
 * and start another.
 */

import { type Violation, violation } from '../../../../contract/src/violations.ts';
import { invalid, validationFailed } from '../../platform/errors/domain-error.ts';
import { quoted } from '../../platform/kit/suggestion.ts';
import { MASK } from './schema.ts';
import type { WebhookHeaders } from './webhook-secrets.ts';

const NAME_SHAPE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
/** Visible ASCII, with spaces and tabs inside. */
const VALUE_SHAPE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
/** Names and values together. */
const LENGTH_MAX = 4_096;
/** Set by HTTP per connection or body, or by Lectern per delivery. */
const RESERVED_NAMES = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
const RESERVED_PREFIXES = ['x-cms-', 'webhook-'];

/**
 * Turns the headers of a request into those to store.
 * @param stored the current headers; a masked value in `input` keeps the value from here
 * @throws `validation_failed` with every header that cannot be sent
 */
export function checkedHeaders(input: WebhookHeaders, stored: WebhookHeaders): WebhookHeaders {
  const violations: Violation[] = [];
  const seen = new Set<string>();
  const accepted = new Map<string, string>();
  for (const [name, value] of Object.entries(input)) {
    const kept = value === MASK ? storedValue(stored, name) : value;
    const problem = problemOfName(name, seen) ?? problemOfValue(kept);
    seen.add(name.toLowerCase());
    if (problem !== null) violations.push(violation(`headers.${name}`, ...problem));
    else accepted.set(name, kept ?? '');
  }
  if (violations.length > 0) throw validationFailed(violations);
  const checked = Object.fromEntries(accepted);
  if (lengthOf(checked) > LENGTH_MAX)
    throw invalid('headers', 'max_length', `Shorten the headers; they have at most ${LENGTH_MAX} characters in all.`, {
      limit: LENGTH_MAX,
    });
  return checked;
}

/**
 * The stored headers that may be kept when the URL changes. A new host, port or scheme may not receive the old headers:
 * whoever changes the URL could otherwise get values sent there that they are not allowed to read.
 * @param sent the headers in the change
 * @throws `validation_failed` if there are stored headers and the change does not say what to send instead
 */
export function headersToKeep(
  stored: WebhookHeaders,
  urls: { readonly before: string; readonly after: string },
  sent: WebhookHeaders | undefined,
): WebhookHeaders {
  if (new URL(urls.before).origin === new URL(urls.after).origin) return stored;
  if (sent !== undefined || Object.keys(stored).length === 0) return {};
  throw invalid('headers', 'required', 'Send the headers with their values, or {} for none; the URL has another host.');
}

function lengthOf(headers: WebhookHeaders): number {
  return Object.entries(headers).reduce((length, [name, value]) => length + name.length + value.length, 0);
}

/** The headers with masked values, as shown in responses, the audit and the log. */
export function maskedHeaders(headers: WebhookHeaders): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]));
}

type Problem = readonly [rule: 'header' | 'reserved' | 'unique' | 'masked', message: string];

function problemOfName(name: string, seen: ReadonlySet<string>): Problem | null {
  const folded = name.toLowerCase();
  if (!NAME_SHAPE.test(name)) return ['header', 'Use 1 to 128 letters, digits and hyphens; this is no header name.'];
  if (isReserved(folded)) return ['reserved', `Choose another name; Lectern sets ${quoted(name)} itself.`];
  if (seen.has(folded)) return ['unique', 'Leave one of these headers out; the name is listed twice.'];
  return null;
}

/** Many receivers read `_` in a header name as `-`. */
function isReserved(folded: string): boolean {
  const name = folded.replaceAll('_', '-');
  return RESERVED_NAMES.has(name) || RESERVED_PREFIXES.some((prefix) => name.startsWith(prefix));
}

function problemOfValue(value: string | undefined): Problem | null {
  if (value === undefined) return ['masked', 'Give a value; none is stored for this header at this host.'];
  if (VALUE_SHAPE.test(value)) return null;
  return ['header', 'Give visible ASCII characters, without spaces at the ends and without line breaks.'];
}

function storedValue(headers: WebhookHeaders, name: string): string | undefined {
  const folded = name.toLowerCase();
  return Object.entries(headers).find(([other]) => other.toLowerCase() === folded)?.[1];
}
