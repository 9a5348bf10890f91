/** All values that only one entry of a type may have at a time: slugs and unique values. */
import type { TypedWork } from '../entry.ts';
import type { StatesChange } from './claim-kind.ts';
import { slugClaims } from './slugs.ts';
import { uniqueValueClaims } from './unique-values.ts';

/** In the order in which they are taken. */
export const claimKinds = [slugClaims, uniqueValueClaims] as const;

/**
 * Takes the values of an entry's states, and releases the rest.
 * @throws `slug_conflict`, or `validation_failed` with rule `unique`, if another entry of the type has one of them
 */
export async function updateClaims(work: TypedWork, entry: number, states: StatesChange): Promise<void> {
  for (const kind of claimKinds) await kind.update(work, entry, states);
}

/** Releases the values that an entry gives up, so that others in the same write can take them. */
export async function releaseClaims(work: TypedWork, entry: number, states: StatesChange): Promise<void> {
  for (const kind of claimKinds) await kind.release(work, entry, states);
}
