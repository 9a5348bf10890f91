/** One of the first steps: its number and name, whether it is done, and what there is to do. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CheckIcon } from '../../ui/icons.ts';
import { Group, Paper, Stack, Text, Title } from '../../ui/index.ts';

const ICON_SIZE = 16;

interface StepProperties {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  /** Whether a step before it has to be taken first. */
  readonly locked?: boolean;
  readonly children: ReactNode;
}

export function Step({ number, title, done, locked = false, children }: StepProperties): ReactNode {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={2}>
            {number}. {title}
          </Title>
          {done && (
            <Group gap={4}>
              <CheckIcon size={ICON_SIZE} aria-hidden />
              <Text size="sm">
                <Trans>Done</Trans>
              </Text>
            </Group>
          )}
        </Group>
        {locked ? (
          <Text size="sm" c="dimmed">
            <Trans>Complete the step before this one first.</Trans>
          </Text>
        ) : (
          children
        )}
      </Stack>
    </Paper>
  );
}
