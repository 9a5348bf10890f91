/** Asks before a saved view is deleted. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { SavedView } from '../../api/types.ts';
import { DangerDialog } from '../../frame/form-dialog.tsx';

interface DeleteViewProperties {
  readonly view: SavedView;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}

export function DeleteView({ view, onConfirm, onClose }: DeleteViewProperties): ReactNode {
  const { t } = useLingui();
  return (
    <DangerDialog title={t`Delete view ${view.name}`} action={t`Delete`} onSubmit={onConfirm} onClose={onClose}>
      {view.shared ? (
        <Trans>Everyone in this space loses the view. Its entries stay.</Trans>
      ) : (
        <Trans>Its entries stay.</Trans>
      )}
    </DangerDialog>
  );
}
