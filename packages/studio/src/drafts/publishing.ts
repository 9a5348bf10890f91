/**
 * What goes out when an entry is published, as this tab has been shown it. Invariant: for every entry that is open here, the
 * version that is published is the one whose values are on the screen, and what others put there since is in its `news`.
 */
import type { PublishPlan } from '../api/types.ts';
import type { Draft, Found } from './types.ts';
import type { FieldAndLocale } from './value-path.ts';

/** Others who save all the time may change an entry this often between the plan and the look at it. */
const LOOKS_MAX = 5;

export type PlanItem = PublishPlan['items'][number];

/** What keeps a draft from being published, the first of these. */
export type Block =
  /** What is typed there is no value yet. */
  | { readonly kind: 'unfinished'; readonly values: readonly FieldAndLocale[] }
  /** Both sides changed the same value. */
  | { readonly kind: 'undecided'; readonly values: readonly FieldAndLocale[] }
  /** An earlier tab left something here that was written over an older value. */
  | { readonly kind: 'found'; readonly values: readonly Found[] }
  /** Something of it is not on the server: see its `state`. */
  | { readonly kind: 'not-saved' };

/** What keeps the draft from being published from this tab; null if nothing does. Flush it first. */
export function blockOf(draft: Draft): Block | null {
  const unfinished = draft.unsavedValues().filter(({ field, locale }) => draft.unfinished(field, locale) !== undefined);
  if (unfinished.length > 0) return { kind: 'unfinished', values: unfinished };
  if (draft.undecided.length > 0) return { kind: 'undecided', values: draft.undecided };
  if (draft.found.length > 0) return { kind: 'found', values: draft.found };
  return draft.state.status === 'saved' && draft.entry !== null ? null : { kind: 'not-saved' };
}

/**
 * The plan of exactly what this tab shows: the entries of it that are open here are read again until it is.
 * @param openedOf the draft of an entry that is open in this tab
 * @returns null if others change them faster than they can be looked at
 */
export async function planAsShown(
  read: () => Promise<PublishPlan>,
  openedOf: (item: PlanItem) => Draft | undefined,
): Promise<PublishPlan | null> {
  for (let looks = 0; looks < LOOKS_MAX; looks++) {
    const plan = await read();
    const behind = plan.items.flatMap((item) => {
      const draft = openedOf(item);
      return draft === undefined || draft.entry?.version === item.version ? [] : [draft];
    });
    if (behind.length === 0) return plan;
    await Promise.all(behind.map((draft) => draft.refresh()));
  }
  return null;
}

/** The versions to publish, by id, as the bulk takes them. */
export function versionsOf(items: readonly PlanItem[]): Record<string, number> {
  return Object.fromEntries(items.map(({ id, version }) => [id, version]));
}
