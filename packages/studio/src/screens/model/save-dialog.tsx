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
        throw new Error(t`Nothing is saved yet: values would be hidden. Is that meant?`);
      throw error;
    }
    onSaved(warnings);
    await client.invalidateQueries({ queryKey: contentTypesQuery(place).queryKey });
  };

  return (
    <FormDialog
      title={t`Save the model`}
      action={isAsked ? t`Save and hide the values` : t`Save`}
      danger={isAsked}
      onSubmit={save}
      onClose={onClose}
    >
      <Stack gap="xs">
        <ChangeList changes={changes} />
        {isAsked ? (
          <Losses losses={losses} />
        ) : (
          mayHide(type, working) && (
            <Text size="sm" c="dimmed">
              <Trans>If that hides values of entries, you are told which, and asked before it is done.</Trans>
            </Text>
          )
        )}
        {violations.length > 0 && (
          <Alert color="red" variant="light">
            <List size="sm">
              {violations.map(({ path, message }) => (
                <List.Item key={path + message}>
                  {path}: {message}
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
      </Stack>
    </FormDialog>
  );
}

/** What would be hidden, field by field, as the server counted it. */
function Losses({ losses }: { readonly losses: readonly Loss[] }): ReactNode {
  return (
    <>
      <List size="sm">
        {losses.map(({ id, hides, entries }) => (
          <List.Item key={`${id} ${hides}`}>
            <b>{id}</b>:{' '}
            {hides === 'field' ? (
              <Plural value={entries} one="# entry has values in it." other="# entries have values in it." />
            ) : (
              <Plural
                value={entries}
                one="# entry has values in it in other languages than the default one."
                other="# entries have values in it in other languages than the default one."
              />
            )}
          </List.Item>
        ))}
      </List>
      <Text size="sm">
        <Trans>These values are hidden from now on, for readers too, and can be brought back.</Trans>
      </Text>
    </>
  );
}

/** What a change of the model consists of. */
export function ChangeList({ changes }: { readonly changes: readonly Change[] }): ReactNode {
  return (
    <List size="sm">
      {changes.map((change) => (
        <List.Item key={`${change.kind} ${'field' in change ? change.field : ''}`}>
          <ChangeWords change={change} />
        </List.Item>
      ))}
    </List>
  );
}

function ChangeWords({ change }: { readonly change: Change }): ReactNode {
  switch (change.kind) {
    case 'added':
      return <Trans>{change.field} is new.</Trans>;
    case 'removed':
      return <Trans>{change.field} goes.</Trans>;
    case 'changed':
      return <Trans>{change.field} has other settings.</Trans>;
    case 'renamed':
      return (
        <Trans>
          {change.from} is called {change.field}, and keeps its values. Sites may filter by either id; whether they get
          its values under both is a setting of the type.
        </Trans>
      );
    case 'order':
      return <Trans>The fields stand in another order.</Trans>;
    case 'settings':
      return <Trans>The type has other settings.</Trans>;
    case 'layout':
      return <Trans>The form is laid out differently.</Trans>;
  }
}
