/** An action on many items at once: the question before it, and why it failed for some of them. */
import { useState } from 'react';
import { useAttempt } from '../use-attempt.ts';

/** An item for which an action failed. */
export interface Refusal {
  readonly title: string;
  readonly message: string;
}

/** The result of an action. */
export interface BulkResult {
  readonly action: string;
  /** For how many it succeeded. */
  readonly count: number;
  readonly refusals: readonly Refusal[];
}

/**
 * @param act does what was confirmed
 * @param onDone is called with the result, and what was chosen
 */
export function useBulk<Chosen>(
  act: (chosen: Chosen) => Promise<BulkResult>,
  onDone: (result: BulkResult, chosen: Chosen) => Promise<void>,
) {
  const { problem, busy, run } = useAttempt();
  const [asked, ask] = useState<Chosen | null>(null);
  const [refusals, setRefusals] = useState<readonly Refusal[]>([]);
  const confirm = (chosen: Chosen) => {
    ask(null);
    void run(async () => {
      const result = await act(chosen);
      setRefusals(result.refusals);
      await onDone(result, chosen);
    });
  };
  return { asked, ask, confirm, problem, busy, refusals };
}
