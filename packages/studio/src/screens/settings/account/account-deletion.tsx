/** Deleting an account: asked for by name, done two weeks later, and taken back until then. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { ifMatch } from '../../../api/if-match.ts';
import { spacesQuery } from '../../../api/queries.ts';
import { actOnVersion } from '../../../frame/act-on-version.ts';
import { DangerDialog } from '../../../frame/form-dialog.tsx';
import { Moment } from '../../../frame/moments.tsx';
import { Problem } from '../../../frame/problem.tsx';
import { useAttempt } from '../../../frame/use-attempt.ts';
import { usePermission } from '../../../frame/use-place.ts';
import { Alert, Button, Group, List, Stack, Text, Title } from '../../../ui/index.ts';
import { NeedsRole } from '../page/needs-role.tsx';
import { type Account, useRefreshAccount } from './account-query.ts';

export function AccountDeletion({ account }: { readonly account: Account }): ReactNode {
  const { t } = useLingui();
  const [isAsked, setIsAsked] = useState(false);
  const mayDelete = usePermission('account.delete');
  return (
    <Stack gap="xs">
      <Title order={3}>
        <Trans>Delete this account</Trans>
      </Title>
      {account.deletion_at === null ? (
        <Text size="sm" c="dimmed">
          <Trans>
            It is deleted two weeks after an owner requests it. Until then everything works, and any owner can cancel.
          </Trans>
        </Text>
      ) : (
        <Coming account={account} at={account.deletion_at} mayRestore={mayDelete} />
      )}
      {!mayDelete && <NeedsRole permission="account.delete" />}
      {mayDelete && account.deletion_at === null && (
        <Group>
          <Button variant="outline" color="red" onClick={() => setIsAsked(true)}>
            {t`Delete this account…`}
          </Button>
        </Group>
      )}
      {isAsked && <DeleteAccount account={account} onClose={() => setIsAsked(false)} />}
    </Stack>
  );
}

interface ComingProperties {
  readonly account: Account;
  /** When it is deleted. */
  readonly at: string;
  readonly mayRestore: boolean;
}

function Coming({ account, at, mayRestore }: ComingProperties): ReactNode {
  const { t } = useLingui();
  const { problem, busy, run } = useAttempt();
  const refresh = useRefreshAccount(account.id);
  const restore = () =>
    run(async () => {
      const params = { path: { account_id: account.id } };
      await bodyOf(api.POST('/accounts/{account_id}/restore', { params, body: { version: account.version } }));
      await refresh();
    });
  return (
    <Alert color="yellow" role="status" title={t`This account will be deleted`}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          <Trans>
            It is deleted with everything in it <Moment at={at} inSentence />.
          </Trans>
        </Text>
        <Problem error={problem} />
        {mayRestore && (
          <Button loading={busy} onClick={() => void restore()}>
            <Trans>Keep this account</Trans>
          </Button>
        )}
      </Stack>
    </Alert>
  );
}

interface DeleteAccountProperties {
  readonly account: Account;
  readonly onClose: () => void;
}

function DeleteAccount({ account, onClose }: DeleteAccountProperties): ReactNode {
  const { t } = useLingui();
  const refresh = useRefreshAccount(account.id);
  const spaces = useQuery(spacesQuery).data ?? [];
  const remove = async () => {
    const params = { path: { account_id: account.id }, header: ifMatch(account) };
    await actOnVersion(() => bodyOf(api.DELETE('/accounts/{account_id}', { params })), refresh);
    await refresh();
  };
  return (
    <DangerDialog
      title={t`Delete ${account.name}`}
      action={t`Delete in two weeks`}
      nameToType={account.name}
      onSubmit={remove}
      onClose={onClose}
    >
      <Stack gap="xs">
        <Trans>
          This also deletes its members, invitations, keys and webhooks, and these spaces with all of their entries and
          files:
        </Trans>
        <List size="sm">
          {spaces.map(({ id, name }) => (
            <List.Item key={id} dir="auto">
              {name}
            </List.Item>
          ))}
        </List>
        <Trans>All owners are notified by e-mail.</Trans>
      </Stack>
    </DangerDialog>
  );
}
