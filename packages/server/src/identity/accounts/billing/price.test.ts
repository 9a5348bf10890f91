/** Prices and amounts as people read them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LimitedMetric, Plan } from '../plans/plan.ts';
import { amountText, metricName } from './metric-text.ts';
import { priceText } from './price.ts';

const plan = { price: 4_900, interval: 'month' } as Plan;
const prices: readonly (readonly [Plan, string, number | undefined, string])[] = [
  [plan, 'usd', undefined, 'USD 49.00 a month'],
  [{ ...plan, interval: 'year' }, 'eur', undefined, 'EUR 49.00 a year'],
  [plan, 'usd', 5, 'USD 0.05 a month'],
  [plan, 'usd', 99, 'USD 0.99 a month'],
  [plan, 'usd', 100, 'USD 1.00 a month'],
  [plan, 'usd', 123_456_789, 'USD 1,234,567.89 a month'],
  [plan, 'usd', 0, 'Free'],
  [{ ...plan, price: 0 }, 'usd', undefined, 'Free'],
];
for (const [given, currency, cents, expected] of prices)
  test(`${cents ?? given.price} cents are ${expected}`, () =>
    assert.equal(priceText(given, { currency }, cents), expected));

const amounts: readonly (readonly [LimitedMetric, number | null, string])[] = [
  ['entries', null, 'no limit'],
  ['entries', 0, '0'],
  ['entries', 5_000, '5,000'],
  ['asset_bytes', null, 'no limit'],
  ['asset_bytes', 0, '0 bytes'],
  ['asset_bytes', 1_023, '1,023 bytes'],
  ['asset_bytes', 1_024, '1 KiB'],
  ['asset_bytes', 1_536, '1.5 KiB'],
  ['asset_bytes', 1_048_575, '1 MiB'],
  ['asset_bytes', 2 * 1_024 ** 3, '2 GiB'],
  ['asset_bytes', 1_024 ** 6, '1,024 PiB'],
];
for (const [metric, amount, expected] of amounts)
  test(`${amount} of ${metric} are ${expected}`, () => assert.equal(amountText(metric, amount), expected));

test('every metric has a name', () => assert.equal(metricName('asset_bytes'), 'Storage of assets'));

test('prices and amounts are German for whoever reads that', () => {
  assert.equal(priceText(plan, { currency: 'eur', language: 'de' }, 123_456), '1.234,56 EUR im Monat');
  assert.equal(amountText('asset_bytes', 1_536, 'de'), '1,5 KiB');
  assert.equal(`${amountText('entries', null, 'de')} ${metricName('entries', 'de')}`, 'unbegrenzt Einträge');
});
