/** What a site gets for the entry: its address on the delivery plane, and the real answer, one click away. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../../../api/queries.ts';
import { useOpenEntry } from '../../../fields/open-entry.tsx';
import { useSurroundings } from '../../../fields/surroundings.tsx';
import { usePermission } from '../../../frame/use-place.ts';
import { Alert, Button, Code, CopyTextButton, Group, Stack, Text } from '../../../ui/index.ts';
import styles from '../entry.module.css';
import { READER_KEY, readAsSite } from './reader-key.ts';

const INDENT = 2;

export function DeliveryResponse(): ReactNode {
  const { draft } = useOpenEntry();
  const { space, environment } = useSurroundings().place;
  const mayMakeKeys = usePermission('api_key.manage');
  const address = `${location.origin}/spaces/${space}/environments/${environment}/delivery/entries/${draft.entry?.id}`;
  const command = `curl -H "Authorization: Bearer <delivery key>" ${address}`;
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        <Trans>What sites get</Trans>
      </Text>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <Code block flex={1} miw={0} className={styles.answer} dir="ltr">
          {command}
        </Code>
        <CopyTextButton value={command} />
      </Group>
      {mayMakeKeys ? (
        <RealAnswer address={address} />
      ) : (
        <Text size="sm">
          <Trans>
            Seeing the response here takes a delivery key, and your role cannot create one. A developer or admin of this
            account can give you one for the line above.
          </Trans>
        </Text>
      )}
    </Stack>
  );
}

/** The answer, for those who may make the key that it takes. */
function RealAnswer({ address }: { readonly address: string }): ReactNode {
  const { t } = useLingui();
  const { place } = useSurroundings();
  const { user } = useSuspenseQuery(meQuery).data;
  const answer = useMutation({ mutationFn: () => readAsSite(place, user.id, address) });
  return (
    <>
      {answer.data === undefined ? (
        <Group gap="xs">
          <Button size="xs" variant="default" loading={answer.isPending} onClick={() => answer.mutate()}>
            <Trans>Show what readers see</Trans>
          </Button>
        </Group>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard
        <section className={styles.answer} tabIndex={0} aria-label={t`Response of the delivery API`}>
          <Code block dir="ltr">
            {JSON.stringify(answer.data, null, INDENT)}
          </Code>
        </section>
      )}
      {answer.error !== null && (
        <Alert color="red" role="alert">
          {answer.error.message}
        </Alert>
      )}
      <Text size="xs" c="dimmed">
        <Trans>
          Studio reads it with a delivery key of its own, "{READER_KEY}". Only this tab knows the token, and it expires
          after a day.
        </Trans>
      </Text>
    </>
  );
}
