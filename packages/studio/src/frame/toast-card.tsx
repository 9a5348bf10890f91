/** What was just done, with *Undo* and *Close*. It stays for 20 seconds, and as long as it has the pointer or the focus. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CloseIcon } from '../ui/icons.ts';
import { ActionIcon, Button } from '../ui/index.ts';
import styles from './toasts.module.css';
import { PartlyUndone, type ShownToast, shownToast, showToast } from './toasts.ts';

/** WCAG 2.2.1: long enough to be found and pressed. */
const STAYS_MS = 20_000;

export function ToastCard({ toast }: { readonly toast: ShownToast }): ReactNode {
  const { t } = useLingui();
  const [isHeld, setHeld] = useState(false);
  const closer = useRef<HTMLButtonElement>(null);
  const [state, setState] = useState<'done' | 'undoing' | 'undone' | Error>('done');
  // What failed stays until it is closed.
  const stays = isHeld || toast.isFailure === true || state === 'undoing' || state instanceof Error;
  useEffect(() => {
    if (stays) return undefined;
    const timer = setTimeout(() => close(toast), STAYS_MS);
    return () => clearTimeout(timer);
  }, [stays, toast]);
  const undo = async (button: HTMLButtonElement) => {
    // It goes, and whoever came to it by keyboard goes on from here.
    if (button.matches(':focus-visible')) closer.current?.focus();
    setState('undoing');
    try {
      await toast.undo?.();
      setState('undone');
    } catch (error) {
      setState(error instanceof Error ? error : new Error(String(error)));
    }
  };
  const hold = { onPointerEnter: () => setHeld(true), onFocus: () => setHeld(true) };
  const release = { onPointerLeave: () => setHeld(false), onBlur: () => setHeld(false) };
  return (
    <div className={styles.toast} {...hold} {...release}>
      <span {...(toast.isFailure === true ? { role: 'alert' } : {})}>
        {state === 'undone' && t({ message: 'Undone.', comment: 'What was just done was undone' })}
        {state instanceof Error && (state instanceof PartlyUndone ? state.message : t`Not undone: ${state.message}`)}
        {(state === 'done' || state === 'undoing') && toast.words}
      </span>
      {toast.undo !== null && (state === 'done' || state === 'undoing') && (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={state === 'undoing'}
          onClick={({ currentTarget }) => void undo(currentTarget)}
        >
          <Trans>Undo</Trans>
        </Button>
      )}
      <ActionIcon ref={closer} size="sm" aria-label={t`Close`} onClick={() => close(toast)}>
        <CloseIcon size={16} aria-hidden />
      </ActionIcon>
    </div>
  );
}

function close(toast: ShownToast): void {
  if (shownToast() === toast) showToast(null);
}
