/**
 * What keeps the open entry from being published, as the last check of the server said, and each input shows of it what is about
 * its value.
 */
import { createContext, use } from 'react';
import { isStillSo, type PublishProblem } from './kept-problems.ts';
import { useOpenEntry } from './open-entry.tsx';

export const PublishProblems = createContext<readonly PublishProblem[]>([]);

/** Those that still hold, of the values that are meant. */
export function usePublishProblems(isMeant: (problem: PublishProblem) => boolean): readonly PublishProblem[] {
  const { draft } = useOpenEntry();
  return use(PublishProblems).filter((problem) => isMeant(problem) && isStillSo(problem, draft));
}
