/** Prices as people read them. Plans have them in cents. */
import type { Plan } from '../plans/plan.ts';

const CENTS = 100;

/**
 * The price of a plan, such as `USD 49.00 a month`.
 * @param currency one that has cents, in lower case
 * @param cents its price, if not that of the plan
 */
export function priceText({ price, interval }: Plan, currency: string, cents: number = price): string {
  if (cents === 0) return 'Free';
  return `${amountText(cents, currency)} a ${interval}`;
}

/** Uses whole numbers to avoid rounding errors of half a cent. The currency code tells the different dollars apart. */
function amountText(cents: number, currency: string): string {
  const code = currency.toUpperCase();
  const whole = Math.floor(cents / CENTS).toLocaleString('en-US');
  const rest = String(cents % CENTS).padStart(2, '0');
  return `${code} ${whole}.${rest}`;
}
