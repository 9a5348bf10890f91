/** A plan: its price, and its limits for an account. */
import { metrics } from '../../../../../contract/src/plan-metrics.ts';

/** What a plan can limit: current amounts, and amounts per period. */
export const limitedMetrics = [
  ...metrics,
  'api_requests_per_month',
  'api_requests_per_second',
  'ai_tokens_per_month',
] as const;

export type LimitedMetric = (typeof limitedMetrics)[number];

/** The limit of each metric; null for none. */
export type Limits = Readonly<Record<LimitedMetric, number | null>>;

export interface Plan {
  readonly id: string;
  readonly name: string;
  /** In cents, for each interval. */
  readonly price: number;
  readonly interval: 'month' | 'year';
  readonly limits: Limits;
}
