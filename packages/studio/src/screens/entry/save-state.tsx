/** How safe what was written is, in the words of the server's acknowledgements. */
import { Trans, useLingui } from '@lingui/react/macro';
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
    <span className={styles.save} data-status={state.status} role="status">
      <SaveSign status={state.status} />
      {words}
      {failure !== null && state.status !== 'saved' && state.status !== 'kept' && (
        <span title={failure.message}>
          <Trans>(not kept on this device)</Trans>
        </span>
      )}
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
  if (state.status === 'saved') return isStored ? <Trans>Saved</Trans> : <Trans>Nothing written yet</Trans>;
  if (state.status === 'saving') return <Trans>Saving</Trans>;
  if (state.status === 'needs-you') return <Trans>Needs you</Trans>;
  return <KeptWords state={state} isKept={isKept} />;
}

interface KeptWordsProperties extends Pick<SaveWordsProperties, 'isKept'> {
  readonly state: Extract<DraftState, { status: 'kept' }>;
}

function KeptWords({ state, isKept }: KeptWordsProperties): ReactNode {
  const { t } = useLingui();
  const seconds = useSecondsUntil(state.nextTryAt);
  if (!isKept) {
    if (state.reason === 'session') return t`Only in this tab until you log in: keep it open`;
    if (seconds === null || seconds <= 0) return t`Only in this tab: keep it open`;
    return t`Only in this tab: keep it open, next try in ${seconds} s`;
  }
  if (state.reason === 'session') return t`Kept on this device until you log in`;
  if (seconds === null || seconds <= 0) return t`Kept on this device`;
  return t`Kept on this device, next try in ${seconds} s`;
}

function useSecondsUntil(at: number | null): number | null {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (at === null) return;
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [at]);
  return at === null ? null : Math.ceil((at - now) / SECOND_MS);
}

function SaveSign({ status }: { readonly status: DraftState['status'] }): ReactNode {
  const Sign = { saved: CheckIcon, saving: SaveIcon, kept: OfflineIcon, 'needs-you': ProblemIcon }[status];
  return <Sign size={16} aria-hidden />;
}
