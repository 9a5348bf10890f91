/** Makes a webhook, then shows its secret once, with what the receiver does with it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { FormDialog, textIn } from '../../../frame/form-dialog.tsx';
import { ShownOnce } from '../../../frame/shown-once.tsx';
import { usePlace } from '../../../frame/use-place.ts';
import { Modal, Stack, Text, TextInput } from '../../../ui/index.ts';
import { useOpened } from '../list/use-opened.ts';
import { Receiver } from './receiver.tsx';
import { useRefreshWebhooks } from './use-webhooks.ts';
import { WebhookFields } from './webhook-fields.tsx';
import { bodyOfValues, NEW_WEBHOOK, type WebhookValues } from './webhook-values.ts';

/** A webhook that was just made. */
export interface Made {
  readonly id: string;
  readonly secret: string;
}

interface NewWebhookProperties {
  /** Takes what was made, also if the form was closed meanwhile: its secret is known to nobody else. */
  readonly onMade: (made: Made) => void;
  readonly onClose: () => void;
}

export function NewWebhook({ onMade, onClose }: NewWebhookProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const refresh = useRefreshWebhooks();
  const [values, setValues] = useState<WebhookValues>(NEW_WEBHOOK);
  const make = async (given: FormData) => {
    const secret = textIn(given, 'secret');
    const body = { ...bodyOfValues(values), ...(secret === '' ? {} : { secret }) };
    const params = { path: { space_id: space } };
    const webhook = await bodyOf(api.POST('/spaces/{space_id}/webhooks', { params, body }));
    onMade({ id: webhook.id, secret: webhook.secret });
    void refresh();
  };
  return (
    <FormDialog title={t`New webhook`} action={t`Create webhook`} size="lg" onSubmit={make} onClose={onClose}>
      <WebhookFields values={values} set={(name, value) => setValues((now) => ({ ...now, [name]: value }))} />
      <TextInput
        label={t`Secret`}
        description={t`Signs each request, so that the receiver can tell who sent it. Leave empty to get a new one.`}
        name="secret"
        minLength={6}
        maxLength={256}
        autoComplete="off"
        dir="ltr"
      />
    </FormDialog>
  );
}

interface MadeNowProperties {
  readonly made: Made;
  readonly onClose: () => void;
}

export function MadeNow({ made, onClose }: MadeNowProperties): ReactNode {
  const { t } = useLingui();
  const { open } = useOpened();
  const goOn = () => {
    onClose();
    open(made.id);
  };
  return (
    <Modal opened onClose={goOn} title={t`Webhook created`} size="lg" centered>
      <Stack>
        <ShownOnce title={t`Secret of the webhook`} secret={made.secret} onDone={goOn} />
        <Text size="sm">
          <Trans>The receiver checks each request with it:</Trans>
        </Text>
        <Receiver />
      </Stack>
    </Modal>
  );
}
