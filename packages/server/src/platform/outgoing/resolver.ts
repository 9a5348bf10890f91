/**
 * From host names to addresses. The name servers are asked without the thread pool of the process, which hashing,
 * files and compression share: names whose servers are slow or dead hold up nobody. Only what no name server knows
 * is asked of the system (its hosts file, search domains), a few at once.
 */
import { promises as dns } from 'node:dns';

/** Time for one question to a name server; the second attempt takes twice as long. */
const QUESTION_TIMEOUT_MS = 600;
const QUESTION_ATTEMPTS = 2;
/** Of the four threads that the process has by default, these many may wait for the system's resolver. */
const SYSTEM_LOOKUPS_MAX = 2;
/** What a name server says of names that it does not know; anything else is a name server that does not work. */
const UNKNOWN_NAME = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED', 'ESERVFAIL', 'EBADNAME', 'EREFUSED']);

/**
 * Gives the addresses of a host name, one at least.
 * @throws where it has none, or none could be learned
 */
export type Resolve = (host: string) => Promise<readonly string[]>;

const nameServers = new dns.Resolver({ timeout: QUESTION_TIMEOUT_MS, tries: QUESTION_ATTEMPTS });
const underWay = new Map<string, Promise<readonly string[]>>();

/** Asks name servers, then the system. Who asks for a name that is being asked for waits for the same response. */
export const resolveHost: Resolve = (host) => {
  const known = underWay.get(host);
  if (known !== undefined) return known;
  const asked = ask(host).finally(() => underWay.delete(host));
  underWay.set(host, asked);
  return asked;
};

async function ask(host: string): Promise<readonly string[]> {
  const name = host.replace(/\.$/, '').toLowerCase();
  if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1'];
  const responses = await Promise.allSettled([nameServers.resolve4(name), nameServers.resolve6(name)]);
  const addresses = responses.flatMap((response) => (response.status === 'fulfilled' ? response.value : []));
  if (addresses.length > 0) return addresses;
  const reasons = responses.flatMap((response) => (response.status === 'rejected' ? [response.reason as Error] : []));
  const failure = reasons.find((reason) => !UNKNOWN_NAME.has(String((reason as NodeJS.ErrnoException).code)));
  if (failure !== undefined) throw failure;
  return askSystem(name);
}

let systemLookups = 0;
const waiting: (() => void)[] = [];

async function askSystem(name: string): Promise<readonly string[]> {
  if (systemLookups >= SYSTEM_LOOKUPS_MAX) await new Promise<void>((resume) => waiting.push(resume));
  systemLookups += 1;
  try {
    const found = await dns.lookup(name, { all: true, order: 'verbatim' });
    return found.map(({ address }) => address);
  } finally {
    systemLookups -= 1;
    waiting.shift()?.();
  }
}
