/** A part of a screen that is read or set for itself: its title, what it is about, and a line between it and the one before. */
import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProperties {
  readonly title: string;
  /** A sentence below the title. */
  readonly about?: ReactNode;
  /** Beside the title. */
  readonly actions?: ReactNode;
  /** Of the heading, for what is labelled by it. */
  readonly titleId?: string;
  readonly children: ReactNode;
}

export function Section({ title, about, actions, titleId, children }: SectionProperties): ReactNode {
  return (
    <Stack component="section" aria-label={title} gap="md" className={styles.section}>
      <div>
        <Group justify="space-between" gap="xs">
          <Title order={2} {...(titleId === undefined ? {} : { id: titleId })}>
            {title}
          </Title>
          {actions}
        </Group>
        {about !== undefined && (
          <Text size="sm" c="dimmed" mt={4}>
            {about}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}
