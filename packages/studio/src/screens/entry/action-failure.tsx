/** Why an action on the entry failed; where somebody else has changed the entry, what they changed. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useOpenEntry } from '../../fields/open-entry.tsx';
import { Alert, Button, Group, Stack, Text } from '../../ui/index.ts';
import { ChangedSince } from './act-on-shown.ts';
import { NewsList } from './news-list.tsx';

interface ActionFailureProperties {
  readonly error: Error | null;
  /** The person has read it. */
  onRead(): void;
}

export function ActionFailure({ error, onRead }: ActionFailureProperties): ReactNode {
  const { draft, type } = useOpenEntry();
  if (error === null) return null;
  const read = () => {
    if (error instanceof ChangedSince) draft.seen();
    onRead();
  };
  return (
    <Stack gap="xs">
      {error instanceof ChangedSince && <NewsList draft={draft} type={type} />}
      <Alert color="red" role="alert" p="xs">
        <Stack gap="xs">
          <Text size="sm">{error.message}</Text>
          <Group>
            <Button size="xs" variant="default" onClick={read}>
              <Trans>OK</Trans>
            </Button>
          </Group>
        </Stack>
      </Alert>
    </Stack>
  );
}
