/** The head of a list of the settings: what it is about, and the button that adds to it. */
import type { ReactNode } from 'react';
import { AddIcon } from '../../ui/icons.ts';
import { Button, Group, Text } from '../../ui/index.ts';

const ICON_SIZE = 16;

interface ListHeadProperties {
  readonly about: ReactNode;
  /** What the button says. */
  readonly add: ReactNode;
  /** Whether the person may add something; there is no button otherwise. */
  readonly mayAdd: boolean;
  readonly onAdd: () => void;
}

export function ListHead({ about, add, mayAdd, onAdd }: ListHeadProperties): ReactNode {
  return (
    <Group justify="space-between">
      <Text size="sm" c="dimmed">
        {about}
      </Text>
      {mayAdd && (
        <Button leftSection={<AddIcon size={ICON_SIZE} aria-hidden />} onClick={onAdd}>
          {add}
        </Button>
      )}
    </Group>
  );
}
