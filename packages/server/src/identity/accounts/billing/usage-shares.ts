/**
 * Of what the usage of an account consists: of a metric, by day, space or key. Each room that counts something gives a source;
 * what nobody counts so is refused by name.
 */
import { invalid } from '../../../platform/errors/domain-error.ts';
import type { LimitedMetric } from '../plans/plan.ts';

/** By what usage can be divided. */
export const usageParts = ['day', 'space', 'key'] as const;
export type UsagePart = (typeof usageParts)[number];

/** What a share belongs to: a day, a space or a key, people, an identity provider, the many other keys, or no space. */
export const shareKinds = ['day', 'space', 'key', 'people', 'scim', 'other_keys', 'no_space'] as const;

/** A share of the usage. */
export interface UsageShare {
  readonly kind: (typeof shareKinds)[number];
  /** The day, such as `2026-11-28`, or the id of the space or key; null for all others. */
  readonly id: string | null;
  /** Of the space or key; null if it was deleted, and for what has no name. */
  readonly name: string | null;
  /** The space of a key. */
  readonly space_id: string | null;
  readonly used: number;
}

/** What is known of a metric divided in one way. */
export interface UsageDivided {
  /** The first time that is counted, in milliseconds since the epoch; null for what there is now. */
  readonly since: number | null;
  readonly shares: readonly UsageShare[];
}

export type UsageSource = (accountId: string) => Promise<UsageDivided>;

/** What can be divided, and how. */
export type UsageSources = Partial<Record<LimitedMetric, Partial<Record<UsagePart, UsageSource>>>>;

export class UsageShares {
  readonly #sources: UsageSources;

  constructor(sources: UsageSources) {
    this.#sources = sources;
  }

  /**
   * The shares of a metric.
   * @param wanted by what it is divided; if undefined, by the first that is known
   * @throws `validation_failed` for what is not counted so
   */
  async of(
    accountId: string,
    metric: LimitedMetric,
    wanted: UsagePart | undefined,
  ): Promise<UsageDivided & { readonly by: UsagePart }> {
    const known = this.#sources[metric];
    if (known === undefined) {
      const allowed = Object.keys(this.#sources);
      const message = `Usage of ${metric} cannot be divided; ask for one of ${allowed.join(', ')}.`;
      throw invalid('query.metric', 'in', message, { listed: allowed });
    }
    const by = wanted ?? usageParts.find((part) => known[part] !== undefined) ?? 'day';
    const source = known[by];
    if (source === undefined) {
      const allowed = Object.keys(known);
      const message = `Usage of ${metric} is not counted by ${by}; ask for it by ${allowed.join(' or ')}.`;
      throw invalid('query.by', 'in', message, { listed: allowed });
    }
    return { by, ...(await source(accountId)) };
  }
}
