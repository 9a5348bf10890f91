/** What stands where a list has nothing to show: why, and the next step. */
import { Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProperties {
  readonly title: ReactNode;
  /** A sentence about what to do. */
  readonly detail?: ReactNode;
  /** The buttons of the next step. */
  readonly children?: ReactNode;
}

export function EmptyState({ title, detail, children }: EmptyStateProperties): ReactNode {
  return (
    <Stack role="status" align="center" gap={4} px="md" py={48} ta="center">
      <Text fw={600}>{title}</Text>
      {detail !== undefined && (
        <Text size="sm" c="dimmed" maw="44ch">
          {detail}
        </Text>
      )}
      {children && (
        <Group gap="xs" justify="center" mt="sm">
          {children}
        </Group>
      )}
    </Stack>
  );
}
