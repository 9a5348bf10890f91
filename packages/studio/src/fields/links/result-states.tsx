/** What a picker says where it has found nothing, while it looks, and where it could not look. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Alert, Button, EmptyState, Group, LateSkeleton } from '../../ui/index.ts';

const ROWS = 5;
const ROW_PIXELS = 40;

interface NoResultsProperties {
  /** That were searched. */
  readonly words: string;
  readonly detail?: ReactNode;
}

export function NoResults({ words: typed, detail }: NoResultsProperties): ReactNode {
  const { t } = useLingui();
  const words = typed.trim();
  return (
    <EmptyState
      title={words === '' ? t`Nothing to choose from yet` : t`No results for "${words}"`}
      {...(detail === undefined ? {} : { detail })}
    />
  );
}

interface SearchProblemProperties {
  readonly error: Error | null;
  readonly again: () => void;
}

export function SearchProblem({ error, again }: SearchProblemProperties): ReactNode {
  if (error === null) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      <Group justify="space-between" gap="xs">
        {error.message}
        <Button size="xs" variant="default" onClick={again}>
          <Trans>Try again</Trans>
        </Button>
      </Group>
    </Alert>
  );
}

export function LateRows({ waiting }: { readonly waiting: boolean }): ReactNode {
  if (!waiting) return null;
  return Array.from({ length: ROWS }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the shapes are alike and never move
    <LateSkeleton key={index} height={ROW_PIXELS} my={4} />
  ));
}
