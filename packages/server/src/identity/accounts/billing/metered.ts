/** Metered usage as other rooms count it. Billing shows it and knows nothing else about it. */
import type { LimitedMetric } from '../plans/plan.ts';

/** How much of a metric an account used this month. */
export interface MeteredUse {
  readonly metric: LimitedMetric;
  readonly used: number;
}

/** A threshold that the usage of a metric has passed this month. */
export interface UsageNotice {
  readonly metric: LimitedMetric;
  /** The threshold as a share of the limit, such as 80. */
  readonly percent: number;
  /** In milliseconds since the epoch. */
  readonly at: number;
}

export interface Metered {
  usage(accountId: string): Promise<readonly MeteredUse[]>;
  notices(accountId: string): Promise<readonly UsageNotice[]>;
}
