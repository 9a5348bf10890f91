/** How safe what was written is, in the words of the server's acknowledgements. */
import { Trans } from '@lingui/react/macro';
import { type ReactNode, useEffect, useState } from 'react';
import type { Draft, DraftState } from '../../drafts/types.ts';
import { useDraft } from '../../fields/open-entry.tsx';
import { CheckIcon, OfflineIcon, ProblemIcon, SaveIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import styles from './entry.module.css';

const SECOND_MS = 1000;

export function SaveState({ draft }: { readonly draft: Draft }): ReactNode {
  const state = useDraft(draft, ({ state: now }) => now);
  const isStored = useDraft(draft, ({ entry }) => entry !== null);
  const failure = useDraft(draft, ({ deviceFailure }) => deviceFailure);
  const isKept = failure === null;
  const words = <SaveWords state={state} isStored={isStored} isKept={isKept} />;
  return (
    <span className={styles.save} data-status={state.status}>
      <span className={styles.save} data-status={state.status} role="status">
        <SaveSign status={state.status} />
        {words}
        {failure !== null && state.status !== 'saved' && state.status !== 'kept' && (
          <span title={failure.message}>
            <Trans>(not kept on this device)</Trans>
          </span>
        )}
      </span>
      {state.status === 'kept' && state.nextTryAt !== null && <NextTry at={state.nextTryAt} />}
      {(state.status === 'kept' || (state.status === 'needs-you' && state.need.kind === 'refused')) && (
        <Button variant="subtle" size="compact-xs" onClick={() => draft.retry()}>
          <Trans>Try now</Trans>
        </Button>
      )}
    </span>
  );
}

interface SaveWordsProperties {
  readonly state: DraftState;
  readonly isStored: boolean;
  /** Whether this device keeps what is not saved. */
  readonly isKept: boolean;
}

function SaveWords({ state, isStored, isKept }: SaveWordsProperties): ReactNode {
  if (state.status === 'saved') return isStored ? <Trans>Saved</Trans> : <Trans>Nothing entered yet</Trans>;
  if (state.status === 'saving') return <Trans>Saving…</Trans>;
  if (state.status === 'needs-you')
    return state.need.kind === 'unfinished' ? <Trans>Not finished</Trans> : <Trans>Needs attention</Trans>;
  return <KeptWords state={state} isKept={isKept} />;
}

interface KeptWordsProperties extends Pick<SaveWordsProperties, 'isKept'> {
  readonly state: Extract<DraftState, { status: 'kept' }>;
}

function KeptWords({ state, isKept }: KeptWordsProperties): ReactNode {
  const isOut = state.reason === 'session';
  if (isKept) return isOut ? <Trans>Kept on this device until you log in</Trans> : <Trans>Kept on this device</Trans>;
  if (isOut) return <Trans>Only in this tab until you log in. Keep it open.</Trans>;
  return <Trans>Only in this tab. Keep it open.</Trans>;
}

/** Counts down. It stands outside of what is read out when it changes, which would be each second. */
function NextTry({ at }: { readonly at: number }): ReactNode {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.ceil((at - now) / SECOND_MS);
  return seconds > 0 && <Trans>· next try in {seconds} s</Trans>;
}

function SaveSign({ status }: { readonly status: DraftState['status'] }): ReactNode {
  const Sign = { saved: CheckIcon, saving: SaveIcon, kept: OfflineIcon, 'needs-you': ProblemIcon }[status];
  return <Sign size={16} aria-hidden />;
}
