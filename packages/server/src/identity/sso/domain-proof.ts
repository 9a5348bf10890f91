/**
 * Proof that a domain belongs to an account: a TXT record in its DNS with a value that only the account was shown. The process's
 * own name servers are queried, every time anew.
 */
import { promises as dns } from 'node:dns';

const QUERY_TIMEOUT_MS = 1_000;
const QUERY_ATTEMPTS = 2;
const LABEL = '_lectern';
const VALUE_PREFIX = 'lectern-domain-verification=';
/** DNS errors which mean that there is no such record. */
const ABSENT = new Set(['ENODATA', 'ENOTFOUND']);

/** The record that proves a domain. */
export function recordOf(domain: string, token: string): { type: 'TXT'; name: string; value: string } {
  return { type: 'TXT', name: `${LABEL}.${domain}`, value: `${VALUE_PREFIX}${token}` };
}

/** The tokens that are published for a domain; undefined if no name server responded. */
export async function publishedTokens(domain: string): Promise<ReadonlySet<string> | undefined> {
  const resolver = new dns.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_ATTEMPTS });
  resolver.setServers(dns.getServers());
  try {
    const records = await resolver.resolveTxt(`${LABEL}.${domain}`);
    const values = records.map((parts) => parts.join('').trim());
    return new Set(
      values.filter((value) => value.startsWith(VALUE_PREFIX)).map((value) => value.slice(VALUE_PREFIX.length)),
    );
  } catch (error) {
    return ABSENT.has(String((error as NodeJS.ErrnoException).code)) ? new Set() : undefined;
  }
}
