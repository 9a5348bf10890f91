/**
 * Whether a URL may be saved as a target of the service. A name that cannot be resolved at the moment is accepted,
 * since it may exist tomorrow, unless it can only be in a private network; its addresses are checked again at every
 * connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressRule } from './address-rule.ts';
import { BlockedAddressError } from './failure.ts';
import { permittedAddresses } from './guarded-agent.ts';
import { type Resolve, resolveHost } from './resolver.ts';
import { addressIn, isPrivateName, privateAddress, targetUrl } from './target-url.ts';

/** How long a save waits for the name servers. */
const RESOLVE_TIME_MAX_MS = 2_000;

export class TargetCheck {
  readonly #rule: AddressRule;
  readonly #resolve: Resolve;
  readonly #ownOrigin: string | null;

  /**
   * @param parts.ownUrl URL of this service, which is no valid target
   * @param parts.resolve from host names to addresses; by default the system's
   */
  constructor(parts: { rule: AddressRule; ownUrl: string | null; resolve?: Resolve }) {
    this.#rule = parts.rule;
    this.#resolve = parts.resolve ?? resolveHost;
    this.#ownOrigin = parts.ownUrl === null ? null : new URL(parts.ownUrl).origin;
  }

  /** What is wrong with the URL, as a sentence that says what to do; null if it may be saved. */
  async problemOf(text: string): Promise<string | null> {
    const { url, problem } = targetUrl(text, this.#rule);
    if (problem !== undefined) return problem;
    if (url.origin === this.#ownOrigin) return 'This is the address of the service itself; use another receiver.';
    return addressIn(url) === null ? this.#problemOfHost(url.hostname) : null;
  }

  async #problemOfHost(host: string): Promise<string | null> {
    const stop = new AbortController();
    const late = sleep(RESOLVE_TIME_MAX_MS, 'unknown' as const, { signal: stop.signal, ref: false });
    const found = permittedAddresses(host, this.#rule, this.#resolve).then(
      () => 'permitted' as const,
      (error: unknown) => (error instanceof BlockedAddressError ? 'blocked' : 'unknown'),
    );
    const outcome = await Promise.race([found, late]);
    stop.abort();
    late.catch(() => undefined);
    if (outcome === 'blocked' || (outcome === 'unknown' && isPrivateName(host))) return privateAddress(this.#rule);
    return null;
  }
}
