/**
 * One content type: its fields and settings, changed here and saved as a whole after a look at what that does. Until then the
 * change is kept on this device, and goes on when the type is opened again.
 */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ifMatch } from '../../api/if-match.ts';
import { contentTypesQuery } from '../../api/queries.ts';
import type { ContentType } from '../../api/types.ts';
import { actOnVersion } from '../../frame/act-on-version.ts';
import { DangerDialog } from '../../frame/form-dialog.tsx';
import { FoundEdit } from '../../frame/found-edit.tsx';
import { Screen } from '../../frame/screen.tsx';
import { type KeptWork, useEdit } from '../../frame/use-edit.ts';
import { useLeaveGuard } from '../../frame/use-leave-guard.ts';
import { useMayModel } from '../../frame/use-model-lock.ts';
import { useModel, usePlace } from '../../frame/use-place.ts';
import { useRefresh } from '../../frame/use-refresh.ts';
import { Button, Group, LinkAnchor, LinkButton, Stack, Text } from '../../ui/index.ts';
import { type ChangeWarning, ChangeWarnings } from './change-warnings.tsx';
import { FieldList } from './field-list.tsx';
import { HiddenFields } from './hidden-fields.tsx';
import { LayoutEditor } from './layout-editor.tsx';
import { ModelKept } from './model-kept.tsx';
import { ChangeList, SaveDialog } from './save-dialog.tsx';
import { TypeSettingsForm } from './type-settings-form.tsx';
import { useWorkingType } from './use-working-type.ts';
import { UsedIn } from './used-in.tsx';
import { type Change, changesOf, type WorkingType, workingType } from './working-type.ts';

export function TypeScreen(): ReactNode {
  const { type: id } = useParams({ strict: false });
  const place = usePlace();
  const type = useModel().find(({ api_id: name }) => name === id);
  if (type !== undefined) return <OneType key={type.id} type={type} />;
  return (
    <Stack align="center" p="xl">
      <Text>
        <Trans>There is no content type with this name.</Trans>
      </Text>
      <LinkButton to="/spaces/$space/$environment/model" params={place} variant="default">
        <Trans>Back to Model</Trans>
      </LinkButton>
    </Stack>
  );
}

/** The type begins anew with each version; what the last change did stays until it is put away. */
function OneType({ type }: { readonly type: ContentType }): ReactNode {
  const [warnings, setWarnings] = useState<readonly ChangeWarning[]>([]);
  return <KeptTypeEditor key={type.version} type={type} warnings={warnings} onWarnings={setWarnings} />;
}

function KeptTypeEditor(properties: Omit<TypeEditorProperties, 'edit'>): ReactNode {
  const edit = useEdit<WorkingType>({ ...usePlace(), key: properties.type.id });
  return edit.kept === undefined ? null : <TypeEditor {...properties} edit={{ ...edit, kept: edit.kept }} />;
}

interface TypeEditorProperties {
  readonly type: ContentType;
  /** Of the last change. */
  readonly warnings: readonly ChangeWarning[];
  readonly onWarnings: (warnings: readonly ChangeWarning[]) => void;
  readonly edit: KeptWork<WorkingType>;
}

