/** Why two environments cannot be compared or merged. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { ApiProblem } from '../../../../api/problem.ts';
import { ScreenError } from '../../../../frame/screen-error.tsx';
import { EmptyState } from '../../../../ui/index.ts';

interface NotComparableProperties {
  readonly error: unknown;
  readonly again: () => void;
}

export function NotComparable({ error, again }: NotComparableProperties): ReactNode {
  const { t } = useLingui();
  if (!(error instanceof ApiProblem && error.code === 'conflict')) return <ScreenError error={error} reset={again} />;
  return (
    <EmptyState
      title={t`These two have nothing in common`}
      detail={t`Environments can be compared and merged if one is a copy of the other, or both are copies of a third one.`}
    />
  );
}
