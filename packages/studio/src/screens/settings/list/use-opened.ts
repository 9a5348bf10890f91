/** Which thing of a list is open beside it: the address says so, so that it can be sent to a colleague, and Back closes it. */

import { useAddress, useChangeAddress } from '../../../frame/use-address.ts';
import { OPENED } from './opened.ts';

/** What of the list is open, by its id. */
export function useOpened(): {
  readonly id: string | undefined;
  readonly open: (id: string) => void;
  readonly close: () => void;
} {
  const id = useAddress()[OPENED];
  const change = useChangeAddress();
  return {
    id,
    open: (one) => change({ [OPENED]: one }, { isNewPlace: true }),
    close: () => change({ [OPENED]: undefined }),
  };
}
