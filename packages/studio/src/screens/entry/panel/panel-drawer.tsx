/** The panel of an entry where it has no room beside the fields: over them. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Drawer } from '../../../ui/index.ts';

interface PanelDrawerProperties {
  readonly opened: boolean;
  readonly children: ReactNode;
  onClose(): void;
}

export function PanelDrawer({ opened, children, onClose }: PanelDrawerProperties): ReactNode {
  return (
    <Drawer opened={opened} onClose={onClose} title={<Trans>Details</Trans>} position="bottom" size="80%">
      {children}
    </Drawer>
  );
}
