/** Something done with many items at once: what is asked before, and of each that it could not be done with, why. */
import { useState } from 'react';
import { useAttempt } from '../use-attempt.ts';

/** An item that something could not be done with. */
export interface Refusal {
  readonly title: string;
  readonly message: string;
}

/** What came of it. */
export interface BulkResult {
  readonly action: string;
  /** With how many it was done. */
  readonly count: number;
  readonly refusals: readonly Refusal[];
}

/**
 * @param act does what was confirmed
 * @param onDone is called with what came of it
 */
export function useBulk<Chosen>(
  act: (chosen: Chosen) => Promise<BulkResult>,
  onDone: (result: BulkResult) => Promise<void>,
) {
  const { problem, busy, run } = useAttempt();
  const [asked, ask] = useState<Chosen | null>(null);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const confirm = (chosen: Chosen) => {
    ask(null);
    void run(async () => {
      const result = await act(chosen);
      setRefusals(result.refusals);
      await onDone(result);
    });
  };
  return { asked, ask, confirm, problem, busy, refusals };
}
