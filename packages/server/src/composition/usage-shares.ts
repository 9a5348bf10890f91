/** Of what the usage of an account consists, as the rooms that count it know. */
import type { AiUsage } from '../ai/usage/ai-usage.ts';
import { webhooksOfSpaces } from '../events/webhooks/webhooks.ts';
import { type UsageShare, UsageShares, type UsageSource } from '../identity/accounts/billing/usage-shares.ts';
import { keysOfSpaces, namesOfKeys } from '../identity/keys/api-keys.ts';
import { namesOfSpaces, type SpaceMetric, usageBySpace } from '../model/spaces/usage-by-space.ts';
import type { Reader } from '../platform/database/database.ts';
import { callers } from '../platform/request-limits/accounts/callers.ts';
import { DAYS_KEPT, type Quotas } from '../platform/request-limits/accounts/quotas.ts';
import { monthStart } from '../platform/request-limits/accounts/request-window.ts';
import type { Foundation } from './foundation.ts';

const DAY_MS = 86_400_000;
/** Keys that are named; the use of all further ones is one share. */
const KEYS_SHOWN_MAX = 200;

type Counted = Pick<Foundation, 'database' | 'clock'> & { readonly aiUsage: AiUsage; readonly quotas: Quotas };

export function composeUsageShares(counted: Counted): UsageShares {
  const { reader } = counted.database;
  const content = (metric: SpaceMetric) => bySpace(reader, (accountId) => usageBySpace(reader, accountId, metric));
  return new UsageShares({
    environments: { space: content('environments') },
    locales: { space: content('locales') },
    content_types: { space: content('content_types') },
    entries: { space: content('entries') },
    assets: { space: content('assets') },
    asset_bytes: { space: content('asset_bytes') },
    api_keys: { space: bySpace(reader, (accountId) => keysOfSpaces(reader, accountId)) },
    webhooks: { space: bySpace(reader, (accountId) => webhooksOfSpaces(reader, accountId)) },
    api_requests_per_month: requestSources(counted),
    ai_tokens_per_month: {
      day: async (accountId) => {
        const { days, since } = lastDays(counted.clock());
        const used = await counted.aiUsage.tokensByDay(accountId, days[0] ?? '');
        return { since, shares: days.map((day) => dayShare(day, used.get(day))) };
      },
    },
  });
}

/** What there is now; spaces that have nothing of it are shown too. */
function bySpace(db: Reader, read: (accountId: string) => Promise<ReadonlyMap<string, number>>): UsageSource {
  return async (accountId) => {
    const used = await read(accountId);
    const names = await namesOfSpaces(db, accountId);
    const shares = [...names].map(([id, name]) => ({
      kind: 'space' as const,
      id,
      name,
      space_id: id,
      used: used.get(id) ?? 0,
    }));
    return { since: null, shares: largestFirst(shares) };
  };
}

function requestSources({
  database: { reader },
  clock,
  quotas,
}: Counted): Record<'day' | 'space' | 'key', UsageSource> {
  return {
    day: async (accountId) => {
      const { days, since } = lastDays(clock());
      const used = await quotas.requestsByDay(accountId, since);
      return { since, shares: days.map((day) => dayShare(day, used.get(Date.parse(day)))) };
    },
    space: async (accountId) => {
      const since = monthStart(clock());
      const names = await namesOfSpaces(reader, accountId);
      const used = new Map<string | null, number>();
      for (const { spaceId, requests } of await quotas.requestsBySender(accountId, since))
        used.set(spaceId, (used.get(spaceId) ?? 0) + requests);
      const shares = [...used].map(
        ([id, requests]): UsageShare => ({
          kind: id === null ? 'no_space' : 'space',
          id,
          name: names.get(id ?? '') ?? null,
          space_id: id,
          used: requests,
        }),
      );
      return { since, shares: largestFirst(shares) };
    },
    key: async (accountId) => {
      const since = monthStart(clock());
      const senders = await quotas.requestsBySender(accountId, since);
      return { since, shares: await keyShares(reader, senders) };
    },
  };
}

/** The keys with most requests, each by its name, and all others together. */
async function keyShares(db: Reader, senders: Awaited<ReturnType<Quotas['requestsBySender']>>): Promise<UsageShare[]> {
  const keys = senders.filter(({ id }) => !isCommon(id)).sort((one, other) => other.requests - one.requests);
  const shown = keys.slice(0, KEYS_SHOWN_MAX);
  const names = await namesOfKeys(
    db,
    shown.map(({ id }) => id),
  );
  const sum = (of: typeof senders) => of.reduce((total, { requests }) => total + requests, 0);
  const common = (kind: UsageShare['kind'], of: typeof senders): UsageShare[] =>
    of.length === 0 ? [] : [{ kind, id: null, name: null, space_id: null, used: sum(of) }];
  const ofCaller = (caller: string) => senders.filter(({ id }) => id === caller);
  return largestFirst([
    ...shown.map(
      ({ id, spaceId, requests }): UsageShare => ({
        kind: 'key',
        id,
        name: names.get(id) ?? null,
        space_id: spaceId,
        used: requests,
      }),
    ),
    ...common('people', ofCaller(callers.people)),
    ...common('scim', ofCaller(callers.scim)),
    ...common('other_keys', [...ofCaller(callers.others), ...keys.slice(KEYS_SHOWN_MAX)]),
  ]);
}

function isCommon(id: string): boolean {
  return (Object.values(callers) as string[]).includes(id);
}

/** Every day that is kept, today last. */
function lastDays(now: number): { readonly days: readonly string[]; readonly since: number } {
  const since = now - (now % DAY_MS) - (DAYS_KEPT - 1) * DAY_MS;
  const days = Array.from({ length: DAYS_KEPT }, (_, n) => new Date(since + n * DAY_MS).toISOString().slice(0, 10));
  return { days, since };
}

function dayShare(day: string, used = 0): UsageShare {
  return { kind: 'day', id: day, name: null, space_id: null, used: Math.max(0, used) };
}

/** What was given back after it was written may leave less than nothing on a day. */
function largestFirst(shares: readonly UsageShare[]): UsageShare[] {
  return shares
    .map((share) => ({ ...share, used: Math.max(0, share.used) }))
    .sort((one, other) => other.used - one.used);
}
