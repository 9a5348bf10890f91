/** What a form does when it is sent. */
import { useState } from 'react';
import { ApiProblem, type Violation } from '../api/problem.ts';

const NONE: readonly Violation[] = [];

/** Runs what a form does, one at a time, and keeps its refusal. */
export function useAttempt(): {
  /** Why it failed; its message is shown to the person. */
  readonly problem: Error | null;
  /** The part of it that is about single values of the form. */
  readonly violations: readonly Violation[];
  readonly busy: boolean;
  readonly run: (work: () => Promise<void>) => Promise<void>;
  /** Forgets why it failed. */
  readonly reset: () => void;
} {
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
    } catch (error) {
      setViolations(error instanceof ApiProblem ? error.violations : NONE);
      setProblem(error instanceof Error ? error : new Error(String(error)));
    } finally {
      setBusy(false);
    }
  };
  const reset = () => {
    setProblem(null);
    setViolations(NONE);
  };
  return { problem, violations, busy, run, reset };
}
