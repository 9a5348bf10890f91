/** What Studio shows on a page of plain http from another machine, where browsers keep nothing for it. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Stack, Text, Title } from '../ui/index.ts';

export function NeedsHttps(): ReactNode {
  return (
    <Stack component="main" align="center" gap="xs" p="xl">
      <Title order={1}>
        <Trans>Studio needs https</Trans>
      </Title>
      <Text maw={520}>
        <Trans>
          Browsers only keep drafts safe on https pages and on this machine. Put a certificate in front of Lectern, as
          the guide to running on one machine describes, or open Studio as localhost.
        </Trans>
      </Text>
    </Stack>
  );
}
