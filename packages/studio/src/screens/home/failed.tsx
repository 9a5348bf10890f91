/** What failed without anybody looking: webhooks whose receivers refuse or do not answer, for those who look after them. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ALL } from '../../api/queries.ts';
import type { Webhook } from '../../api/types.ts';
import { Moment } from '../../frame/moments.tsx';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { LinkAnchor, Text } from '../../ui/index.ts';
import styles from './home.module.css';
import { Answered, Panel } from './panel.tsx';

/** Nothing for those who may not see webhooks: what they have not saved stands above all else. */
export function Failed(): ReactNode {
  return usePermission('webhook.read') && <FailedWebhooks />;
}

function FailedWebhooks(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const { space } = place;
  const { data, isPending, error, refetch } = useQuery({
    queryKey: [space, 'webhooks'],
    queryFn: async ({ signal }) => {
      const params = { path: { space_id: space }, query: { limit: ALL } };
      return (await bodyOf(api.GET('/spaces/{space_id}/webhooks', { params, signal }))).items;
    },
  });
  const failed = data?.filter(({ disabled_at: at, health }) => at !== null || health.failing_since !== null);
  return (
    <Panel title={t({ message: 'Failed', comment: 'Heading: what did not work and needs somebody' })}>
      <Answered
        answer={{ data: failed, isPending, error, refetch }}
        lines={1}
        empty={<Trans>All webhooks are working.</Trans>}
      >
        {(webhooks) => (
          <>
            <ul className={styles.lines}>
              {webhooks.map((webhook) => (
                <li key={webhook.id} className={styles.line}>
                  <div className={styles.words}>
                    <LinkAnchor
                      to="/spaces/$space/$environment/settings/webhooks"
                      params={place}
                      search={{ open: webhook.id } as never}
                      className={styles.title}
                      c="inherit"
                      dir="auto"
                    >
                      {webhook.name}
                    </LinkAnchor>
                    <Text size="xs" c="var(--failed)">
                      <Failure {...webhook} />
                    </Text>
                  </div>
                </li>
              ))}
            </ul>
            <Text size="xs" c="dimmed" pt="xs">
              <Trans>
                Open a webhook to see what its receiver said, to send a test, and to switch it on again. What fails is
                tried again by itself for about two days.
              </Trans>
            </Text>
          </>
        )}
      </Answered>
    </Panel>
  );
}

/** What happened to a webhook, and when. */
function Failure({ disabled_at: off, disabled_reason: reason, health }: Webhook): ReactNode {
  const { failed, failing_since: since } = health;
  if (off !== null)
    return (
      <>
        {reason === 'gone' ? (
          <Trans>Webhook switched off: its receiver no longer exists</Trans>
        ) : (
          <Trans>Webhook switched off: its receiver failed for five days</Trans>
        )}{' '}
        · <Moment at={off} />
      </>
    );
  if (since === null) return null;
  return (
    <Trans>
      <Plural value={failed} one="# delivery attempt failed" other="# delivery attempts failed" /> in the last 24 hours;
      this began <Moment at={since} inSentence />
    </Trans>
  );
}