function TypeEditor({ type, warnings, onWarnings, edit }: TypeEditorProperties): ReactNode {
  const { t } = useLingui();
  const mayManage = useMayModel();
  const { working: kept, change, found, take, discard } = useWorkingType(type, edit);
  // What this device keeps goes on once the model is changed here again.
  const working = mayManage ? kept : workingType(type);
  const readOnly = !mayManage || found !== null;
  const changes = changesOf(type, working);
  const [asked, setAsked] = useState<'save' | 'delete' | 'discard' | null>(null);
  const [saved, setSaved] = useState(false);
  useLeaveGuard(changes.length > 0 && !saved, t`Leave without saving your changes to the model?`);
  const close = () => setAsked(null);
  const saveDone = () => {
    setSaved(true);
    edit.keep(null);
  };
  return (
    <Screen
      title={type.name}
      about={
        <>
          <LinkAnchor to="/spaces/$space/$environment/model" params={usePlace()} size="sm" underline="always">
            <Trans>Model</Trans>
          </LinkAnchor>{' '}
          · {type.kind === 'component' && <Trans>Component</Trans>}
          {type.kind === 'component' && ' · '}
          {type.api_id}
        </>
      }
      actions={
        mayManage && (
          <SaveActions changes={changes} onDiscard={() => setAsked('discard')} onSave={() => setAsked('save')} />
        )
      }
    >
      <ModelKept />
      {mayManage && found !== null && (
        <FoundEdit at={found.at} onTake={take} onDiscard={discard}>
          <ChangeList type={type} working={found.mine} changes={changesOf(type, found.mine)} />
        </FoundEdit>
      )}
      <ChangeWarnings warnings={warnings} onClose={() => onWarnings([])} />
      <FieldList working={working} change={change} type={type} readOnly={readOnly} />
      <HiddenFields type={type} working={working} change={change} readOnly={readOnly} />
      {type.kind === 'component' && <UsedIn component={type.api_id} />}
      <LayoutEditor working={working} change={change} kind={type.kind} readOnly={readOnly} />
      <TypeSettingsForm type={type} working={working} change={change} readOnly={readOnly} />
      {mayManage && (
        <Group>
          <DeleteButton kind={type.kind} onClick={() => setAsked('delete')} />
        </Group>
      )}
      {asked === 'save' && (
        <SaveDialog
          type={type}
          working={working}
          changes={changes}
          onSaved={(done) => {
            saveDone();
            onWarnings(done);
          }}
          onClose={close}
        />
      )}
      {asked === 'discard' && <DiscardChanges count={changes.length} discard={discard} onClose={close} />}
      {asked === 'delete' && <DeleteType type={type} onDeleted={saveDone} onClose={close} />}
    </Screen>
  );
}

interface DeleteButtonProperties {
  readonly kind: ContentType['kind'];
  readonly onClick: () => void;
}

function DeleteButton({ kind, onClick }: DeleteButtonProperties): ReactNode {
  return (
    <Button variant="light" color="red" onClick={onClick}>
      {kind === 'component' ? <Trans>Delete this component</Trans> : <Trans>Delete this type</Trans>}
    </Button>
  );
}

interface SaveActionsProperties {
  readonly changes: readonly Change[];
  readonly onDiscard: () => void;
  readonly onSave: () => void;
}

function SaveActions({ changes, onDiscard, onSave }: SaveActionsProperties): ReactNode {
  return (
    <>
      <Text size="sm" role="status">
        {changes.length === 0 ? (
          <Trans>Saved</Trans>
        ) : (
          <Plural value={changes.length} one="# change not saved" other="# changes not saved" />
        )}
      </Text>
      <Button variant="default" disabled={changes.length === 0} onClick={onDiscard}>
        <Trans>Discard…</Trans>
      </Button>
      <Button disabled={changes.length === 0} onClick={onSave}>
        <Trans>Save…</Trans>
      </Button>
    </>
  );
}

interface DiscardChangesProperties {
  readonly count: number;
  readonly discard: () => void;
  readonly onClose: () => void;
}

function DiscardChanges({ count, discard, onClose }: DiscardChangesProperties): ReactNode {
  const { t } = useLingui();
  return (
    <DangerDialog title={t`Discard changes?`} action={t`Discard`} onSubmit={async () => discard()} onClose={onClose}>
      <Plural value={count} one="# change is lost." other="# changes are lost." />
    </DangerDialog>
  );
}

interface DeleteTypeProperties {
  readonly type: ContentType;
  readonly onDeleted: () => void;
  readonly onClose: () => void;
}

function DeleteType({ type, onDeleted, onClose }: DeleteTypeProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const navigate = useNavigate();
  const readAgain = useRefresh(contentTypesQuery(place).queryKey);
  const remove = async () => {
    const params = { path: { id: type.id }, header: ifMatch(type) };
    // It is read again when the dialog is closed: this screen begins anew then, and the words of the refusal with it.
    await actOnVersion(
      () => bodyOf(api.DELETE('/content-types/{id}', { params })),
      async () => undefined,
    );
    onDeleted();
    await readAgain();
    await navigate({ to: '/spaces/$space/$environment/model', params: place });
  };
  const close = () => {
    onClose();
    void readAgain();
  };
  return (
    <DangerDialog title={t`Delete ${type.name}`} action={t`Delete`} onSubmit={remove} onClose={close}>
      {type.kind === 'component' ? (
        <Trans>
          You can delete a component once no field uses it. Hidden blocks of it are then removed for good, from all
          versions too.
        </Trans>
      ) : (
        <Trans>You can delete a content type once it has no entries.</Trans>
      )}
    </DangerDialog>
  );
}
