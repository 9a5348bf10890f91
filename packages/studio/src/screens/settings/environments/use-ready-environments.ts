/** The environments that something can be done with: all whose copy is neither in the making nor has failed. */
import { useSuspenseQuery } from '@tanstack/react-query';
import { environmentsQuery } from '../../../api/queries.ts';
import { usePlace } from '../../../frame/use-place.ts';

/** Their names. */
export function useReadyEnvironments(): readonly string[] {
  const environments = useSuspenseQuery(environmentsQuery(usePlace().space)).data;
  return environments.filter(({ status }) => status === 'ready').map(({ name }) => name);
}
