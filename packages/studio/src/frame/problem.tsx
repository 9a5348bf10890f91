/** Why something was not done, in the words of the person; with details to copy where they could not have expected it. */
import type { ReactNode } from 'react';
import { isUnexpected } from '../api/problem.ts';
import { Alert, Stack } from '../ui/index.ts';
import { CopyDetails } from './copy-details.tsx';

/** @param error null where nothing went wrong: then nothing is shown; words where a screen expects it */
export function Problem({ error }: { readonly error: Error | string | null }): ReactNode {
  if (error === null) return null;
  const words = typeof error === 'string' ? error : error.message;
  return (
    <Alert color="red" variant="light" role="alert">
      {typeof error !== 'string' && isUnexpected(error) ? (
        <Stack gap="xs" align="flex-start">
          {words}
          <CopyDetails error={error} />
        </Stack>
      ) : (
        words
      )}
    </Alert>
  );
}
