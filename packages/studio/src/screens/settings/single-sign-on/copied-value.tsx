/** A value that is copied to somewhere else, with its name and its button. */
import { type ReactNode, useId } from 'react';
import { Code, CopyTextButton, Group, Stack, Text } from '../../../ui/index.ts';
import styles from './single-sign-on.module.css';

interface CopiedValueProperties {
  readonly name: string;
  readonly value: string;
}

export function CopiedValue({ name, value }: CopiedValueProperties): ReactNode {
  const id = useId();
  return (
    <Stack gap={2}>
      <Text size="sm" fw={500} id={id}>
        {name}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code className={styles.value} aria-labelledby={id} dir="ltr">
          {value}
        </Code>
        <CopyTextButton value={value} flex="none" name={name} />
      </Group>
    </Stack>
  );
}
