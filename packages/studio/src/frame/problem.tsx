/** Why something was not done, in the server's words. */
import type { ReactNode } from 'react';
import { Alert } from '../ui/index.ts';

/** @param words null where nothing went wrong: then nothing is shown */
export function Problem({ words }: { readonly words: string | null }): ReactNode {
  if (words === null) return null;
  return (
    <Alert color="red" variant="light" role="alert">
      {words}
    </Alert>
  );
}
