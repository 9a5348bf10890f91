/** Whether the screen is as narrow as a phone's, where bars of tools do not fit. */
import { useMediaQuery } from '@mantine/hooks';

const NARROW = '(max-width: 48em)';

/** Known before the first drawing, so that nothing moves. */
export function useNarrow(): boolean {
  return useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
}
