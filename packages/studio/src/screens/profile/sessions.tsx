/** Where the person is logged in, and how to end that elsewhere. */
import { Trans, useLingui } from '@lingui/react/macro';
import { queryOptions, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ALL } from '../../api/queries.ts';
import { DangerDialog } from '../../frame/form-dialog.tsx';
import { Moment } from '../../frame/moments.tsx';
import { Badge, Button, Group, RowActions, RowButton, Section, Stack, Text } from '../../ui/index.ts';

/** In place of the id of one session. */
const ALL_OTHERS = 'all others';

export function Sessions(): ReactNode {
  const { t } = useLingui();
  const client = useQueryClient();
  const sessions = useSuspenseQuery(sessionsQuery).data;
  const [asked, setAsked] = useState<string | null>(null);

  const end = async (id: string) => {
    if (id === ALL_OTHERS) await bodyOf(api.DELETE('/auth/sessions', { params: { query: { except: 'current' } } }));
    else await bodyOf(api.DELETE('/auth/sessions/{session_id}', { params: { path: { session_id: id } } }));
    await client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
  };

  return (
    <Section title={t`Where you are logged in`}>
      <Stack gap="sm">
        {sessions.map(({ id, device, ip, last_used_at: usedAt, current }) => (
          <Group key={id} justify="space-between" wrap="nowrap">
            <Stack gap={0}>
              <Group gap="xs">
                <Device name={device} />
                {current && (
                  <Badge>
                    <Trans>Current session</Trans>
                  </Badge>
                )}
              </Group>
              <Text size="xs" c="dimmed">
                {ip} · <Moment at={usedAt} />
              </Text>
            </Stack>
            {!current && (
              <RowActions>
                <RowButton onClick={() => setAsked(id)}>
                  <Trans>Log out there</Trans>
                </RowButton>
              </RowActions>
            )}
          </Group>
        ))}
      </Stack>
      {sessions.length > 1 && (
        <Button variant="default" w="fit-content" onClick={() => setAsked(ALL_OTHERS)}>
          <Trans>Log out everywhere else</Trans>
        </Button>
      )}
      {asked !== null && (
        <DangerDialog
          title={asked === ALL_OTHERS ? t`Log out everywhere else` : t`Log out there`}
          action={t`Log out`}
          onSubmit={() => end(asked)}
          onClose={() => setAsked(null)}
        >
          <Trans>They will have to log in again there.</Trans>
        </DangerDialog>
      )}
    </Section>
  );
}

/** The server names a device by its browser and system, as `Firefox on Linux`, or by what it knows of the two. */
function Device({ name }: { readonly name: string }): ReactNode {
  const [, browser, system] = /^(.+) on (.+)$/.exec(name) ?? [];
  if (name === 'Unknown device')
    return (
      <Text size="sm">
        <Trans>Unknown device</Trans>
      </Text>
    );
  return (
    <Text size="sm">
      {browser === undefined || system === undefined ? (
        name
      ) : (
        <Trans>
          {browser} on {system}
        </Trans>
      )}
    </Text>
  );
}

const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async () => (await bodyOf(api.GET('/auth/sessions', { params: { query: { limit: ALL } } }))).items,
});
