/**
 * Whether a URL may be saved as a target of the service. A name that cannot be resolved at the moment is accepted,
 * since it may exist tomorrow, unless it can only be in a private network; its addresses are checked again at every
 * connection.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { TargetReason } from '../../../../contract/src/violations.ts';
import type { AddressRule } from './address-rule.ts';
import { BlockedAddressError } from './failure.ts';
import { permittedAddresses } from './guarded-agent.ts';
import { type Resolve, resolveHost } from './resolver.ts';
import { addressIn, isPrivateName, privateAddress, targetUrl } from './target-url.ts';

/** How long a save waits for the name servers. */
const RESOLVE_TIME_MAX_MS = 2_000;

/** Why a URL is refused. */
export interface TargetProblem {
  readonly reason: TargetReason;
  /** A sentence that says what to do. */
  readonly message: string;
}

const OWN_ADDRESS: TargetProblem = {
  reason: 'own',
  message: 'This is the address of the service itself; use another receiver.',
};

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

  /** What is wrong with the URL; null if it may be saved. */
  async problemOf(text: string): Promise<TargetProblem | null> {
    const checked = targetUrl(text, this.#rule);
    const { url } = checked;
    if (url === undefined) return { reason: checked.reason, message: checked.problem };
    if (url.origin === this.#ownOrigin) return OWN_ADDRESS;
    return addressIn(url) === null ? this.#problemOfHost(url.hostname) : null;
  }

  async #problemOfHost(host: string): Promise<TargetProblem | null> {
    const stop = new AbortController();
    const late = sleep(RESOLVE_TIME_MAX_MS, 'unknown' as const, { signal: stop.signal, ref: false });
    const found = permittedAddresses(host, this.#rule, this.#resolve).then(
      () => 'permitted' as const,
      (error: unknown) => (error instanceof BlockedAddressError ? 'blocked' : 'unknown'),
    );
    const outcome = await Promise.race([found, late]);
    stop.abort();
    late.catch(() => undefined);
    const isPrivate = outcome === 'blocked' || (outcome === 'unknown' && isPrivateName(host));
    return isPrivate ? { reason: 'private', message: privateAddress(this.#rule) } : null;
  }
}
