/** The command that moves content in from another system, with the space and a key already in it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { Problem } from '../../../frame/problem.tsx';
import { useAttempt } from '../../../frame/use-attempt.ts';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { Button, Code, CopyTextButton, Group, LinkAnchor, Modal, Stack, Text } from '../../../ui/index.ts';
import { useRefreshKeys } from '../keys/use-refresh-keys.ts';
import { NeedsRole } from '../page/needs-role.tsx';
import { importCommand, type Source } from './sources.ts';

/** How long the key of a move works. */
const KEY_DAYS = 7;
const DAY_MS = 86_400_000;

interface MoveCommandProperties {
  readonly source: Source;
  readonly onClose: () => void;
}

export function MoveCommand({ source, onClose }: MoveCommandProperties): ReactNode {
  const { t } = useLingui();
  const { space, environment } = usePlace();
  const [token, setToken] = useState<string | null>(null);
  const line = importCommand(source, { url: location.origin, space, environment });
  const key = `export LECTERN_TOKEN=${token ?? t`<a management key>`}`;
  return (
    <Modal opened onClose={onClose} title={t`Move in from ${source.name}`} size="xl" centered>
      <Stack>
        <KeyPart source={source} token={token} onMade={setToken} />
        <Command name={t`Log in first`} text={key} />
        <Command name={t`Then see what would happen; nothing is written`} text={`${line} --dry-run`} />
        <Command name={t`Then import, with a report at the end`} text={line} />
        <Text size="sm">
          <Trans>
            Run them in a terminal, in the folder with {source.file}. What has arrived is listed in{' '}
            <LinkAnchor
              to="/spaces/$space/$environment/settings/activity"
              params={{ space, environment }}
              search={{ action: 'content.import', space_id: space } as never}
              underline="always"
            >
              Activity
            </LinkAnchor>{' '}
            while the command runs. Running it again does nothing twice.
          </Trans>
        </Text>
      </Stack>
    </Modal>
  );
}

interface KeyPartProperties {
  readonly source: Source;
  readonly token: string | null;
  readonly onMade: (token: string) => void;
}

function KeyPart({ source, token, onMade }: KeyPartProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const refresh = useRefreshKeys();
  const mayMake = usePermission('api_key.manage');
  const { problem, busy, run } = useAttempt();
  const make = async () => {
    const params = { path: { space_id: space } };
    const expires = new Date(Date.now() + KEY_DAYS * DAY_MS).toISOString();
    const name = t`Moving in from ${source.name}`;
    const body = { name, kind: 'management', role: 'developer', expires_at: expires } as const;
    onMade((await bodyOf(api.POST('/spaces/{space_id}/api-keys', { params, body }))).token);
    await refresh();
  };
  if (!mayMake) return <NeedsRole permission="api_key.manage" />;
  return (
    <>
      <Problem error={problem} />
      {token === null ? (
        <Group>
          <Button loading={busy} onClick={() => void run(make)}>
            <Trans>Create a key for it</Trans>
          </Button>
          <Text size="sm" c="dimmed" flex="1 1 220px">
            <Trans>It works for {KEY_DAYS} days and is listed under API keys, where you can delete it sooner.</Trans>
          </Text>
        </Group>
      ) : (
        <Text size="sm" role="status">
          <Trans>The key is in the first command. Copy it now: it will not be shown again.</Trans>
        </Text>
      )}
    </>
  );
}

interface CommandProperties {
  readonly name: string;
  readonly text: string;
}

function Command({ name, text }: CommandProperties): ReactNode {
  return (
    <Stack gap={4}>
      <Group justify="space-between">
        <Text size="sm" fw={500}>
          {name}
        </Text>
        <CopyTextButton value={text} size="compact-xs" name={name} />
      </Group>
      <Code block tabIndex={0} aria-label={name} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {text}
      </Code>
    </Stack>
  );
}
