/** A part of the page, with a heading and a sentence about it. */
import type { ReactNode } from 'react';
import { Stack, Text, Title } from '../../../ui/index.ts';
import styles from './single-sign-on.module.css';

interface StepProperties {
  readonly title: ReactNode;
  readonly about: ReactNode;
  readonly children: ReactNode;
}

export function Step({ title, about, children }: StepProperties): ReactNode {
  return (
    <Stack component="section" className={styles.step} gap="md">
      <Stack gap={4}>
        <Title order={3}>{title}</Title>
        <Text size="sm" c="dimmed" className={styles.words} component="div">
          {about}
        </Text>
      </Stack>
      {children}
    </Stack>
  );
}
