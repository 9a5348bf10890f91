/** Names of metrics and amounts on pages and in commands. */
import type { LimitedMetric } from '../plans/plan.ts';

const UNIT_STEP = 1_024;
const BYTE_UNITS = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

const names: Readonly<Record<LimitedMetric, string>> = {
  spaces: 'Spaces',
  environments: 'Environments',
  locales: 'Locales',
  content_types: 'Content types',
  entries: 'Entries',
  assets: 'Assets',
  asset_bytes: 'Storage of assets',
  members: 'Members',
  api_keys: 'API keys',
  webhooks: 'Webhooks',
  api_requests_per_month: 'API requests a month',
  api_requests_per_second: 'API requests a second',
  ai_tokens_per_month: 'AI tokens a month',
};

export function metricName(metric: LimitedMetric): string {
  return names[metric];
}

/** An amount of a metric, such as `5,000` or `2 GiB`; null means no limit. */
export function amountText(metric: LimitedMetric, amount: number | null): string {
  if (amount === null) return 'no limit';
  return metric === 'asset_bytes' ? bytesText(amount) : amount.toLocaleString('en-US');
}

function bytesText(bytes: number): string {
  let [value, unit] = [bytes, 0];
  // An amount that rounds up to 1,024 of a unit is shown in the next unit.
  for (; Number(value.toFixed(1)) >= UNIT_STEP && unit < BYTE_UNITS.length - 1; unit++) value /= UNIT_STEP;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: 1 })} ${BYTE_UNITS[unit]}`;
}
