/**
 * `change_set`: what lies over the environment for a request. It is read separately from the rest of the query string, because it
 * decides what the rest is read from, and is part of what a response is known by.
 */
import { splitList } from '../../../../contract/src/queries.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import { parameterIn } from './parameters.ts';

export const CHANGE_SET = 'change_set';
/** Change sets that one request can lay over each other. */
export const SETS_MAX = 10;

/**
 * The ids that a query string names, in the order in which the sets lie over each other; undefined without any.
 * @throws `validation_failed` over `SETS_MAX`
 */
export function changeSetsIn(search: string): readonly string[] | undefined {
  const given = parameterIn(search, CHANGE_SET);
  if (given === undefined) return undefined;
  const ids = [...new Set(splitList(given))];
  if (ids.length > SETS_MAX)
    throw invalid(
      `query.${CHANGE_SET}`,
      'max_items',
      `Give at most ${SETS_MAX} change sets; there are ${ids.length}.`,
      { limit: SETS_MAX, given: ids.length },
    );
  return ids;
}
