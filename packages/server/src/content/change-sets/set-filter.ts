/** The filter of a list of change sets, from its query string. */
import { parseResourceId } from '../../model/spaces/resource-id.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import { didYouMean } from '../../platform/kit/suggestion.ts';
import { setStates } from './change-set.ts';
import type { SetFilter } from './store.ts';

/** @throws `validation_failed` for a state that sets do not have */
export function filterOf(query: {
  readonly state?: string | undefined;
  readonly onto?: string | undefined;
  readonly entry?: string | undefined;
}): SetFilter {
  const states = query.state?.split(',');
  const unknown = states?.find((state) => !(setStates as readonly string[]).includes(state));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, setStates);
    throw invalid('query.state', 'enum', `Name states of change sets: ${setStates.join(', ')}.${hint}`, {
      listed: setStates,
    });
  }
  const { entry } = query;
  return { states, onto: query.onto, entry: entry === undefined ? undefined : (parseResourceId(entry)?.key ?? entry) };
}
