/** What a form does when it is sent. */
import { useLingui } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { ApiProblem, type Violation } from '../api/problem.ts';
import { showToast } from './toasts.ts';

const NONE: readonly Violation[] = [];

/**
 * Runs what a form does, one at a time, and keeps its refusal. If the form is gone by then, as its dialog was closed, a toast tells it.
 * @param what the form is for, such as the title of its dialog; the toast names it
 */
export function useAttempt(what?: string): {
  /** Why it failed; its message is shown to the person. */
  readonly problem: Error | null;
  /** The part of it that is about single values of the form. */
  readonly violations: readonly Violation[];
  readonly busy: boolean;
  readonly run: (work: () => Promise<void>) => Promise<void>;
  /** Forgets why it failed. */
  readonly reset: () => void;
  /** Whether the form is still there. */
  readonly isShown: { readonly current: boolean };
} {
  const { t } = useLingui();
  const isShown = useIsShown();
  const [problem, setProblem] = useState<Error | null>(null);
  const [violations, setViolations] = useState(NONE);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    setViolations(NONE);
    try {
      await work();
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error(String(thrown));
      if (!isShown.current) {
        const words = what === undefined ? error.message : t`“${what}” failed: ${error.message}`;
        showToast({ words, undo: null, isFailure: true });
      }
      setViolations(error instanceof ApiProblem ? error.violations : NONE);
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  const reset = () => {
    setProblem(null);
    setViolations(NONE);
  };
  return { problem, violations, busy, run, reset, isShown };
}

function useIsShown(): { readonly current: boolean } {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}
