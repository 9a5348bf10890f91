/** Everything that only one entry of a type may hold at a time. */
import type { TypedWork } from '../entry.ts';
import type { StatesChange } from './held-kind.ts';
import { heldSlugs } from './slugs.ts';
import { heldValues } from './unique-values.ts';

/** In the order in which they are taken. */
export const heldKinds = [heldSlugs, heldValues] as const;

/**
 * Makes an entry hold what its states have, and release the rest.
 * @throws `slug_conflict`, or `validation_failed` with rule `unique`, if another entry of the type holds something of it
 */
export async function keepHeld(work: TypedWork, entry: number, states: StatesChange): Promise<void> {
  for (const kind of heldKinds) await kind.keep(work, entry, states);
}

/** Releases what an entry will not hold any more, so that others of the same write can take it. */
export async function releaseHeld(work: TypedWork, entry: number, states: StatesChange): Promise<void> {
  for (const kind of heldKinds) await kind.release(work, entry, states);
}
