/** Says over the entry why an action on it failed. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Modal } from '../../ui/index.ts';
import { ActionFailure } from './action-failure.tsx';

interface ActionFailureDialogProperties {
  readonly error: Error;
  /** The person has read it. */
  onRead(): void;
}

export function ActionFailureDialog({ error, onRead }: ActionFailureDialogProperties): ReactNode {
  return (
    <Modal opened onClose={onRead} title={<Trans>Not done</Trans>}>
      <ActionFailure error={error} onRead={onRead} />
    </Modal>
  );
}
