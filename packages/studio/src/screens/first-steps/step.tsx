/** One of the first steps: its number and name, whether it is done, and what there is to do. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CheckIcon } from '../../ui/icons.ts';
import { Group, Stack, Text, Title } from '../../ui/index.ts';
import styles from './step.module.css';

const ICON_SIZE = 16;

interface StepProperties {
  readonly number: number;
  readonly title: string;
  readonly done: boolean;
  /** Whether the step before it has to be taken first. */
  readonly locked?: boolean;
  readonly children: ReactNode;
}

export function Step({ number, title, done, locked = false, children }: StepProperties): ReactNode {
  const before = number - 1;
  return (
    <section className={styles.step} aria-label={title}>
      <span className={styles.sign} data-done={done || undefined} data-locked={locked || undefined} aria-hidden>
        {done ? <CheckIcon size={ICON_SIZE} /> : number}
      </span>
      <Stack gap="sm">
        <Group gap="xs" mih={28}>
          <Title order={2}>{title}</Title>
          {done && (
            <Text size="sm" c="var(--published)">
              <Trans>Done</Trans>
            </Text>
          )}
        </Group>
        {locked ? (
          <Text size="sm" c="dimmed">
            <Trans>Complete step {before} first.</Trans>
          </Text>
        ) : (
          children
        )}
      </Stack>
    </section>
  );
}
