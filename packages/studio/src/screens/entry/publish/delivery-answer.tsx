/**
 * What a site gets for the entry: its address on the delivery plane, and the real answer. Tokens are shown only once, when a
 * key is made, so that Studio has none: the person gives one, and it is forgotten with the page.
 */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { ApiProblem, Unreachable } from '../../../api/problem.ts';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { usePermission } from '../../../frame/use-place.ts';
import { Alert, Anchor, Button, Code, CopyButton, Group, PasswordInput, Stack, Text } from '../../../ui/index.ts';
import styles from '../entry.module.css';

const INDENT = 2;

export function DeliveryAnswer(): ReactNode {
  const { t } = useLingui();
  const { draft } = useOpenEntry();
  const { space, environment } = useSurroundings().place;
  const [token, setToken] = useState('');
  const address = `${location.origin}/spaces/${space}/environments/${environment}/delivery/entries/${draft.entry?.id}`;
  const command = `curl -H "Authorization: Bearer <delivery key>" ${address}`;
  const answer = useMutation({ mutationFn: () => deliveredText(address, token) });
  const hasKey = useHasDeliveryKey();
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        <Trans>What a site gets</Trans>
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code block flex={1} miw={0} className={styles.answer} dir="ltr">
          {command}
        </Code>
        <CopyButton value={command}>
          {({ copied, copy }) => (
            <Button variant="default" size="xs" onClick={copy}>
              {copied ? t`Copied` : t`Copy`}
            </Button>
          )}
        </CopyButton>
      </Group>
      {hasKey === false ? (
        <Text size="sm">
          <Trans>This space has no delivery key yet, so no site can read it.</Trans>{' '}
          <Anchor href={`/studio/spaces/${space}/${environment}/settings/keys`}>
            <Trans>Make a key</Trans>
          </Anchor>
        </Text>
      ) : (
        <Group gap="xs" align="flex-end">
          <PasswordInput
            flex={1}
            size="xs"
            label={t`Delivery key`}
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
          />
          <Button
            size="xs"
            variant="default"
            disabled={token.trim() === ''}
            loading={answer.isPending}
            onClick={() => answer.mutate()}
          >
            <Trans>Show the answer</Trans>
          </Button>
        </Group>
      )}
      {answer.error !== null && (
        <Alert color="red" role="alert">
          {answer.error.message}
        </Alert>
      )}
      {answer.data !== undefined && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section className={styles.answer} tabIndex={0} aria-label={t`Answer of the delivery plane`}>
          <Code block>{answer.data}</Code>
        </section>
      )}
    </Stack>
  );
}

/** Whether the space has a key that sites can read with; undefined as long as that is not known, or not for this person to know. */
function useHasDeliveryKey(): boolean | undefined {
  const { space } = useSurroundings().place;
  const mayRead = usePermission('api_key.manage');
  const { data } = useQuery({
    queryKey: [space, 'api-keys'],
    queryFn: async () => {
      const params = { path: { space_id: space }, query: { limit: 1000 } };
      return (await bodyOf(api.GET('/spaces/{space_id}/api-keys', { params }))).items;
    },
    enabled: mayRead,
  });
  return data?.some(({ kind }) => kind === 'delivery');
}

/** Asks as a site would: with the key alone, not with the session. */
async function deliveredText(address: string, token: string): Promise<string> {
  const headers = { Authorization: `Bearer ${token.trim()}` };
  const response = await fetch(address, { headers, credentials: 'omit' }).catch((error: unknown) => {
    throw new Unreachable(error);
  });
  const body: unknown = await response.json();
  if (!response.ok) throw new ApiProblem(response.status, body);
  return JSON.stringify(body, null, INDENT);
}
