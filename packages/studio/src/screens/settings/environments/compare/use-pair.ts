/** The two environments that the address of a page names. */
import { MAIN_ENVIRONMENT } from '../../../../api/main-environment.ts';
import { useAddress } from '../../../../frame/use-address.ts';
import { usePlace } from '../../../../frame/use-place.ts';
import { useReadyEnvironments } from '../use-ready-environments.ts';
import type { Pair } from './use-comparison.ts';

/**
 * Null where the address does not name two, or where one of them does not exist or is not ready.
 * @param target the parameter of the one where changes would go
 */
export function usePair(target: 'to' | 'into'): Pair | null {
  const { space } = usePlace();
  const { from, [target]: to = MAIN_ENVIRONMENT } = useAddress();
  const ready = useReadyEnvironments();
  if (from === undefined || from === to || !ready.includes(from) || !ready.includes(to)) return null;
  return { space, from, to };
}
