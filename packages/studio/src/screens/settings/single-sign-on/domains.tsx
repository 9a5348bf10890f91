/** The domains of the account: added, proven by a record in the DNS, removed. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { ifMatch } from '../../../api/if-match.ts';
import { DangerDialog, FormDialog, textIn } from '../../../frame/form-dialog.tsx';
import { Problem } from '../../../frame/problem.tsx';
import { useAttempt } from '../../../frame/use-attempt.ts';
import { useAccountId } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';
import { AddIcon } from '../../../ui/icons.ts';
import { Badge, Button, Group, Stack, Text, TextInput } from '../../../ui/index.ts';
import { CopiedValue } from './copied-value.tsx';
import { domainsQuery, type SsoDomain } from './queries.ts';
import styles from './single-sign-on.module.css';
import { Step } from './step.tsx';

const ICON_SIZE = 16;

export function Domains(): ReactNode {
  const domains = useSuspenseQuery(domainsQuery(useAccountId())).data;
  const [asked, setAsked] = useState<'add' | SsoDomain | null>(null);
  const close = () => setAsked(null);
  return (
    <Step
      title={<Trans>Domains</Trans>}
      about={
        <Trans>
          Whoever enters an address in a verified domain is sent to your provider, and people who have a user here
          already can join with it.
        </Trans>
      }
    >
      {domains.length === 0 && (
        <Text size="sm">
          <Trans>No domains yet. Add the one that your e-mail addresses end with.</Trans>
        </Text>
      )}
      {domains.map((domain) => (
        <Domain key={domain.domain} domain={domain} onRemove={() => setAsked(domain)} />
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<AddIcon size={ICON_SIZE} aria-hidden />}
          onClick={() => setAsked('add')}
        >
          <Trans>Add a domain</Trans>
        </Button>
      </Group>
      {asked === 'add' && <NewDomain onClose={close} />}
      {asked !== null && asked !== 'add' && <RemoveDomain domain={asked} onClose={close} />}
    </Step>
  );
}

interface DomainProperties {
  readonly domain: SsoDomain;
  readonly onRemove: () => void;
}

function Domain({ domain: { domain, verified, record, version }, onRemove }: DomainProperties): ReactNode {
  const { t } = useLingui();
  const account = useAccountId();
  const refresh = useRefresh(domainsQuery(account).queryKey);
  const { problem, busy, run } = useAttempt();
  const verify = () =>
    run(async () => {
      const params = { path: { account_id: account, domain }, header: ifMatch({ version }) };
      await bodyOf(api.POST('/accounts/{account_id}/sso/domains/{domain}/verify', { params }));
      await refresh();
    });
  return (
    <Stack component="section" aria-label={domain} gap="sm">
      <Group gap="sm">
        <Text fw={600} dir="ltr">
          {domain}
        </Text>
        <Badge variant="light" color={verified ? 'green' : 'yellow'} tt="none">
          {verified ? t`Verified` : t`Not verified yet`}
        </Badge>
        {!verified && (
          <Button size="xs" variant="default" loading={busy} onClick={() => void verify()}>
            <Trans>Verify</Trans>
          </Button>
        )}
        <Button size="xs" variant="subtle" color="gray" onClick={onRemove}>
          <Trans>Remove…</Trans>
        </Button>
      </Group>
      {!verified && (
        <>
          <Text size="sm" className={styles.words}>
            <Trans>
              Publish this record of type TXT in the DNS of the domain, wait a few minutes, then verify. Leave it there
              afterwards.
            </Trans>
          </Text>
          <CopiedValue name={t`Name of the record`} value={record.name} />
          <CopiedValue name={t`Value of the record`} value={record.value} />
        </>
      )}
      <Problem error={problem} />
    </Stack>
  );
}

interface NewDomainProperties {
  readonly onClose: () => void;
}

function NewDomain({ onClose }: NewDomainProperties): ReactNode {
  const { t } = useLingui();
  const account = useAccountId();
  const refresh = useRefresh(domainsQuery(account).queryKey);
  const add = async (given: FormData) => {
    const params = { path: { account_id: account } };
    const body = { domain: textIn(given, 'domain') };
    await bodyOf(api.POST('/accounts/{account_id}/sso/domains', { params, body }));
    await refresh();
  };
  return (
    <FormDialog title={t`Add a domain`} action={t`Add`} onSubmit={add} onClose={onClose}>
      <TextInput
        label={t`Domain`}
        description={t`What comes after the @ in your addresses, such as example.com.`}
        name="domain"
        dir="ltr"
        required
        maxLength={255}
        autoComplete="off"
        data-autofocus
      />
    </FormDialog>
  );
}

interface RemoveDomainProperties {
  readonly domain: SsoDomain;
  readonly onClose: () => void;
}

function RemoveDomain({ domain: { domain, version }, onClose }: RemoveDomainProperties): ReactNode {
  const { t } = useLingui();
  const account = useAccountId();
  const refresh = useRefresh(domainsQuery(account).queryKey);
  const remove = async () => {
    const params = { path: { account_id: account, domain }, header: ifMatch({ version }) };
    await bodyOf(api.DELETE('/accounts/{account_id}/sso/domains/{domain}', { params }));
    await refresh();
  };
  return (
    <DangerDialog title={t`Remove ${domain}`} action={t`Remove`} onSubmit={remove} onClose={onClose}>
      <Trans>People with an address in it are no longer sent to your provider. Members stay members.</Trans>
    </DangerDialog>
  );
}
