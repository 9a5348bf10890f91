/** Says what keeps the whole entry from being saved, and what can be done about it. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Draft, Need } from '../../drafts/types.ts';
import { Alert, Button, Group, Stack, Text } from '../../ui/index.ts';

interface NeedNoticeProperties {
  readonly need: Extract<Need, { readonly message: string }>;
  readonly draft: Draft;
}

export function NeedNotice({ need, draft }: NeedNoticeProperties): ReactNode {
  return (
    <Alert color="red" variant="light" role="alert" title={<Trans>What you wrote is not saved</Trans>}>
      <Stack gap="xs">
        <Text size="sm">{need.message}</Text>
        <Group gap="xs">
          {need.kind === 'deleted' && (
            <Button size="xs" variant="default" onClick={() => draft.recreate()}>
              <Trans>Create the entry again</Trans>
            </Button>
          )}
          {(need.kind === 'permission' || need.kind === 'refused') && (
            <Button size="xs" variant="default" onClick={() => draft.retry()}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => draft.discard()}>
            <Trans>Discard my changes</Trans>
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
