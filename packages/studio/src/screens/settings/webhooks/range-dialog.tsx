/** Sends again what a receiver missed in a range of times. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { Webhook } from '../../../api/types.ts';
import { FormDialog, textIn } from '../../../frame/form-dialog.tsx';
import { Moment } from '../../../frame/moments.tsx';
import { Button, Modal, Radio, Stack, Text, TextInput } from '../../../ui/index.ts';
import { momentOfInput, nowForInput } from './input-moments.ts';
import { useRefreshWebhooks, useWebhookPath } from './use-webhooks.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

interface Sent {
  readonly deliveries: number;
  readonly nextFrom: string | null;
}

interface RangeDialogProperties {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}

export function RangeDialog({ webhook, onClose }: RangeDialogProperties): ReactNode {
  const [sent, setSent] = useState<Sent | null>(null);
  return sent === null ? (
    <AskedRange webhook={webhook} onSent={setSent} onClose={onClose} />
  ) : (
    <SentNow sent={sent} onClose={onClose} />
  );
}

interface AskedRangeProperties extends RangeDialogProperties {
  readonly onSent: (sent: Sent) => void;
}

function AskedRange({ webhook, onSent, onClose }: AskedRangeProperties): ReactNode {
  const { t } = useLingui();
  const path = useWebhookPath(webhook.id);
  const refresh = useRefreshWebhooks();
  const [status, setStatus] = useState<'failed' | 'any'>('failed');
  const send = async (given: FormData) => {
    const until = textIn(given, 'until');
    const body = {
      from: momentOfInput(textIn(given, 'from')),
      ...(until === '' ? {} : { until: momentOfInput(until) }),
      status,
    };
    const { deliveries, next_from: nextFrom } = await bodyOf(
      api.POST('/spaces/{space_id}/webhooks/{webhook_id}/deliveries/redeliver', { params: { path }, body }),
    );
    onSent({ deliveries, nextFrom });
    await refresh();
  };
  return (
    <FormDialog title={t`Send again what was missed`} action={t`Send`} onSubmit={send} isReplaced onClose={onClose}>
      <Text size="sm">
        <Trans>
          Sends the same requests once more, those about one entry in the order of its changes, with the usual attempts.
          Tests are left out.
        </Trans>
      </Text>
      <TextInput
        type="datetime-local"
        label={t`From`}
        name="from"
        required
        defaultValue={nowForInput(-DAY_MS)}
        data-autofocus
      />
      <TextInput type="datetime-local" label={t`Until`} description={t`Empty means now.`} name="until" />
      <Radio.Group
        label={t`What to send`}
        value={status}
        onChange={(value) => setStatus(value === 'any' ? 'any' : 'failed')}
      >
        <Stack gap={6} mt={4}>
          <Radio value="failed" label={t`Only what has not arrived`} />
          <Radio value="any" label={t`Everything, also what has arrived`} />
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}

interface SentNowProperties {
  readonly sent: Sent;
  readonly onClose: () => void;
}

function SentNow({ sent: { deliveries, nextFrom }, onClose }: SentNowProperties): ReactNode {
  const { t, i18n } = useLingui();
  const number = new Intl.NumberFormat(i18n.locale).format(deliveries);
  return (
    <Modal opened onClose={onClose} title={t`Send again what was missed`} centered>
      <Stack>
        <Text size="sm" role="status">
          {deliveries === 0 ? (
            <Trans>There was nothing to send again in this time.</Trans>
          ) : (
            <Trans>Deliveries that are sent again: {number}. The log shows how each of them ends.</Trans>
          )}
        </Text>
        {nextFrom !== null && (
          <Text size="sm">
            <Trans>
              That is the most that can be sent at once. For the rest, send again from <Moment at={nextFrom} />.
            </Trans>
          </Text>
        )}
        <div>
          <Button onClick={onClose} data-autofocus>
            <Trans>Close</Trans>
          </Button>
        </div>
      </Stack>
    </Modal>
  );
}
