/** The session as components see it. */
import { useSyncExternalStore } from 'react';
import { type SessionState, session } from '../api/session.ts';

/** Who is logged in, as it stands now. */
export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, () => session.state);
}
