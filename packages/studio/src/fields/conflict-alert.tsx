/** The question whose value is to stand where two people wrote the same one, with the words that differ. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Field } from '../api/types.ts';
import { Alert, Button, Group, Text } from '../ui/index.ts';
import { Compared } from './compared.tsx';
import { useOpenEntry, useUnfinished, useValue } from './open-entry.tsx';

interface ConflictAlertProperties {
  readonly field: Field;
  readonly locale: string;
  readonly theirs: unknown;
}

export function ConflictAlert({ field, locale, theirs }: ConflictAlertProperties): ReactNode {
  const { draft } = useOpenEntry();
  const mine = useValue(draft, field.id, locale);
  const unfinished = useUnfinished(draft, field.id, locale);
  const typed = unfinished?.hidesValue ? unfinished.texts.join(', ') : undefined;
  return (
    <Alert
      color="orange"
      variant="light"
      p="xs"
      mt={4}
      title={<Trans>Somebody else changed this while you wrote</Trans>}
    >
      <Text size="sm" mb={4}>
        <Trans>
          Theirs is saved. Yours, crossed out here, is kept on this device until you choose; nothing is published before
          that.
        </Trans>
      </Text>
      <Compared field={field} before={mine} after={theirs} typed={typed} />
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={() => draft.takeTheirs(field.id, locale)}>
          <Trans>Take theirs</Trans>
        </Button>
        <Button size="xs" variant="default" onClick={() => draft.keepMine(field.id, locale)}>
          <Trans>Keep mine</Trans>
        </Button>
      </Group>
    </Alert>
  );
}
