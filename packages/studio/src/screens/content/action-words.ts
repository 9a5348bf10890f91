/** What the buttons for many entries say. */
import { useLingui } from '@lingui/react/macro';
import type { Action } from './use-bulk-action.ts';

export function useActionWords(): Readonly<Record<Action, string>> {
  const { t } = useLingui();
  return { publish: t`Publish`, unpublish: t`Unpublish`, archive: t`Archive`, delete: t`Delete` };
}
