/** Names of metrics and amounts on pages and in commands. */
import type { Language } from '../../../platform/kit/language.ts';
import type { LimitedMetric } from '../plans/plan.ts';

const UNIT_STEP = 1_024;
const BYTE_UNITS = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

const BYTES: Readonly<Record<Language, string>> = { en: 'bytes', de: 'Byte' };
const NO_LIMIT: Readonly<Record<Language, string>> = { en: 'no limit', de: 'unbegrenzt' };
const names: Readonly<Record<Language, Readonly<Record<LimitedMetric, string>>>> = {
  en: {
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
  },
  de: {
    spaces: 'Spaces',
    environments: 'Umgebungen',
    locales: 'Sprachen',
    content_types: 'Inhaltstypen',
    entries: 'Einträge',
    assets: 'Dateien',
    asset_bytes: 'Speicher für Dateien',
    members: 'Mitglieder',
    api_keys: 'API-Schlüssel',
    webhooks: 'Webhooks',
    api_requests_per_month: 'API-Anfragen im Monat',
    api_requests_per_second: 'API-Anfragen in der Sekunde',
    ai_tokens_per_month: 'KI-Token im Monat',
  },
};

export function metricName(metric: LimitedMetric, language: Language = 'en'): string {
  return names[language][metric];
}

/** An amount of a metric, such as `5,000` or `2 GiB`; null means no limit. */
export function amountText(metric: LimitedMetric, amount: number | null, language: Language = 'en'): string {
  if (amount === null) return NO_LIMIT[language];
  return metric === 'asset_bytes' ? bytesText(amount, language) : amount.toLocaleString(language);
}

function bytesText(bytes: number, language: Language): string {
  const units = [BYTES[language], ...BYTE_UNITS];
  let [value, unit] = [bytes, 0];
  // An amount that rounds up to 1,024 of a unit is shown in the next unit.
  for (; Number(value.toFixed(1)) >= UNIT_STEP && unit < units.length - 1; unit++) value /= UNIT_STEP;
  return `${value.toLocaleString(language, { maximumFractionDigits: 1 })} ${units[unit]}`;
}
