/** What failed without anybody looking: webhooks that were switched off, for those who look after them. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { Moment } from '../../frame/moments.tsx';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { Text } from '../../ui/index.ts';
import styles from './home.module.css';
import { Answered, Panel } from './panel.tsx';

const WEBHOOKS_MAX = 1000;

/** Nothing for those who may not see webhooks: what they have not saved stands above all else. */
export function Failed(): ReactNode {
  return usePermission('webhook.read') && <FailedWebhooks />;
}

function FailedWebhooks(): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [space, 'webhooks'],
    queryFn: async ({ signal }) => {
      const params = { path: { space_id: space }, query: { limit: WEBHOOKS_MAX } };
      return (await bodyOf(api.GET('/spaces/{space_id}/webhooks', { params, signal }))).items;
    },
  });
  const off = data?.filter(({ disabled_at: at }) => at !== null);
  return (
    <Panel title={t({ message: 'Failed', comment: 'Heading: what did not work and needs somebody' })}>
      <Answered
        answer={{ data: off, isPending, error, refetch }}
        lines={1}
        empty={<Trans>All webhooks are working.</Trans>}
      >
        {(webhooks) => (
          <ul className={styles.lines}>
            {webhooks.map(({ id, name, disabled_at: at, disabled_reason: reason }) => (
              <li key={id} className={styles.line}>
                <div className={styles.words}>
                  <Text size="sm" truncate dir="auto">
                    {name}
                  </Text>
                  <Text size="xs" c="var(--failed)">
                    {reason === 'gone' ? (
                      <Trans>Webhook switched off: its receiver no longer exists</Trans>
                    ) : (
                      <Trans>Webhook switched off: its receiver failed for five days</Trans>
                    )}
                    {at !== null && ' · '}
                    {at !== null && <Moment at={at} />}
                  </Text>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Answered>
    </Panel>
  );
}
