/** Creates a delivery key, and shows the command that reads with it and its real response. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { accepted, api, bodyOf } from '../../api/client.ts';
import { queryClient } from '../../api/queries.ts';
import { firstStepsQuery } from '../../frame/first-steps.ts';
import { Problem } from '../../frame/problem.tsx';
import { useAttempt } from '../../frame/use-attempt.ts';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { Button, Code, CopyTextButton, Group, Stack, Text } from '../../ui/index.ts';

interface Reading {
  readonly command: string;
  readonly answer: string;
}

export function ReadStep({ isDone }: { readonly isDone: boolean }): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const { space, environment } = place;
  const mayMakeKeys = usePermission('api_key.manage');
  const [reading, setReading] = useState<Reading | null>(null);
  const { problem, busy, run } = useAttempt();

  const read = () =>
    run(async () => {
      const params = { path: { space_id: space } };
      const call = api.POST('/spaces/{space_id}/api-keys', {
        params,
        body: { name: t`First steps`, kind: 'delivery' },
      });
      const { token } = await bodyOf(call);
      const path = `/spaces/${space}/environments/${environment}/delivery/entries?limit=1`;
      const response = await accepted(await fetch(path, { headers: { Authorization: `Bearer ${token}` } }));
      const body: unknown = await response.json();
      setReading({
        command: `curl -H 'Authorization: Bearer ${token}' \\\n  '${location.origin}${path}'`,
        answer: JSON.stringify(body, null, 2),
      });
      await queryClient.invalidateQueries({ queryKey: firstStepsQuery(place).queryKey });
    });

  if (!mayMakeKeys)
    return (
      <Text size="sm">
        <Trans>Ask a developer of this account to create the key that your site reads with.</Trans>
      </Text>
    );
  return (
    <Stack gap="sm">
      <Text size="sm">
        <Trans>
          Your site reads published entries with a delivery key. The key is shown only once, so copy it to a safe place.
        </Trans>
      </Text>
      <Problem error={problem} />
      {reading === null ? (
        <Button variant={isDone ? 'default' : 'filled'} w="fit-content" loading={busy} onClick={() => void read()}>
          <Trans>Create a key and try it</Trans>
        </Button>
      ) : (
        <>
          <Code block tabIndex={0} aria-label={t`Command`}>
            {reading.command}
          </Code>
          <Group>
            <CopyTextButton value={reading.command}>
              <Trans>Copy command</Trans>
            </CopyTextButton>
          </Group>
          <Text size="sm" fw={600}>
            <Trans>Response</Trans>
          </Text>
          <Code block mah={360} tabIndex={0} aria-label={t`Response`}>
            {reading.answer}
          </Code>
        </>
      )}
    </Stack>
  );
}
