/** Prices as people read them. Plans have them in cents. */
import type { Language } from '../../../platform/kit/language.ts';
import type { Plan } from '../plans/plan.ts';

const CENTS = 100;

const FREE: Readonly<Record<Language, string>> = { en: 'Free', de: 'Kostenlos' };
const INTERVALS: Readonly<Record<Language, Readonly<Record<Plan['interval'], string>>>> = {
  en: { month: 'a month', year: 'a year' },
  de: { month: 'im Monat', year: 'im Jahr' },
};

/** What a price is written in. */
interface PriceForm {
  /** One that has cents, in lower case. */
  readonly currency: string;
  readonly language?: Language;
}

/**
 * The price of a plan, such as `USD 49.00 a month`.
 * @param cents its price, if not that of the plan
 */
export function priceText({ price, interval }: Plan, form: PriceForm, cents: number = price): string {
  const { currency, language = 'en' } = form;
  if (cents === 0) return FREE[language];
  return `${amountText(cents, currency, language)} ${INTERVALS[language][interval]}`;
}

/** Uses whole numbers to avoid rounding errors of half a cent. The currency code tells the different dollars apart. */
function amountText(cents: number, currency: string, language: Language): string {
  const code = currency.toUpperCase();
  const whole = Math.floor(cents / CENTS).toLocaleString(language);
  const rest = String(cents % CENTS).padStart(2, '0');
  return language === 'de' ? `${whole},${rest} ${code}` : `${code} ${whole}.${rest}`;
}
