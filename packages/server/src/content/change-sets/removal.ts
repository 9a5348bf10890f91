/** Removes the change sets of an environment that is deleted. */
import type { RemovalStep } from '../../model/spaces/space-content.ts';
import { removeSomeSets } from './store.ts';

/** Sets whose rows one step removes. */
const SETS_AT_ONCE = 1;

export const removeChangeSets: RemovalStep = (writer, environment) => removeSomeSets(writer, environment, SETS_AT_ONCE);
