/** Reads the entry that an address names, while the screen and what it stands in are still loaded. */
import { session } from '../../api/session.ts';
import type { EntryAddress } from '../../drafts/types.ts';
import { draftsOf } from '../../frame/use-drafts.ts';
import { NEW_KEY } from './entry-search.ts';
import { InReleaseProvider } from './release/in-release-on-demand.ts';

/** Begins to open it. The screen waits for the same answer; where there is none, it asks again and says why. */
export function readAhead(address: EntryAddress): void {
  if (address.key === NEW_KEY) return;
  if (address.release !== undefined) InReleaseProvider.preload();
  draftsOf(session.state)
    .open(address)
    .catch(() => {});
}
