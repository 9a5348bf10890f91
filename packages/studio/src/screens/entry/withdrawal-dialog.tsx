/** Asks before an entry is taken away from readers or out of the list. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Entry } from '../../api/types.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { Text } from '../../ui/index.ts';

export type Withdrawal = 'unpublish' | 'archive';

interface WithdrawalDialogProperties {
  readonly entry: Entry;
  readonly withdrawal: Withdrawal;
  onConfirm(): void;
  onClose(): void;
}

export function WithdrawalDialog({ entry, withdrawal, onConfirm, onClose }: WithdrawalDialogProperties): ReactNode {
  const { t } = useLingui();
  const isUnpublish = withdrawal === 'unpublish';
  const isSeen = entry.status === 'published' || entry.status === 'changed';
  return (
    <FormDialog
      title={isUnpublish ? t`Unpublish this entry?` : t`Archive this entry?`}
      action={isUnpublish ? t`Unpublish` : t`Archive`}
      onSubmit={async () => onConfirm()}
      onClose={onClose}
    >
      <Text size="sm">
        {isSeen && <Trans>Readers will no longer see it.</Trans>}{' '}
        {isUnpublish ? (
          <Trans>The draft stays here, and you can publish it again.</Trans>
        ) : (
          <Trans>It leaves the list and cannot be edited until someone unarchives it.</Trans>
        )}
      </Text>
    </FormDialog>
  );
}
