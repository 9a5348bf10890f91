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

/** By whole numbers, as half a cent would be wrong. The code says which of several dollars is meant. */
function amountText(cents: number, currency: string): string {
  const code = currency.toUpperCase();
  const whole = Math.floor(cents / CENTS).toLocaleString('en-US');
  const rest = String(cents % CENTS).padStart(2, '0');
  return `${code} ${whole}.${rest}`;
}
