/**
 * Which custom headers a webhook may send: none that HTTP itself or Lectern sets, and no bytes that could end a header
 * and begin another.
 */
import { type Violation, validationFailed } from '../../platform/errors/domain-error.ts';
import { quoted } from '../../platform/kit/suggestion.ts';
import { MASK } from './schema.ts';
import type { WebhookHeaders } from './webhook-secrets.ts';

const NAME_SHAPE = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,128}$/;
/** Visible ASCII, with spaces and tabs inside. */
const VALUE_SHAPE = /^[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?$/;
/** Set by HTTP for each connection or body, or by Lectern for each delivery. */
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
 * The headers to keep for those that were asked for.
 * @param stored what the webhook has so far: the mask stands for its values
 * @throws `validation_failed` that names every header that cannot be sent
 */
export function headersWanted(asked: WebhookHeaders, stored: WebhookHeaders): WebhookHeaders {
  const violations: Violation[] = [];
  const seen = new Set<string>();
  const wanted: Record<string, string> = {};
  for (const [name, value] of Object.entries(asked)) {
    const kept = value === MASK ? storedValue(stored, name) : value;
    const problem = problemOfName(name, seen) ?? problemOfValue(kept);
    seen.add(name.toLowerCase());
    if (problem !== null) violations.push({ path: `headers.${name}`, ...problem });
    else wanted[name] = kept ?? '';
  }
  if (violations.length > 0) throw validationFailed(violations);
  return wanted;
}

/** The headers with their values masked, as responses, audit and log show them. */
export function maskedHeaders(headers: WebhookHeaders): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]));
}

type Problem = Pick<Violation, 'rule' | 'message'>;

function problemOfName(name: string, seen: ReadonlySet<string>): Problem | null {
  const folded = name.toLowerCase();
  if (!NAME_SHAPE.test(name))
    return { rule: 'header', message: 'This is no name of a header; use 1 to 128 letters, digits and hyphens.' };
  if (RESERVED_NAMES.has(folded) || RESERVED_PREFIXES.some((prefix) => folded.startsWith(prefix)))
    return { rule: 'reserved', message: `${quoted(name)} is set by Lectern; choose another name.` };
  if (seen.has(folded)) return { rule: 'unique', message: 'This header stands here twice; leave one of them out.' };
  return null;
}

function problemOfValue(value: string | undefined): Problem | null {
  if (value === undefined) return { rule: 'masked', message: 'There is no value that is kept here yet; give one.' };
  if (VALUE_SHAPE.test(value)) return null;
  return {
    rule: 'header',
    message: 'Give visible ASCII characters, without spaces at the ends and without line breaks.',
  };
}

function storedValue(headers: WebhookHeaders, name: string): string | undefined {
  const folded = name.toLowerCase();
  return Object.entries(headers).find(([other]) => other.toLowerCase() === folded)?.[1];
}
