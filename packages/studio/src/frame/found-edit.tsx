/** Offers what this device kept of an edit where somebody has changed what it was made of. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Alert, Button, Group, Stack, Text } from '../ui/index.ts';

interface FoundEditProperties {
  /** When it was written, in milliseconds since 1970. */
  readonly at: number;
  /** What is in it. */
  readonly children: ReactNode;
  onTake(): void;
  onDiscard(): void;
}

export function FoundEdit({ at, children, onTake, onDiscard }: FoundEditProperties): ReactNode {
  const { i18n } = useLingui();
  const when = i18n.date(new Date(at), { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <Alert color="orange" variant="light" title={<Trans>This device has changes that were never saved</Trans>}>
      <Stack gap="xs">
        <Text size="sm">
          <Trans>You wrote it on {when}. Someone has changed the same value since.</Trans>
        </Text>
        {children}
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={onTake}>
            <Trans>Restore it</Trans>
          </Button>
          <Button size="xs" variant="default" onClick={onDiscard}>
            <Trans>Discard</Trans>
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
