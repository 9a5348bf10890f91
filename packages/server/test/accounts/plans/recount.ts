/** Recounts the contents of accounts, row by row, to compare them with the counters that writes maintain. */
import assert from 'node:assert/strict';
import { metrics } from '../../../../contract/src/plan-metrics.ts';
import type { Reader } from '../../../src/platform/database/database.ts';

const NOTHING = { entries: 0, assets: 0, asset_bytes: 0, content_types: 0 };

type Usage = Record<string, Record<string, number>>;

/** Fails if a counter differs from the actual contents. @returns the counters by account and metric */
export async function assertCounted(db: Reader): Promise<Usage> {
  const counted: Usage = {};
  const accounts = await db.selectFrom('accounts').select('id').execute();
  for (const { id } of accounts) counted[id] = Object.fromEntries(metrics.map((metric) => [metric, 0]));
  const actual = structuredClone(counted);
  for (const { account_id, metric, used } of await db.selectFrom('usage_counters').selectAll().execute())
    (counted[account_id] as Record<string, number>)[metric] = used;
  const add = (account: string, metric: string, by: number) => {
    const usage = actual[account] as Record<string, number>;
    usage[metric] = (usage[metric] ?? 0) + by;
  };
  const accountOf = new Map<string, string>();
  for (const { id, account_id } of await db.selectFrom('spaces').select(['id', 'account_id']).execute()) {
    accountOf.set(id, account_id);
    add(account_id, 'spaces', 1);
  }
  for (const metric of ['locales', 'api_keys', 'webhooks'] as const)
    for (const { space_id } of await db.selectFrom(metric).select('space_id').execute())
      add(accountOf.get(space_id) ?? '', metric, 1);
  for (const { account_id } of await db.selectFrom('memberships').select('account_id').execute())
    add(account_id, 'members', 1);
  const environments = await db.selectFrom('environments').selectAll().where('status', '<>', 'deleting').execute();
  for (const environment of environments) {
    const account = accountOf.get(environment.space_id) ?? '';
    const held = await contentOf(db, environment.number);
    const { entries, assets, asset_bytes, content_types } = environment;
    const noted = { entries, assets, asset_bytes, content_types };
    // A clone counts as its source did at the time of the request, and no longer counts once it has failed.
    const isWhole = environment.status === 'ready';
    if (isWhole) assert.deepEqual(noted, held, `environment ${environment.name}`);
    if (environment.status === 'failed') assert.deepEqual(noted, NOTHING, `environment ${environment.name}`);
    add(account, 'environments', 1);
    for (const [metric, amount] of Object.entries(noted)) add(account, metric, amount);
  }
  assert.deepEqual(counted, actual);
  return counted;
}

async function contentOf(db: Reader, environment: number) {
  const entries = await db.selectFrom('entries').select('id').where('environment', '=', environment).execute();
  const types = await db.selectFrom('content_types').select('number').where('environment', '=', environment).execute();
  const assets = await db
    .selectFrom('assets')
    .select(['file', 'size'])
    .where('environment', '=', environment)
    .execute();
  return {
    entries: entries.length,
    assets: assets.length,
    asset_bytes: assets.reduce((sum, { file, size }) => sum + (file === null ? 0 : (size ?? 0)), 0),
    content_types: types.length,
  };
}
