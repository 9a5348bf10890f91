/**
 * The requests of one account by who sent them, in this process: statistics, so nothing waits for them and no limit depends
 * on them. Invariant: a request costs one look-up, and an account has few callers however many keys it has.
 */
import type { RateLimit } from './rate-limit.ts';

/** Keys of an account that are counted each for itself on a day; those of the others are counted together, by space. */
const KEYS_MAX = 500;

/** Who sends requests without a key of their own. */
export const callers = {
  /** People with a session or a preview token, whose requests belong to no space. */
  people: 'people',
  /** An identity provider. */
  scim: 'scim',
  /** Keys beyond the first `KEYS_MAX` of a day. */
  others: 'others',
} as const;

/** As whom the requests of all people of an account are counted. */
export const people = { id: callers.people, spaceId: null };

/** A request that was let in. */
export interface Admission {
  /** Removes the request from the count. */
  takeBack(): void;
  /** What its response says about the limits of the account. */
  rateLimit(): RateLimit;
}

/** Who sent a request. */
export interface Sender {
  /** Id of the key, or one of `callers`. */
  readonly id: string;
  /** The space of the key; null for people and for SCIM. */
  readonly spaceId: string | null;
}

/** Requests of one sender. */
export interface Caller {
  readonly spaceId: string;
  readonly id: string;
  /** Those that were let in here, and that are in no row yet. */
  taken: number;
  /** What the last of them was given. It serves all requests of the same windows. */
  admission: Admission | undefined;
}

/** What was counted of one sender, to be added to a row. */
export interface CallerCount {
  readonly caller: Caller;
  readonly amount: number;
}

export class Callers {
  readonly #bySender = new Map<string, Caller>();

  /** The count of a sender. */
  of({ id, spaceId }: Sender): Caller {
    return this.#bySender.get(id) ?? this.#added(id, spaceId ?? '');
  }

  /** What is in no row yet, in the order in which all processes write it. */
  news(): CallerCount[] {
    return [...this.#bySender.values()]
      .filter(({ taken }) => taken !== 0)
      .map((caller) => ({ caller, amount: caller.taken }))
      .sort((one, other) => (keyOf(one.caller) < keyOf(other.caller) ? -1 : 1));
  }

  /** Forgets whoever has nothing to be written, as a new day begins. */
  forget(): void {
    for (const [name, { taken }] of this.#bySender) if (taken === 0) this.#bySender.delete(name);
  }

  /** Gives everybody a new admission with their next request, as a window is over. */
  endAdmissions(): void {
    for (const caller of this.#bySender.values()) caller.admission = undefined;
  }

  #added(id: string, spaceId: string): Caller {
    const isKnownKind = id === callers.people || id === callers.scim;
    const name = isKnownKind || this.#bySender.size < KEYS_MAX ? id : `${callers.others} ${spaceId}`;
    const known = this.#bySender.get(name);
    if (known !== undefined) return known;
    const caller: Caller = { spaceId, id: name === id ? id : callers.others, taken: 0, admission: undefined };
    this.#bySender.set(name, caller);
    return caller;
  }
}

function keyOf({ spaceId, id }: Caller): string {
  return `${spaceId} ${id}`;
}
