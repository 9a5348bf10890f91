/** The filter of a list of change sets, from its query string. */
import { parseResourceId } from '../../model/spaces/resource-id.ts';
import { invalid } from '../../platform/errors/domain-error.ts';
import { didYouMean } from '../../platform/kit/suggestion.ts';
import { setStates } from './change-set.ts';
import { instantIn } from './set-times.ts';
import type { SetFilter } from './store.ts';

/** @throws `validation_failed` for a state that sets do not have, or what is no time */
export function filterOf(query: {
  readonly state?: string | undefined;
  readonly onto?: string | undefined;
  readonly entry?: string | undefined;
  readonly 'due[lte]'?: string | undefined;
}): SetFilter {
  const states = query.state?.split(',');
  const unknown = states?.find((state) => !(setStates as readonly string[]).includes(state));
  if (unknown !== undefined) {
    const hint = didYouMean(unknown, setStates);
    throw invalid('query.state', 'enum', `Name states of change sets: ${setStates.join(', ')}.${hint}`, {
      listed: setStates,
    });
  }
  const { entry, onto, 'due[lte]': until } = query;
  const dueUntil = until === undefined ? undefined : instantIn('query.due[lte]', until);
  return { states, onto, dueUntil, entry: entry === undefined ? undefined : (parseResourceId(entry)?.key ?? entry) };
}
