/** Why something was not done, over the screen: for what is done where nothing can be said. */
import type { ReactNode } from 'react';
import { Modal } from '../ui/index.ts';
import { Problem } from './problem.tsx';

interface ProblemDialogProperties {
  /** What is so because of it. */
  readonly title: string;
  readonly problem: Error;
  readonly onClose: () => void;
}

export function ProblemDialog({ title, problem, onClose }: ProblemDialogProperties): ReactNode {
  return (
    <Modal opened onClose={onClose} title={title} centered>
      <Problem error={problem} />
    </Modal>
  );
}
