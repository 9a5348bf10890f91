/** One attempt: how it ended and what to do, what was sent, and what the receiver said. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { WebhookAttempt } from '../../../api/types.ts';
import { Moment } from '../../../frame/moments.tsx';
import { Problem } from '../../../frame/problem.tsx';
import { useChangeAddress } from '../../../frame/use-address.ts';
import { useAttempt } from '../../../frame/use-attempt.ts';
import { usePermission } from '../../../frame/use-place.ts';
import { Button, Code, DataTable, Section, Stack, Table, Text } from '../../../ui/index.ts';
import { Outcome } from './outcome.tsx';
import { nameOfAttempt, useRefreshWebhooks, useWebhookPath } from './use-webhooks.ts';
import { useEventNames, useOutcomeWords } from './webhook-words.ts';

export function AttemptDetails({ attempt }: { readonly attempt: WebhookAttempt }): ReactNode {
  const { t } = useLingui();
  const events = useEventNames();
  const { advice } = useOutcomeWords()(attempt);
  const { request, response, response_headers: headers, next_attempt_at: next, status } = attempt;
  return (
    <Stack gap="lg">
      <Stack gap={4}>
        <Text fw={600}>
          {events[attempt.event]} · <Outcome attempt={attempt} />
        </Text>
        {advice !== undefined && <Text size="sm">{advice}</Text>}
        {next !== null && (
          <Text size="sm" c="dimmed">
            {status === 'pending' ? t`Will be sent:` : t`Next attempt:`} <Moment at={next} />
          </Text>
        )}
        <SendAgain attempt={attempt} />
      </Stack>
      {status !== 'pending' && (
        <Section title={t`Response`}>
          {headers === null ? (
            <Text size="sm" c="dimmed">
              <Trans>No response came.</Trans>
            </Text>
          ) : (
            <HeaderTable headers={headers} />
          )}
          {headers !== null && (
            <Code block tabIndex={0} aria-label={t`Body of the response`} dir="ltr">
              {response === null || response === '' ? t`(empty, or not text)` : response}
            </Code>
          )}
        </Section>
      )}
      <Section title={t`Request`}>
        <Text size="sm" dir="ltr" style={{ overflowWrap: 'anywhere' }}>
          POST {request.url}
        </Text>
        <Code block tabIndex={0} aria-label={t`Body of the request`} dir="ltr">
          {indented(request.body)}
        </Code>
        <HeaderTable headers={request.headers} />
      </Section>
    </Stack>
  );
}

function SendAgain({ attempt }: { readonly attempt: WebhookAttempt }): ReactNode {
  const path = useWebhookPath(attempt.webhook_id);
  const refresh = useRefreshWebhooks();
  const change = useChangeAddress();
  const mayManage = usePermission('webhook.manage');
  const { problem, busy, run } = useAttempt();
  const send = () =>
    run(async () => {
      const params = { path: { ...path, delivery_id: attempt.delivery_id } };
      const made = await bodyOf(
        api.POST('/spaces/{space_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver', { params }),
      );
      await refresh();
      change({ attempt: nameOfAttempt(made) });
    });
  return (
    mayManage && (
      <>
        <Problem error={problem} />
        <div>
          <Button size="xs" variant="default" loading={busy} onClick={() => void send()}>
            <Trans>Send this again</Trans>
          </Button>
        </div>
      </>
    )
  );
}

function HeaderTable({ headers }: { readonly headers: Readonly<Record<string, string>> }): ReactNode {
  const { t } = useLingui();
  return (
    <DataTable headings={[t`Header`, t`Value`]}>
      {Object.entries(headers).map(([name, value]) => (
        <Table.Tr key={name}>
          <Table.Td dir="ltr">{name}</Table.Td>
          <Table.Td dir="ltr" style={{ overflowWrap: 'anywhere' }}>
            {value}
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}

/** JSON in lines; other text as it is. */
function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
