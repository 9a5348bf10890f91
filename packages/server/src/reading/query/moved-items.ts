/** Reads from the journal what moved after a revision, in the orders that edits change. */
import type { Reader } from '../../platform/database/database.ts';
import { Pace } from '../../platform/kit/pace.ts';
import { type MovedItem, selectMovedItems } from './store.ts';

/** Items that are read at once. */
const ITEMS_AT_ONCE = 1_000;

/** A section of the journal of an environment. */
export interface MovedPart {
  readonly environment: number;
  readonly kind: 'entry' | 'asset';
  /** The section starts after this revision. */
  readonly since: number;
  /** The last revision of the section. */
  readonly until: number;
}

/** The items that moved something, in batches with pauses in between. */
export async function* movedItems(
  reader: Reader,
  { environment, kind, since, until }: MovedPart,
): AsyncGenerator<readonly MovedItem[]> {
  const pace = new Pace();
  let place = { revision: since, ordinal: Number.MAX_SAFE_INTEGER };
  for (;;) {
    const items = await selectMovedItems(reader, { environment, kind, until, limit: ITEMS_AT_ONCE, ...place });
    yield items;
    const last = items.at(-1);
    if (last === undefined || items.length < ITEMS_AT_ONCE) return;
    place = { revision: last.revision, ordinal: last.ordinal };
    await pace.restIfDue();
  }
}

/**
 * The entries that made one of these moves.
 * @param bits `moves` and `arrival`: bits of `MOVED`
 * @returns by key: whether the entry arrived in the list since then
 */
export async function movedSince(
  reader: Reader,
  part: MovedPart,
  bits: { readonly moves: number; readonly arrival: number },
): Promise<ReadonlyMap<string, boolean>> {
  const found = new Map<string, boolean>();
  for await (const items of movedItems(reader, part)) {
    for (const { item_key: key, moved } of items) {
      if ((moved & bits.moves) !== 0) found.set(key, found.get(key) === true || (moved & bits.arrival) !== 0);
    }
  }
  return found;
}
