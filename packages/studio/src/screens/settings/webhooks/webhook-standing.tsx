/** Where a webhook stands: whether it is on, why not, and how to switch it on again. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { Webhook } from '../../../api/types.ts';
import { Moment } from '../../../frame/moments.tsx';
import { Problem } from '../../../frame/problem.tsx';
import { useAttempt } from '../../../frame/use-attempt.ts';
import { usePermission } from '../../../frame/use-place.ts';
import { Button, Group, Stack, Text } from '../../../ui/index.ts';
import { StateBadge } from './state-badge.tsx';
import { useRefreshWebhooks, useWebhookPath } from './use-webhooks.ts';
import { stateOf, useHealthWords } from './webhook-words.ts';

export function WebhookStanding({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { t } = useLingui();
  const path = useWebhookPath(webhook.id);
  const refresh = useRefreshWebhooks();
  const mayManage = usePermission('webhook.manage');
  const healthOf = useHealthWords();
  const { problem, busy, run } = useAttempt();
  const turn = () =>
    run(async () => {
      const body = { active: !webhook.active, version: webhook.version };
      await bodyOf(api.PATCH('/spaces/{space_id}/webhooks/{webhook_id}', { params: { path }, body }));
      await refresh();
    });
  return (
    <Stack gap={4}>
      <Group gap="sm">
        <StateBadge state={stateOf(webhook)} />
        <Text size="sm" c="dimmed">
          {t`Last 24 hours`}: {healthOf(webhook.health)}
        </Text>
        {mayManage && (
          <Button size="xs" variant={webhook.active ? 'default' : 'filled'} loading={busy} onClick={() => void turn()}>
            {webhook.active ? t`Switch off` : t`Switch on`}
          </Button>
        )}
      </Group>
      <Problem error={problem} />
      <Text size="sm" component="div">
        <Why webhook={webhook} />
      </Text>
    </Stack>
  );
}

function Why({ webhook: { active, disabled_at: at, disabled_reason: reason, health } }: { readonly webhook: Webhook }) {
  if (active && health.paused_until !== null)
    return (
      <Trans>
        The receiver has failed too often, so nothing is sent until <Moment at={health.paused_until} />. Once it works,
        send a test: the waiting events follow at once.
      </Trans>
    );
  if (active && health.failing_since !== null)
    return (
      <Trans>
        The receiver has failed since <Moment at={health.failing_since} />. What it misses is tried again for two days.
      </Trans>
    );
  if (active) return null;
  if (at === null) return <Trans>Somebody switched it off. What happens meanwhile is not sent, not even later.</Trans>;
  return reason === 'gone' ? (
    <Trans>
      Switched off <Moment at={at} inSentence />, because its receiver responded that it is gone (410). Fix the receiver
      or the address, send a test, then switch it on.
    </Trans>
  ) : (
    <Trans>
      Switched off <Moment at={at} inSentence />, because its receiver failed for five days. Fix the receiver, send a
      test, then switch it on.
    </Trans>
  );
}
