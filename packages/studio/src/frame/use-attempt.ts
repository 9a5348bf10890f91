/** What forms do with a request: one at a time, and the refusal kept. */
import { useState } from 'react';
import { ApiProblem, type Violation } from '../api/problem.ts';

const NONE: readonly Violation[] = [];

/** Runs what a form does, one at a time, and keeps its refusal. */
export function useAttempt(): {
  /** Why it failed, whose message is for people. */
  readonly problem: Error | null;
  /** What of it belongs to a value of the form. */
  readonly violations: readonly Violation[];
  readonly busy: boolean;
  readonly run: (work: () => Promise<void>) => Promise<void>;
  /** Forgets the words of the refusal. */
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
