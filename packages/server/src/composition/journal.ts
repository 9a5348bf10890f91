/** The journal and its dependencies. It is built first because other parts need it; parts that follow it register later. */
import { Subscriptions } from '../identity/accounts/plans/subscriptions.ts';
import { Usage } from '../identity/accounts/plans/usage.ts';
import { Heads } from '../model/spaces/heads.ts';
import type { MovedEnvironment } from '../platform/journal/environment-heads.ts';
import { IdempotencyRecords } from '../platform/journal/idempotency.ts';
import { Journal } from '../platform/journal/journal.ts';
import { RecordDigests } from '../platform/journal/record-digests.ts';
import { steadyClock } from '../platform/kit/clock.ts';
import { SealedBox } from '../platform/kit/sealed-box.ts';
import type { Foundation } from './foundation.ts';

/** Called after the commit for each environment that a write of this process changed. */
export type Follower = (moved: MovedEnvironment) => void;

export interface JournalParts {
  readonly heads: Heads;
  readonly digests: RecordDigests;
  /** What accounts use. Counted in the same write as the change. */
  readonly usage: Usage;
  /** Which plan each account has. */
  readonly subscriptions: Subscriptions;
  readonly journal: Journal;
  /** Registers another follower. */
  follow(follower: Follower): void;
}

export function composeJournal({ database, clock, secret, plans }: Foundation): JournalParts {
  const followers: Follower[] = [];
  const onMoved: Follower = (moved) => {
    for (const follower of followers) follower(moved);
  };
  const heads = new Heads({ database, clock: steadyClock });
  const digests = new RecordDigests(secret);
  const idempotency = new IdempotencyRecords(new SealedBox(secret, 'idempotency'));
  const usage = new Usage(plans);
  const journal = new Journal({ database, heads, idempotency, digests, usage, clock, onMoved });
  const subscriptions = new Subscriptions(plans);
  return { heads, digests, usage, subscriptions, journal, follow: (follower) => void followers.push(follower) };
}
