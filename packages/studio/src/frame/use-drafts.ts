/** The drafts of the person who is logged in. They are those of this tab, and outlive every screen. */
import { type SessionState, session } from '../api/session.ts';
import { openDrafts } from '../drafts/drafts.ts';
import type { Drafts } from '../drafts/types.ts';
import { saveBeforeLeaving } from './before-leaving.ts';
import { setUnsaved } from './unsaved.ts';
import { useSession } from './use-session.ts';

interface Held {
  readonly account: string;
  readonly user: string;
  readonly drafts: Drafts;
}

let held: Held | null = null;

/** Whoever logs out leaves no draft open: what was not acknowledged stays on the device, for them alone. */
session.subscribe(() => {
  if (session.state.status !== 'logged-out') return;
  held?.drafts.close();
  held = null;
  setUnsaved([]);
});

saveBeforeLeaving(async () => held?.drafts.flush());

export function useDrafts(): Drafts {
  return draftsOf(useSession());
}

/** The drafts of whoever is logged in. Components take them by `useDrafts`. */
export function draftsOf(state: SessionState): Drafts {
  if (!('user' in state)) throw new Error('Drafts are those of somebody who is logged in.');
  const [account, user] = [state.account.id, state.user.id];
  if (held !== null && held.account === account && held.user === user) return held.drafts;
  held?.drafts.close();
  const drafts = openDrafts({ account, user });
  held = { account, user, drafts };
  setUnsaved([]);
  drafts.subscribe(() => setUnsaved(drafts.unsaved().map(({ address }) => address)));
  return drafts;
}
