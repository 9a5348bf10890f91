/** What the rooms above count: billing shows it, and knows nothing else of them. */
import type { LimitedMetric } from '../plans/plan.ts';

/** How much of a metric was used this month. */
export interface MeteredUse {
  readonly metric: LimitedMetric;
  readonly used: number;
}

/** A mark that the use of a metric has passed this month. */
export interface UsageNotice {
  readonly metric: LimitedMetric;
  /** How much of the limit it is, such as 80. */
  readonly percent: number;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

export interface Metered {
  usage(accountId: string): Promise<readonly MeteredUse[]>;
  notices(accountId: string): Promise<readonly UsageNotice[]>;
}
