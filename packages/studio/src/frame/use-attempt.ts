/** What forms do with a request: one at a time, and the words of a refusal kept. */
import { useState } from 'react';

/** Runs what a form does, one at a time, and keeps the words of its refusal. */
export function useAttempt(): {
  readonly problem: string | null;
  readonly busy: boolean;
  readonly run: (work: () => Promise<void>) => Promise<void>;
  /** Forgets the words of the refusal. */
  readonly reset: () => void;
} {
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    if (busy) return;
    setBusy(true);
    setProblem(null);
    try {
      await work();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return { problem, busy, run, reset: () => setProblem(null) };
}
