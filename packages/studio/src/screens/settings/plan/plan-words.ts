/** Plans in words: what is counted, how much of it, and what it costs. */
import { useLingui } from '@lingui/react/macro';
import { bytesWords } from '../../../frame/size-words.ts';
import type { Metric, Plan } from './billing-queries.ts';

/** Prices and amounts are whole cents. */
export const CENTS = 100;

/** The names of all metrics. */
export function useMetricNames(): Readonly<Record<Metric, string>> {
  const { t } = useLingui();
  return {
    spaces: t`Spaces`,
    environments: t`Environments`,
    locales: t`Languages`,
    content_types: t`Content types`,
    entries: t`Entries`,
    assets: t`Files`,
    asset_bytes: t`Size of all files`,
    members: t`Members`,
    api_keys: t`API keys`,
    webhooks: t`Webhooks`,
    api_requests_per_month: t`API requests this month`,
    api_requests_per_second: t`API requests a second`,
    ai_tokens_per_month: t`AI tokens this month`,
  };
}

/** An amount of a metric as people read it. */
export function amountWords(metric: Metric, amount: number, language: string): string {
  if (metric === 'asset_bytes') return bytesWords(amount, language, 'short');
  return new Intl.NumberFormat(language).format(amount);
}

/** Gives the words for how much a plan allows. */
export function useLimitWords(): (metric: Metric, limit: number | null) => string {
  const { t, i18n } = useLingui();
  return (metric, limit) =>
    limit === null
      ? t({ message: 'no limit', comment: 'In a table, in place of the limit of a plan' })
      : amountWords(metric, limit, i18n.locale);
}

/** An amount of money, such as `€49.00`. */
export function moneyWords(cents: number, currency: string, language: string): string {
  return new Intl.NumberFormat(language, { style: 'currency', currency }).format(cents / CENTS);
}

/** Gives the words for the price of a plan, such as `€49.00 a month`. */
export function usePriceWords(): (plan: Pick<Plan, 'price' | 'currency' | 'interval'>) => string {
  const { t, i18n } = useLingui();
  return ({ price, currency, interval }) => {
    if (price === 0) return t({ message: 'Free', comment: 'Price of a plan' });
    const amount = moneyWords(price, currency, i18n.locale);
    return interval === 'month'
      ? t({
          message: `${amount} a month`,
          comment: 'Price of a plan; what stands in place of the number has its currency.',
        })
      : t({
          message: `${amount} a year`,
          comment: 'Price of a plan; what stands in place of the number has its currency.',
        });
  };
}
