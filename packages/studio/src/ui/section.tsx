/** A part of a screen that is read or set for itself: its title, what it is about, and a line between it and the one before. */
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './section.module.css';

interface SectionProperties {
  readonly title: string;
  /** A sentence below the title. */
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, about, children }: SectionProperties): ReactNode {
  return (
    <Stack component="section" aria-label={title} gap="md" className={styles.section}>
      <div>
        <Title order={2}>{title}</Title>
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
