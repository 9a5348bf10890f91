/** Webhooks as operators see them, with the state of their receivers. */
import type { Reader } from '../../platform/database/database.ts';
import type { Page } from '../../platform/database/pages.ts';
import { AT_ONCE } from './dispatch/delivery.ts';

export interface WebhookFilter {
  /** Id of the account that the webhooks belong to. */
  readonly account?: string | undefined;
  /** Id of the space that the webhooks belong to. */
  readonly space?: string | undefined;
  readonly status?: WebhookStatus | undefined;
}

/** `failing` if the latest attempts failed; `off` if a user or Lectern switched it off. */
export type WebhookStatus = 'active' | 'failing' | 'off';

interface PageFilter extends WebhookFilter {
  /** Only webhooks whose receiver fails, or with an attempt that has been due since before this time, in milliseconds. */
  readonly stuckSince?: number;
}

/** A page of webhooks, by id. */
export function webhookPage(db: Reader, { account, space, status, stuckSince }: PageFilter, { after, limit }: Page) {
  let query = db
    .selectFrom('webhooks')
    .innerJoin('spaces', 'spaces.id', 'webhooks.space_id')
    .select(['webhooks.id', 'webhooks.name', 'url', 'space_id', 'account_id', 'active', 'disabled_reason'])
    .select(['failures', 'failing_since'])
    .where('webhooks.id', '>', after)
    .orderBy('webhooks.id')
    .limit(limit);
  if (account !== undefined) query = query.where('spaces.account_id', '=', account);
  if (space !== undefined) query = query.where('space_id', '=', space);
  if (status === 'off') query = query.where('active', '=', 0);
  else if (status !== undefined) query = query.where('active', '=', 1);
  if (stuckSince !== undefined)
    query = query.where((eb) =>
      eb.or([
        eb('failures', '>', 0),
        eb.exists(
          eb
            .selectFrom('webhook_attempts as a')
            .select('a.id')
            .whereRef('a.webhook', '=', 'webhooks.id')
            .where('a.due_at', '<=', stuckSince)
            .where('a.created_at', '<=', stuckSince),
        ),
      ]),
    );
  if (status === 'failing') query = query.where('failures', '>', 0);
  if (status === 'active') query = query.where('failures', '=', 0);
  return query.execute();
}

export type WebhookOnPage = Awaited<ReturnType<typeof webhookPage>>[number];

/** How many attempts are waiting for a webhook, and since when the first of them has been due, if any is. */
export async function waitingFor(db: Reader, webhook: string, now: number) {
  const { waiting, due_since: dueSince } = await db
    .selectFrom('webhook_attempts')
    .select((eb) => [
      eb.fn.countAll<number>().as('waiting'),
      eb.fn
        .min<number | null>(
          eb
            .case()
            .when('due_at', '<=', AT_ONCE)
            .then(eb.ref('created_at'))
            .when('due_at', '<=', now)
            .then(eb.ref('due_at'))
            .end(),
        )
        .as('due_since'),
    ])
    .where('webhook', '=', webhook)
    .where('due_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return { waiting: Number(waiting), dueSince: dueSince === null ? null : Number(dueSince) };
}
