/** One content type: its fields and settings, changed here and saved as a whole after a look at what that does. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useBlocker, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { contentTypesQuery } from '../../api/queries.ts';
import type { ContentType } from '../../api/types.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { Screen } from '../../frame/screen.tsx';
import { useContentTypes, usePermission, usePlace } from '../../frame/use-place.ts';
import { Button, Group, LinkAnchor, LinkButton, Stack, Text } from '../../ui/index.ts';
import { FieldList } from './field-list.tsx';
import { HiddenFields } from './hidden-fields.tsx';
import { SaveDialog } from './save-dialog.tsx';
import { TypeSettingsForm } from './type-settings-form.tsx';
import { changesOf, type WorkingType, workingType } from './working-type.ts';

export function TypeScreen(): ReactNode {
  const { type: id } = useParams({ strict: false });
  const place = usePlace();
  const type = useContentTypes().find(({ api_id: name }) => name === id);
  if (type !== undefined) return <TypeEditor key={`${type.id} ${type.version}`} type={type} />;
  return (
    <Stack align="center" p="xl">
      <Text>
        <Trans>There is no content type of this name.</Trans>
      </Text>
      <LinkButton to="/spaces/$space/$environment/model" params={place} variant="default">
        <Trans>To the model</Trans>
      </LinkButton>
    </Stack>
  );
}

function TypeEditor({ type }: { readonly type: ContentType }): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const navigate = useNavigate();
  const client = useQueryClient();
  const mayManage = usePermission('content_type.manage');
  const [working, setWorking] = useState<WorkingType>(() => workingType(type));
  const [asked, setAsked] = useState<'save' | 'delete' | null>(null);
  const changes = changesOf(type, working);
  const [saved, setSaved] = useState(false);
  useBlocker({
    shouldBlockFn: () =>
      changes.length > 0 && !saved && !window.confirm(t`Leave without saving the changes of the model?`),
    enableBeforeUnload: () => changes.length > 0 && !saved,
  });

  const remove = async () => {
    await bodyOf(api.DELETE('/content-types/{id}', { params: { path: { id: type.id } } }));
    setSaved(true);
    await client.invalidateQueries({ queryKey: contentTypesQuery(place).queryKey });
    await navigate({ to: '/spaces/$space/$environment/model', params: place });
  };

  return (
    <Screen
      title={type.name}
      about={
        <>
          <LinkAnchor to="/spaces/$space/$environment/model" params={place} size="sm" underline="always">
            <Trans>Model</Trans>
          </LinkAnchor>{' '}
          · {type.api_id}
        </>
      }
      actions={
        mayManage && (
          <>
            <Text size="sm" role="status">
              {changes.length === 0 ? (
                <Trans>Saved</Trans>
              ) : (
                <Plural value={changes.length} one="# change not saved" other="# changes not saved" />
              )}
            </Text>
            <Button variant="default" disabled={changes.length === 0} onClick={() => setWorking(workingType(type))}>
              <Trans>Discard</Trans>
            </Button>
            <Button disabled={changes.length === 0} onClick={() => setAsked('save')}>
              <Trans>Save …</Trans>
            </Button>
          </>
        )
      }
    >
      <FieldList working={working} change={setWorking} hidden={type.hidden_fields} readOnly={!mayManage} />
      <HiddenFields type={type} readOnly={!mayManage} />
      <TypeSettingsForm working={working} change={setWorking} readOnly={!mayManage} />
      {mayManage && (
        <Group>
          <Button variant="subtle" color="red" onClick={() => setAsked('delete')}>
            <Trans>Delete this type</Trans>
          </Button>
        </Group>
      )}
      {asked === 'save' && (
        <SaveDialog
          type={type}
          working={working}
          changes={changes}
          onSaved={() => setSaved(true)}
          onClose={() => setAsked(null)}
        />
      )}
      {asked === 'delete' && (
        <FormDialog
          title={t`Delete ${type.name}`}
          action={t`Delete`}
          danger
          onSubmit={remove}
          onClose={() => setAsked(null)}
        >
          <Text size="sm">
            <Trans>A type goes only when no entry of it is left.</Trans>
          </Text>
        </FormDialog>
      )}
    </Screen>
  );
}
