/** For whoever writes and may not publish: who can, and the link to send them. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Button, CopyButton, Popover, Stack, Text } from '../../ui/index.ts';

const WIDTH = 280;

export function PublishHint(): ReactNode {
  return (
    <Popover position="bottom-end" width={WIDTH} trapFocus returnFocus>
      <Popover.Target>
        <Button size="xs" variant="default">
          <Trans>Who can publish?</Trans>
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap="xs">
          <Text size="sm">
            <Trans>
              You can write this entry, but not publish it. Editors and admins can: send one of them the link.
            </Trans>
          </Text>
          <CopyButton value={location.href}>
            {({ copied, copy }) => (
              <Button size="xs" variant="default" onClick={copy} data-autofocus>
                {copied ? <Trans>Link copied</Trans> : <Trans>Copy link</Trans>}
              </Button>
            )}
          </CopyButton>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
