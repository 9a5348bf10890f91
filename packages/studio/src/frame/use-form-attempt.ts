/** What a form does when it is sent, and where what was refused stands: at the inputs it is about, or above them all. */
import { useState } from 'react';
import type { FormRefusal } from '../ui/index.ts';
import { useAttempt } from './use-attempt.ts';

/** @param what as of `useAttempt` */
export function useFormAttempt(what?: string) {
  const { problem, violations, busy, run, isShown } = useAttempt(what);
  const [isAtInputs, setIsAtInputs] = useState(false);
  return {
    /** Why it failed; null where nothing did, or where all of it stands at inputs. */
    problem: isAtInputs ? null : problem,
    busy,
    run,
    isShown,
    /** What the `Form` takes. */
    placing: {
      refusals: violations,
      onUnplaced: (unplaced: readonly FormRefusal[]) => setIsAtInputs(violations.length > 0 && unplaced.length === 0),
    },
  };
}
