/** Removes the change sets of an environment that is deleted, and the addresses of its calendar. */
import type { RemovalStep } from '../../model/spaces/space-content.ts';
import { deleteFeedsIn } from './calendar/feed-store.ts';
import { removeSomeSets } from './store.ts';

/** Sets whose rows one step removes. */
const SETS_AT_ONCE = 1;

export const removeChangeSets: RemovalStep = async (writer, environment) => {
  await deleteFeedsIn(writer, environment);
  return removeSomeSets(writer, environment, SETS_AT_ONCE);
};
