/** A secret that is shown this once: to be copied now, because nobody can read it again. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Alert, Button, Code, CopyTextButton, Group, Stack, Text } from '../ui/index.ts';

interface ShownOnceProperties {
  readonly title: string;
  readonly secret: string;
  readonly onDone: () => void;
}

export function ShownOnce({ title, secret, onDone }: ShownOnceProperties): ReactNode {
  return (
    <Alert variant="light" color="petrol" title={title} role="status">
      <Stack gap="xs">
        <Text size="sm">
          <Trans>Copy it now. It will not be shown again.</Trans>
        </Text>
        <Code block tabIndex={0} aria-label={title}>
          {secret}
        </Code>
        <Group gap="xs">
          <CopyTextButton value={secret} variant="filled" />
          <Button size="xs" variant="default" onClick={onDone}>
            <Trans>I have copied it</Trans>
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
