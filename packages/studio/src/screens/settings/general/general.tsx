/** What holds for a whole space: its name, what is done with uploads, and its end. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { ifMatch } from '../../../api/if-match.ts';
import { spacesQuery } from '../../../api/queries.ts';
import type { Space } from '../../../api/types.ts';
import { actOnVersion } from '../../../frame/act-on-version.ts';
import { DangerDialog } from '../../../frame/form-dialog.tsx';
import { usePermission, useSpace } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';
import { Button, Divider, Group, Stack, Switch, Text, TextInput, Title } from '../../../ui/index.ts';
import { SettingsForm } from '../form/settings-form.tsx';
import { NeedsRole } from '../page/needs-role.tsx';
import { SettingsPage } from '../page/settings-page.tsx';

export function General(): ReactNode {
  const { t } = useLingui();
  const space = useSpace();
  return (
    <SettingsPage title={t`General`} about={<Trans>Settings for the whole space, in all of its environments.</Trans>}>
      <SpaceForm space={space} />
      <Divider />
      <Deletion space={space} />
    </SettingsPage>
  );
}

interface SpaceProperties {
  readonly space: Space;
}

function SpaceForm({ space }: SpaceProperties): ReactNode {
  const { t } = useLingui();
  const mayUpdate = usePermission('space.update');
  const refresh = useRefresh(spacesQuery.queryKey);
  const save = async (changes: object) => {
    const params = { path: { space_id: space.id } };
    const body = { ...changes, version: space.version };
    await actOnVersion(() => bodyOf(api.PATCH('/spaces/{space_id}', { params, body })), refresh);
    await refresh();
  };
  const yesNo = (value: boolean) => (value ? t`Yes` : t`No`);
  return (
    <>
      {!mayUpdate && <NeedsRole permission="space.update" />}
      <SettingsForm
        saved={{ name: space.name, strip_metadata: space.strip_metadata }}
        words={{
          name: { name: t`Name of the space` },
          strip_metadata: { name: t`Remove hidden data of pictures`, shown: yesNo },
        }}
        onSave={save}
        isReadOnly={!mayUpdate}
      >
        {({ values, set }) => (
          <>
            <TextInput
              label={t`Name of the space`}
              name="name"
              value={values.name}
              onChange={({ currentTarget }) => set('name', currentTarget.value)}
              readOnly={!mayUpdate}
              required
              maxLength={255}
            />
            <Switch
              label={t`Remove hidden data of pictures`}
              description={t`New pictures lose the data about where and with which camera they were taken.`}
              name="strip_metadata"
              checked={values.strip_metadata}
              onChange={({ currentTarget }) => set('strip_metadata', currentTarget.checked)}
              disabled={!mayUpdate}
            />
          </>
        )}
      </SettingsForm>
    </>
  );
}

function Deletion({ space }: SpaceProperties): ReactNode {
  const { t } = useLingui();
  const [isAsked, setIsAsked] = useState(false);
  const navigate = useNavigate();
  const refresh = useRefresh(spacesQuery.queryKey);
  const remove = async () => {
    const params = { path: { space_id: space.id }, header: ifMatch(space) };
    await actOnVersion(() => bodyOf(api.DELETE('/spaces/{space_id}', { params })), refresh);
    await navigate({ to: '/' });
    await refresh();
  };
  return (
    <Stack gap="xs">
      <Title order={3}>
        <Trans>Delete this space</Trans>
      </Title>
      <Text size="sm" c="dimmed">
        <Trans>All environments, entries and files go with it, and its keys stop working at once.</Trans>
      </Text>
      {usePermission('space.delete') ? (
        <Group>
          <Button variant="outline" color="red" onClick={() => setIsAsked(true)}>
            <Trans>Delete this space…</Trans>
          </Button>
        </Group>
      ) : (
        <NeedsRole permission="space.delete" />
      )}
      {isAsked && (
        <DangerDialog
          title={t`Delete ${space.name}`}
          action={t`Delete for good`}
          nameToType={space.name}
          onSubmit={remove}
          onClose={() => setIsAsked(false)}
        >
          <Trans>Nothing of it can be brought back. Export it first if you may need it.</Trans>
        </DangerDialog>
      )}
    </Stack>
  );
}
