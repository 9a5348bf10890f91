/**
 * What a change of the model does to the entries there are, before it is saved, and what the server refuses of it. The server
 * alone can count what would be hidden: values of every language, in drafts and in what readers see.
 */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ApiProblem, type Violation } from '../../api/problem.ts';
import { contentTypesQuery } from '../../api/queries.ts';
import type { ContentType } from '../../api/types.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { usePlace } from '../../frame/use-place.ts';
import { Alert, List, Stack, Text } from '../../ui/index.ts';
import { type ChangeWarning, changeWarnings } from './change-warnings.tsx';
import { type Loss, lossesIn, mayHide } from './losses.ts';
import { type Change, patchOf, type WorkingType } from './working-type.ts';

interface SaveDialogProperties {
  readonly type: ContentType;
  readonly working: WorkingType;
  readonly changes: readonly Change[];
  readonly onSaved: (warnings: readonly ChangeWarning[]) => void;
  readonly onClose: () => void;
}

export function SaveDialog({ type, working, changes, onSaved, onClose }: SaveDialogProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const client = useQueryClient();
  const [violations, setViolations] = useState<readonly Violation[]>([]);
  const [losses, setLosses] = useState<readonly Loss[]>([]);
  const isAsked = losses.length > 0;

  const save = async () => {
    let warnings: readonly ChangeWarning[] = [];
    setViolations([]);
    const query = isAsked ? { confirm_data_loss: true } : {};
    const params = { path: { id: type.id }, query };
    const body = { ...patchOf(working), version: type.version };
    try {
      warnings = changeWarnings(await bodyOf(api.PATCH('/content-types/{id}', { params, body })));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setViolations(error.violations);
      setLosses(lossesIn(error));
      // What the server says of it is for programs; the list below says it to people.
      if (error.code === 'field_has_data')
        throw new Error(t`Nothing is saved yet, because this would hide values. Continue?`);
      throw error;
    }
    onSaved(warnings);
    await client.invalidateQueries({ queryKey: contentTypesQuery(place).queryKey });
  };

  return (
    <FormDialog
      title={t`Save model`}
      action={isAsked ? t`Save and hide values` : t`Save`}
      danger={isAsked}
      onSubmit={save}
      onClose={onClose}
    >
      <Stack gap="xs">
        <ChangeList type={type} working={working} changes={changes} />
        {isAsked ? (
          <Losses type={type} losses={losses} />
        ) : (
          mayHide(type, working) && (
            <Text size="sm" c="dimmed">
              <Trans>If this hides values of entries, you see which ones and are asked first.</Trans>
            </Text>
          )
        )}
        {violations.length > 0 && (
          <Alert color="red" variant="light">
            <List size="sm">
              {violations.map(({ path, message }) => (
                <List.Item key={path + message}>
                  {nameAt(path, working)}: {message}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
      </Stack>
    </FormDialog>
  );
}

/** What a path of the server is about: the field by its name, and the path where it is about something else. */
function nameAt(path: string, { fields }: WorkingType): string {
  const [top, index] = path.split('.');
  return (top === 'fields' && fields[Number(index)]?.name) || path;
}

/** What would be hidden, field by field, as the server counted it. */
function Losses({
  type,
  losses,
}: Pick<SaveDialogProperties, 'type'> & { readonly losses: readonly Loss[] }): ReactNode {
  return (
    <>
      <List size="sm">
        {losses.map(({ id, hides, entries }) => (
          <List.Item key={`${id} ${hides}`}>
            <b>{nameOf(id, type)}</b>: <LossWords hides={hides} entries={entries} />
          </List.Item>
        ))}
      </List>
      <Text size="sm">
        <Trans>These values will be hidden, for readers too. You can bring them back.</Trans>
      </Text>
    </>
  );
}

function LossWords({ hides, entries }: Pick<Loss, 'hides' | 'entries'>): ReactNode {
  switch (hides) {
    case 'field':
      return <Plural value={entries} one="# entry has values in it." other="# entries have values in it." />;
    case 'other_locales':
      return (
        <Plural
          value={entries}
          one="# entry has values in it in other languages than the default one."
          other="# entries have values in it in other languages than the default one."
        />
      );
    case 'blocks':
      return (
        <Plural
          value={entries}
          one="# entry has blocks of the components that you left out."
          other="# entries have blocks of the components that you left out."
        />
      );
  }
}

type ChangeListProperties = Pick<SaveDialogProperties, 'type' | 'working' | 'changes'>;

/** What a change of the model consists of. */
export function ChangeList({ type, working, changes }: ChangeListProperties): ReactNode {
  return (
    <List size="sm">
      {changes.map((change) => (
        <List.Item key={`${change.kind} ${'field' in change ? change.field : ''}`}>
          <ChangeWords
            change={change}
            name={'field' in change ? nameOf(change.field, change.kind === 'removed' ? type : working) : ''}
            isOfComponent={type.kind === 'component'}
          />
        </List.Item>
      ))}
    </List>
  );
}

function nameOf(field: string, { fields }: Pick<WorkingType, 'fields'> | Pick<ContentType, 'fields'>): string {
  return fields.find(({ id }) => id === field)?.name ?? field;
}

interface ChangeWordsProperties {
  readonly change: Change;
  /** Of the field that it is about. */
  readonly name: string;
  readonly isOfComponent: boolean;
}

function ChangeWords({ change, name, isOfComponent }: ChangeWordsProperties): ReactNode {
  switch (change.kind) {
    case 'added':
      return <Trans>{name} is new.</Trans>;
    case 'removed':
      return <Trans>{name} is removed.</Trans>;
    case 'changed':
      return <Trans>The settings of {name} change.</Trans>;
    case 'renamed':
      return isOfComponent ? (
        <Trans>
          {change.from} is renamed to {change.field} and keeps its values. Sites can filter by either id, but get the
          values under the new one alone.
        </Trans>
      ) : (
        <Trans>
          {change.from} is renamed to {change.field} and keeps its values. Sites can filter by either id. Whether they
          also get the values under both is a setting of the type.
        </Trans>
      );
    case 'order':
      return <Trans>The order of the fields changes.</Trans>;
    case 'settings':
      return isOfComponent ? (
        <Trans>The settings of the component change.</Trans>
      ) : (
        <Trans>The settings of the type change.</Trans>
      );
    case 'layout':
      return <Trans>The layout of the form changes.</Trans>;
  }
}
