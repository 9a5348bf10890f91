/** Says in a release that the page cannot show it, and what its address lacks. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Alert, Anchor, Code, Stack, Text } from '../../../ui/index.ts';
import { withToken } from './address.ts';
import styles from './preview.module.css';
import { ToAddress } from './to-address.tsx';

const GUIDE = '/docs/guide/read-content#previews';

/** @param address the preview address of the content type */
export function WithoutTokenNote({ address }: { readonly address: string }): ReactNode {
  const token = <Code>{'{preview}'}</Code>;
  return (
    <Alert color="orange" variant="light" title={<Trans>The page shows the draft, without the release</Trans>}>
      <Stack gap="xs">
        <Text size="sm">
          <Trans>Its address lacks {token}, the token by which your site reads the release. It could be:</Trans>
        </Text>
        <Code className={styles.address}>{withToken(address)}</Code>
        <ToAddress />
        <Anchor href={GUIDE} target="_blank" size="sm">
          <Trans>How your site reads with it</Trans>
        </Anchor>
      </Stack>
    </Alert>
  );
}
