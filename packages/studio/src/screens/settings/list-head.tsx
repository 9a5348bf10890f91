/** The head of a list of the settings: what it is about, and the button that adds to it. */
import type { ReactNode } from 'react';
import { AddIcon } from '../../ui/icons.ts';
import { Button, Group, Stack, Text, Title } from '../../ui/index.ts';

const ICON_SIZE = 16;

interface ListHeadProperties {
  readonly title: ReactNode;
  readonly about: ReactNode;
  /** What the button says. */
  readonly add: ReactNode;
  /** Whether the person may add something; there is no button otherwise. */
  readonly mayAdd: boolean;
  readonly onAdd: () => void;
}

export function ListHead({ title, about, add, mayAdd, onAdd }: ListHeadProperties): ReactNode {
  return (
    <Group justify="space-between" align="flex-start">
      <Stack gap={4} flex="1 1 280px">
        <Title order={2}>{title}</Title>
        <Text size="sm" c="dimmed">
          {about}
        </Text>
      </Stack>
      {mayAdd && (
        <Button leftSection={<AddIcon size={ICON_SIZE} aria-hidden />} onClick={onAdd}>
          {add}
        </Button>
      )}
    </Group>
  );
}
