/**
 * What the parts of a merge, or of undoing one, add to what the plan of the account counts. It is asked for all of them before the
 * first, as otherwise some would be written and the others refused. The sizes of files are left to each part.
 */
import { type ValueKind, valueKinds } from '../../content/kinds/kinds.ts';
import type { Usage } from '../../identity/accounts/plans/usage.ts';
import type { Environment } from '../../model/spaces/environment.ts';
import type { Reader } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { MetricSums } from '../../platform/journal/usage-changes.ts';
import type { PlanPart } from './plan.ts';
import type { Changed, MergeBefore } from './record.ts';

type Metric = 'content_types' | 'entries' | ValueKind['merge']['plural'];
export type Growth = ReadonlyMap<Metric, number>;

/** What a part of a merge adds, less what it deletes. */
export function growthOfPart({ types, entries, values }: PlanPart): Growth {
  const sum = (changed: Iterable<{ readonly outcome: { readonly action: string } }>) => {
    let grown = 0;
    for (const { outcome } of changed) grown += outcome.action === 'create' ? 1 : outcome.action === 'delete' ? -1 : 0;
    return grown;
  };
  return new Map([
    ['content_types', sum(types.values())],
    ['entries', sum(entries)],
    ...valueKinds.map((of) => [of.merge.plural, sum(values.filter(({ kind }) => kind === of))] as const),
  ]);
}

/** What undoing a part adds, less what it deletes. */
export function growthOfUndone(before: MergeBefore): Growth {
  const sum = (changed: readonly Changed<unknown>[] = []) =>
    changed.filter(({ version }) => version === null).length - changed.filter((one) => one.before === null).length;
  return new Map([
    ['content_types', sum(before.types)],
    ['entries', sum(before.entries)],
    ...valueKinds.map(({ merge }) => [merge.plural, sum(before[merge.plural])] as const),
  ]);
}

/** @throws `plan_limit_reached` if the account would have more than its plan allows after one of the parts, in their order */
export async function requireRoom(
  { usage, reader }: { readonly usage: Usage; readonly reader: Reader },
  { accountId }: Environment,
  parts: readonly Growth[],
): Promise<void> {
  const most = mostOf(parts);
  const room = await usage.room(reader, accountId);
  try {
    room.require(most);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const more = most.get(error.extra.metric as Metric);
    const message = `${error.message} There has to be room for ${more} more, as what is created comes before what is deleted.`;
    throw new DomainError(error.code, message, error.extra);
  }
}

/** How much more there is of each metric when there is most of it. */
function mostOf(parts: readonly Growth[]): MetricSums & Growth {
  const [sums, most] = [new Map<Metric, number>(), new Map<Metric, number>()];
  for (const [metric, by] of parts.flatMap((growth) => [...growth])) {
    const sum = (sums.get(metric) ?? 0) + by;
    sums.set(metric, sum);
    most.set(metric, Math.max(most.get(metric) ?? 0, sum));
  }
  return most;
}
