/** API keys: made, shown once, rotated, deleted, and when each was used last. */

import { Trans, useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { apiKeysQuery } from '../../../api/queries.ts';
import type { ApiKey } from '../../../api/types.ts';
import { DangerDialog, FormDialog } from '../../../frame/form-dialog.tsx';
import { Moment } from '../../../frame/moments.tsx';
import { useShownSecrets } from '../../../frame/shown-once.tsx';
import { usePermission, usePlace } from '../../../frame/use-place.ts';
import { Code, DataTable, EmptyState, RowActions, RowButton, Table, Text } from '../../../ui/index.ts';
import { OpenedGone, OpenedRow } from '../list/opened-row.tsx';
import { useKeyKindWords } from '../page/key-kinds.ts';
import { SettingsPage } from '../page/settings-page.tsx';
import { ChangeKey, NewKey } from './key-forms.tsx';
import { useRefreshKeys } from './use-refresh-keys.ts';

/** What the person wants to do, and is asked about. */
type Asked = { readonly kind: 'make' } | { readonly kind: 'change' | 'rotate' | 'delete'; readonly key: ApiKey };

export function Keys(): ReactNode {
  const { t } = useLingui();
  const [asked, setAsked] = useState<Asked | null>(null);
  const tokens = useShownSecrets(t`Token of the new key`);
  const close = () => setAsked(null);
  return (
    <SettingsPage
      title={t`API keys`}
      about={
        <Trans>
          Sites read published content with delivery keys and drafts with preview keys. Programs write with management
          keys.
        </Trans>
      }
      guide="keys-and-roles"
      permission="api_key.read"
      add={{ words: <Trans>New key</Trans>, permission: 'api_key.manage', onAdd: () => setAsked({ kind: 'make' }) }}
    >
      {tokens.shown}
      <KeyTable ask={setAsked} />
      {asked?.kind === 'make' && <NewKey onMade={tokens.show} onClose={close} />}
      {asked?.kind === 'change' && <ChangeKey apiKey={asked.key} onClose={close} />}
      {asked?.kind === 'rotate' && <RotateKey apiKey={asked.key} onRotated={tokens.show} onClose={close} />}
      {asked?.kind === 'delete' && <DeleteKey apiKey={asked.key} onClose={close} />}
    </SettingsPage>
  );
}

interface KeyTableProperties {
  readonly ask: (asked: Asked) => void;
}

function KeyTable({ ask }: KeyTableProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const keys = useSuspenseQuery(apiKeysQuery(space)).data;
  const gone = <OpenedGone prefix="key_" items={keys} words={t`This key was deleted.`} />;
  if (keys.length === 0)
    return (
      <>
        {gone}
        <EmptyState title={t`No keys yet`} detail={t`A site needs a delivery key.`} />
      </>
    );
  return (
    <>
      {gone}
      <DataTable headings={[t`Name`, t`Kind`, t`Token`, t`Environments`, t`Last used`]} hasActions>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} ask={ask} />
        ))}
      </DataTable>
    </>
  );
}

interface KeyRowProperties extends KeyTableProperties {
  readonly apiKey: ApiKey;
}

function KeyRow({ apiKey: key, ask }: KeyRowProperties): ReactNode {
  const { t } = useLingui();
  const mayManage = usePermission('api_key.manage');
  const kinds = useKeyKindWords();
  return (
    <OpenedRow id={key.id}>
      <Table.Td>
        {key.name}
        {key.expires_at !== null && <KeyEnd at={key.expires_at} />}
      </Table.Td>
      <Table.Td>
        {kinds[key.kind]}
        {key.writes !== null && key.writes !== 'direct' && (
          <Text size="xs" c="dimmed">
            {key.writes === 'model' ? <Trans>Pushes the model</Trans> : <Trans>Proposes changes</Trans>}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <Code>{`${key.prefix}…${key.last_four}`}</Code>
      </Table.Td>
      <Table.Td>{key.environments === null ? t`all` : key.environments.join(', ')}</Table.Td>
      <Table.Td>{key.last_used_at === null ? t`never` : <Moment at={key.last_used_at} />}</Table.Td>
      <Table.Td>
        {mayManage && (
          <RowActions>
            <RowButton onClick={() => ask({ kind: 'change', key })}>
              <Trans>Change</Trans>
            </RowButton>
            <RowButton onClick={() => ask({ kind: 'rotate', key })}>
              <Trans>Rotate</Trans>
            </RowButton>
            <RowButton onClick={() => ask({ kind: 'delete', key })}>
              <Trans>Delete</Trans>
            </RowButton>
          </RowActions>
        )}
      </Table.Td>
    </OpenedRow>
  );
}

/** When a key stops working, or since when it does not work any more. */
function KeyEnd({ at }: { readonly at: string }): ReactNode {
  const hasEnded = Date.parse(at) <= Date.now();
  return (
    <Text size="xs" c={hasEnded ? 'var(--failed)' : 'dimmed'}>
      {hasEnded ? (
        <Trans>
          Ended <Moment at={at} inSentence />
        </Trans>
      ) : (
        <Trans>
          Ends <Moment at={at} inSentence />
        </Trans>
      )}
    </Text>
  );
}

interface RotateKeyProperties {
  readonly apiKey: ApiKey;
  readonly onRotated: (token: string) => void;
  readonly onClose: () => void;
}

function RotateKey({ apiKey, onRotated, onClose }: RotateKeyProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const refresh = useRefreshKeys();
  const rotate = async () => {
    const params = { path: { space_id: space, key_id: apiKey.id } };
    onRotated((await bodyOf(api.POST('/spaces/{space_id}/api-keys/{key_id}/rotate', { params }))).token);
    await refresh();
  };
  return (
    <FormDialog title={t`Rotate ${apiKey.name}`} action={t`Rotate`} onSubmit={rotate} onClose={onClose}>
      <Text size="sm">
        <Trans>The key gets a new token. The current one stops working at once.</Trans>
      </Text>
    </FormDialog>
  );
}

interface DeleteKeyProperties {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

function DeleteKey({ apiKey, onClose }: DeleteKeyProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const refresh = useRefreshKeys();
  const remove = async () => {
    const params = { path: { space_id: space, key_id: apiKey.id } };
    await bodyOf(api.DELETE('/spaces/{space_id}/api-keys/{key_id}', { params }));
    await refresh();
  };
  return (
    <DangerDialog title={t`Delete ${apiKey.name}`} action={t`Delete`} onSubmit={remove} onClose={onClose}>
      <Trans>Everything that uses this key loses access at once.</Trans>
    </DangerDialog>
  );
}
