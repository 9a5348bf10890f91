/** What a change of the model does to the entries there are, before it is saved, and what the server refuses of it. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { readPage } from '../../api/pages.ts';
import { ApiProblem, type Violation } from '../../api/problem.ts';
import { contentTypesQuery } from '../../api/queries.ts';
import type { ContentType, Entry } from '../../api/types.ts';
import { FormDialog } from '../../frame/form-dialog.tsx';
import { stringifySearch } from '../../frame/search-params.ts';
import { usePlace } from '../../frame/use-place.ts';
import { Alert, List, Stack, Text } from '../../ui/index.ts';
import { type Change, patchOf, type WorkingType } from './working-type.ts';

interface SaveDialogProperties {
  readonly type: ContentType;
  readonly working: WorkingType;
  readonly changes: readonly Change[];
  readonly onSaved: () => void;
  readonly onClose: () => void;
}

export function SaveDialog({ type, working, changes, onSaved, onClose }: SaveDialogProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const client = useQueryClient();
  const [violations, setViolations] = useState<readonly Violation[]>([]);
  const removed = changes.flatMap((change) => (change.kind === 'removed' ? [change.field] : []));
  const counts = useCounts(type, removed);
  const hides = counts.some((count) => count > 0);
  const retyped = working.fields.some(
    ({ was, type: kind }) => was !== null && type.fields.find(({ id }) => id === was)?.type !== kind,
  );

  const save = async () => {
    setViolations([]);
    const query = hides || retyped ? { confirm_data_loss: true } : {};
    const params = { path: { id: type.id }, query };
    const body = { ...patchOf(working), version: type.version };
    try {
      await bodyOf(api.PATCH('/content-types/{id}', { params, body }));
    } catch (error) {
      if (error instanceof ApiProblem) setViolations(error.violations);
      throw error;
    }
    onSaved();
    await client.invalidateQueries({ queryKey: contentTypesQuery(place).queryKey });
  };

  return (
    <FormDialog title={t`Save the model`} action={t`Save`} danger={hides || retyped} onSubmit={save} onClose={onClose}>
      <Stack gap="xs">
        <List size="sm">
          {changes.map((change) => (
            <List.Item key={`${change.kind} ${'field' in change ? change.field : ''}`}>
              <ChangeWords change={change} />
              {change.kind === 'removed' && (
                <Text size="sm" c="dimmed">
                  <Plural
                    value={counts[removed.indexOf(change.field)] ?? 0}
                    _0="No entry has a value in it."
                    one="# entry has a value in it, which is hidden from now on and can be brought back."
                    other="# entries have values in it, which are hidden from now on and can be brought back."
                  />
                </Text>
              )}
            </List.Item>
          ))}
        </List>
        {retyped && (
          <Text size="sm">
            <Trans>A field gets another type: the values that entries have in it are hidden.</Trans>
          </Text>
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
          {change.from} is called {change.field}, and keeps its values. Sites that read it have to follow.
        </Trans>
      );
    case 'order':
      return <Trans>The fields stand in another order.</Trans>;
    case 'settings':
      return <Trans>The type has other settings.</Trans>;
  }
}

/** How many entries have a value in each of some fields, in the default language. */
function useCounts(type: ContentType, fields: readonly string[]): readonly number[] {
  const { space, environment } = usePlace();
  const queries = fields.map((field) => {
    const asked = stringifySearch({
      content_type: type.api_id,
      [`fields.${field}[exists]`]: 'true',
      limit: 1,
      select: 'slug',
    });
    const path = `/spaces/${space}/environments/${environment}/entries${asked}`;
    return {
      queryKey: [space, environment, 'entries', path],
      queryFn: async () => (await readPage<Entry>(path)).total,
    };
  });
  return useQueries({ queries }).map(({ data }) => data ?? 0);
}
