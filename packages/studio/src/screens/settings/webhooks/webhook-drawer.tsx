/** One webhook: how it fares and its log, what it is set to, its secret, and what its receiver does. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { Webhook } from '../../../api/types.ts';
import { DangerDialog } from '../../../frame/form-dialog.tsx';
import { OpenedDrawer } from '../../../frame/opened-drawer.tsx';
import { useAddress, useChangeAddress } from '../../../frame/use-address.ts';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { Button, Stack, Tabs, Text } from '../../../ui/index.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { OPENED } from '../list/opened.ts';
import { DeliveryLog } from './delivery-log.tsx';
import { Receiver } from './receiver.tsx';
import { SecretPart } from './secret-part.tsx';
import { useRefreshWebhooks, useWebhookPath, webhookQuery } from './use-webhooks.ts';
import { WebhookFields } from './webhook-fields.tsx';
import { WebhookStanding } from './webhook-standing.tsx';
import { bodyOfValues, valuesOf, type WebhookValues } from './webhook-values.ts';

/** What the address says only while a webhook is open: the part of it, the filters of its log, and the attempt that is shown. */
const OF_ONE = [OPENED, 'part', 'status', 'event', 'from', 'until', 'attempt'];
const FIRST_PART = 'log';
const PARTS = [FIRST_PART, 'settings', 'receiver'];

export function WebhookDrawer({ id }: { readonly id: string }): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const change = useChangeAddress();
  const read = useQuery(webhookQuery(space, id));
  const close = () => change(Object.fromEntries(OF_ONE.map((name) => [name, undefined])));
  return (
    <OpenedDrawer
      read={read}
      title={read.data?.name ?? t`Webhook`}
      gone={t`This webhook was deleted.`}
      size="xl"
      onClose={close}
    >
      {(webhook) => <Parts webhook={webhook} onDeleted={close} />}
    </OpenedDrawer>
  );
}

interface PartsProperties {
  readonly webhook: Webhook;
  readonly onDeleted: () => void;
}

function Parts({ webhook, onDeleted }: PartsProperties): ReactNode {
  const { t } = useLingui();
  const asked = useAddress().part;
  const part = PARTS.find((one) => one === asked) ?? FIRST_PART;
  const change = useChangeAddress();
  return (
    <Stack>
      <WebhookStanding webhook={webhook} />
      <Tabs value={part} onChange={(next) => change({ part: next ?? undefined })} keepMounted={false}>
        <Tabs.List aria-label={t`Parts of the webhook`}>
          <Tabs.Tab value={FIRST_PART}>
            <Trans>Deliveries</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="settings">
            <Trans>Settings</Trans>
          </Tabs.Tab>
          <Tabs.Tab value="receiver">
            <Trans>Receiver</Trans>
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={FIRST_PART} pt="md">
          <DeliveryLog webhook={webhook} />
        </Tabs.Panel>
        <Tabs.Panel value="settings" pt="md">
          <WebhookSettings webhook={webhook} onDeleted={onDeleted} />
        </Tabs.Panel>
        <Tabs.Panel value="receiver" pt="md">
          <Stack>
            <Text size="sm">
              <Trans>The receiver checks each request with the secret of the webhook:</Trans>
            </Text>
            <Receiver />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}

function WebhookSettings({ webhook, onDeleted }: PartsProperties): ReactNode {
  const { t } = useLingui();
  const path = useWebhookPath(webhook.id);
  const refresh = useRefreshWebhooks();
  const mayManage = usePermission('webhook.manage');
  // The form goes first: nobody is asked about what was typed into a webhook that is deleted.
  const [isDeleted, setIsDeleted] = useState(false);
  useEffect(() => {
    if (isDeleted) onDeleted();
  }, [isDeleted, onDeleted]);
  const saved = valuesOf(webhook);
  const save = async (changes: Partial<WebhookValues>) => {
    const body = changedBody({ ...saved, ...changes }, changes);
    await bodyOf(
      api.PATCH('/spaces/{space_id}/webhooks/{webhook_id}', {
        params: { path },
        body: { ...body, version: webhook.version },
      }),
    );
    await refresh();
  };
  const words = {
    name: { name: t`Name` },
    url: { name: t`Address` },
    events: { name: t`Events` },
    content_types: { name: t`Content types` },
    environments: { name: t`Environments` },
    headers: { name: t`Headers` },
    debounce_seconds: { name: t`Combine events within (seconds)` },
  };
  if (isDeleted) return null;
  return (
    <Stack gap="xl">
      <SettingsForm saved={saved} words={words} onSave={save} isReadOnly={!mayManage}>
        {({ values, set }) => <WebhookFields values={values} set={set} />}
      </SettingsForm>
      {mayManage && <SecretPart webhook={webhook} />}
      {mayManage && <Deleting webhook={webhook} onDeleted={() => setIsDeleted(true)} />}
    </Stack>
  );
}

/** What of the body was changed: another address asks for the values of headers, which are sent with it. */
function changedBody(values: WebhookValues, changes: Partial<WebhookValues>) {
  const { filters, headers, ...rest } = bodyOfValues(values);
  const isChanged = (name: string) => name in changes;
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([name]) => isChanged(name))),
    ...(isChanged('content_types') || isChanged('environments') ? { filters } : {}),
    ...(isChanged('headers') ? { headers } : {}),
  };
}

function Deleting({ webhook, onDeleted }: PartsProperties): ReactNode {
  const { t } = useLingui();
  const path = useWebhookPath(webhook.id);
  const refresh = useRefreshWebhooks();
  const [isAsked, setIsAsked] = useState(false);
  const remove = async () => {
    await bodyOf(api.DELETE('/spaces/{space_id}/webhooks/{webhook_id}', { params: { path } }));
    onDeleted();
    await refresh();
  };
  return (
    <div>
      <Button variant="default" c="var(--failed)" onClick={() => setIsAsked(true)}>
        <Trans>Delete this webhook…</Trans>
      </Button>
      {isAsked && (
        <DangerDialog
          title={t`Delete ${webhook.name}`}
          action={t`Delete`}
          onSubmit={remove}
          onClose={() => setIsAsked(false)}
        >
          <Trans>
            The receiver gets no more events. What is still waiting is not sent, and the webhook's log is deleted with
            it.
          </Trans>
        </DangerDialog>
      )}
    </div>
  );
}
