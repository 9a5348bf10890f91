/**
 * Logging out. Everything is saved first, in all tabs. What could not be saved is named before anybody leaves, and the person
 * says whether this device keeps it.
 */
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { session } from '../api/session.ts';
import type { Remaining } from '../drafts/types.ts';
import { onDemand } from '../ui/index.ts';
import { saveEverything } from './before-leaving.ts';
import { clearLeftoversOf } from './unsaved.ts';
import { useAttempt } from './use-attempt.ts';

const ProblemDialog = onDemand(async () => (await import('./problem-dialog.tsx')).ProblemDialog);
const LeaveDialog = onDemand(async () => (await import('./leave-dialog.tsx')).LeaveDialog);

interface Leaving {
  /** Whether everything is being saved, what is left is being looked up, or the person is being logged out. */
  readonly busy: boolean;
  leave(): void;
  /** The dialog, where something is left or failed. */
  readonly question: ReactNode;
}

/** @param onLeft called once the person is out */
export function useLeaving(onLeft: () => unknown): Leaving {
  const { t } = useLingui();
  const { problem, busy, run, reset } = useAttempt();
  const [remaining, setRemaining] = useState<readonly Remaining[]>([]);

  const goOut = async () => {
    setRemaining([]);
    // Where the server is not reached, the session ends in this browser alone.
    await session.leave().catch(() => undefined);
    await onLeft();
  };
  const leave = async () => {
    await saveEverything();
    const left = await (await ownDrafts())?.remaining();
    if (left === undefined || left.length === 0) await goOut();
    else setRemaining(left);
  };
  const forgetAndGoOut = async () => {
    const { state } = session;
    await (await ownDrafts())?.forgetAll();
    if ('user' in state) clearLeftoversOf(state.user.id);
    await goOut();
  };

  const question = (
    <>
      {remaining.length > 0 && (
        <LeaveDialog
          remaining={remaining}
          onStay={() => setRemaining([])}
          onKeep={() => void run(goOut)}
          onForget={() => void run(forgetAndGoOut)}
        />
      )}
      {problem !== null && <ProblemDialog title={t`You are still logged in`} problem={problem} onClose={reset} />}
    </>
  );
  return { busy, leave: () => void run(leave), question };
}

/** The store of drafts, which no screen may have loaded yet. */
async function ownDrafts() {
  const { state } = session;
  if (!('user' in state)) return null;
  return (await import('./use-drafts.ts')).draftsOf(state);
}
