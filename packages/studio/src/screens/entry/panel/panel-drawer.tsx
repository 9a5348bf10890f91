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
    <Drawer
      opened={opened}
      onClose={onClose}
      title={<Trans comment="Title of the sheet with Publish, Problems, Links and so on">About this entry</Trans>}
      position="bottom"
      size="85%"
    >
      {children}
    </Drawer>
  );
}
