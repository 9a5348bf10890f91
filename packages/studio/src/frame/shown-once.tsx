/** A secret that is shown this once: to be copied now, because nobody can read it again. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Alert, Button, Code, CopyButton, Group, Stack, Text } from '../ui/index.ts';

interface ShownOnceProperties {
  readonly title: string;
  readonly secret: string;
  readonly onDone: () => void;
}

export function ShownOnce({ title, secret, onDone }: ShownOnceProperties): ReactNode {
  const { t } = useLingui();
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
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button size="xs" onClick={copy}>
                {copied ? t`Copied` : t`Copy`}
              </Button>
            )}
          </CopyButton>
          <Button size="xs" variant="default" onClick={onDone}>
            <Trans>I have copied it</Trans>
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
