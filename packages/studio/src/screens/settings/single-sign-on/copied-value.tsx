/** A value that is copied to somewhere else, with its name and its button. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Button, Code, CopyButton, Group, Stack, Text, VisuallyHidden } from '../../../ui/index.ts';
import styles from './single-sign-on.module.css';

interface CopiedValueProperties {
  readonly name: string;
  readonly value: string;
}

export function CopiedValue({ name, value }: CopiedValueProperties): ReactNode {
  const { t } = useLingui();
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
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" flex="none" onClick={copy}>
              {copied ? t`Copied` : <Trans>Copy</Trans>}
              <VisuallyHidden>: {name}</VisuallyHidden>
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
