/** The secret of a webhook, which changes in two steps so that no request is lost. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import type { Webhook } from '../../../api/types.ts';
import { FormDialog, textIn } from '../../../frame/form-dialog.tsx';
import { Moment } from '../../../frame/moments.tsx';
import { Problem } from '../../../frame/problem.tsx';
import { ShownOnce } from '../../../frame/shown-once.tsx';
import { useAttempt } from '../../../frame/use-attempt.ts';
import { Button, Group, Section, Text, TextInput } from '../../../ui/index.ts';
import { useRefreshWebhooks, useWebhookPath } from './use-webhooks.ts';

export function SecretPart({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { t } = useLingui();
  const path = useWebhookPath(webhook.id);
  const refresh = useRefreshWebhooks();
  const [isAsked, setIsAsked] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const { problem, busy, run } = useAttempt();
  const prepare = async (given: FormData) => {
    const own = textIn(given, 'secret');
    const body = own === '' ? {} : { secret: own };
    const made = await bodyOf(
      api.POST('/spaces/{space_id}/webhooks/{webhook_id}/rotate-secret', { params: { path }, body }),
    );
    setSecret(made.secret);
    await refresh();
  };
  const promote = () =>
    run(async () => {
      await bodyOf(api.POST('/spaces/{space_id}/webhooks/{webhook_id}/rotate-secret/promote', { params: { path } }));
      setSecret(null);
      await refresh();
    });
  return (
    <Section title={t`Secret`} about={<Trans>It signs each request, and is shown only when it is made.</Trans>}>
      {secret !== null && <ShownOnce title={t`New secret`} secret={secret} onDone={() => setSecret(null)} />}
      {webhook.rotation_started_at !== null && (
        <Text size="sm">
          <Trans>
            A new secret was made <Moment at={webhook.rotation_started_at} inSentence />. Until you switch over, the
            header webhook-signature carries signatures with both, and X-CMS-Signature that of the old one. Let the
            receiver accept both, then switch over.
          </Trans>
        </Text>
      )}
      <Problem error={problem} />
      <Group gap="xs">
        {webhook.rotation_started_at !== null && (
          <Button loading={busy} onClick={() => void promote()}>
            <Trans>Use only the new secret</Trans>
          </Button>
        )}
        <Button variant="default" onClick={() => setIsAsked(true)}>
          {webhook.rotation_started_at === null ? t`Create a new secret…` : t`Create another one…`}
        </Button>
      </Group>
      {isAsked && (
        <FormDialog
          title={t`Create a new secret`}
          action={t`Create`}
          onSubmit={prepare}
          onClose={() => setIsAsked(false)}
        >
          <Text size="sm">
            <Trans>The current secret stays in use until you switch over.</Trans>
          </Text>
          <TextInput
            label={t`New secret`}
            description={t`Leave empty to get one.`}
            name="secret"
            minLength={6}
            maxLength={256}
            autoComplete="off"
            dir="ltr"
          />
        </FormDialog>
      )}
    </Section>
  );
}
