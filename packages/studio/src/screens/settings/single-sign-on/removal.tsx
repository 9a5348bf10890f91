/** The end of single sign-on in the account. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { ifMatch } from '../../../api/if-match.ts';
import { actOnVersion } from '../../../frame/act-on-version.ts';
import { DangerDialog } from '../../../frame/form-dialog.tsx';
import { useAccountId } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';
import { Button, Group } from '../../../ui/index.ts';
import { connectionQuery, type SsoConnection } from './queries.ts';
import { Step } from './step.tsx';

export function Removal({ connection }: { readonly connection: SsoConnection }): ReactNode {
  const { t } = useLingui();
  const [asked, setAsked] = useState(false);
  const account = useAccountId();
  const refresh = useRefresh(connectionQuery(account).queryKey);
  const remove = async () => {
    const params = { path: { account_id: account }, header: ifMatch(connection) };
    await actOnVersion(() => bodyOf(api.DELETE('/accounts/{account_id}/sso', { params })), refresh);
    await refresh();
  };
  return (
    <Step
      title={<Trans>Remove single sign-on</Trans>}
      about={<Trans>Members log in with their passwords again. Whoever never had one sets it by e-mail.</Trans>}
    >
      <Group>
        <Button variant="outline" color="red" onClick={() => setAsked(true)}>
          <Trans>Remove single sign-on…</Trans>
        </Button>
      </Group>
      {asked && (
        <DangerDialog
          title={t`Remove single sign-on`}
          action={t`Remove`}
          onSubmit={remove}
          onClose={() => setAsked(false)}
        >
          <Trans>
            What you entered is deleted, the secret too. Members, their roles and your domains stay. Nobody can log in
            at the provider any more.
          </Trans>
        </DangerDialog>
      )}
    </Step>
  );
}
