/**
 * From host names to addresses. Name servers are queried without the process's thread pool, which hashing, files and
 * compression share: names whose servers are slow or dead hold up nobody. Only names that no name server knows are
 * looked up with the system (hosts file, search domains), a few at a time.
 */
import { promises as dns } from 'node:dns';
import { EVERYBODY, FairTurns } from '../kit/fair-turns.ts';

/** Time for one query to a name server; the second attempt takes twice as long. */
const QUERY_TIMEOUT_MS = 600;
const QUERY_ATTEMPTS = 2;
/** Of the process's four threads (by default), this many may wait for the system's resolver. */
const SYSTEM_LOOKUPS_MAX = 2;
/** Errors of a name server that does not know the name; any other error means that the server does not work. */
const UNKNOWN_NAME = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'ESERVFAIL', 'EBADNAME', 'EREFUSED']);

/**
 * Resolves a host name to at least one address.
 * @throws if it has none, or none could be found
 */
export type Resolve = (host: string) => Promise<readonly string[]>;

const nameServers = new dns.Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_ATTEMPTS });
const underWay = new Map<string, Promise<readonly string[]>>();

/** Queries name servers, then the system. Concurrent lookups of the same name share one query. */
export const resolveHost: Resolve = (host) => {
  const known = underWay.get(host);
  if (known !== undefined) return known;
  const lookup = lookUp(host).finally(() => underWay.delete(host));
  underWay.set(host, lookup);
  return lookup;
};

async function lookUp(host: string): Promise<readonly string[]> {
  const name = host.replace(/\.$/, '').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  const responses = await Promise.allSettled([nameServers.resolve4(name), nameServers.resolve6(name)]);
  const addresses = responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
  if (addresses.length > 0) return addresses;
  const reasons = responses.flatMap((response) => (response.status === 'rejected' ? [response.reason as Error] : []));
  const failure = reasons.find((reason) => !UNKNOWN_NAME.has(String((reason as NodeJS.ErrnoException).code)));
  if (failure !== undefined) throw failure;
  return lookUpWithSystem(name);
}

const systemLookups = new FairTurns({ total: SYSTEM_LOOKUPS_MAX });

async function lookUpWithSystem(name: string): Promise<readonly string[]> {
  const found = await systemLookups.run(EVERYBODY, () => dns.lookup(name, { all: true, order: 'verbatim' }));
  return found.map(({ address }) => address);
}
