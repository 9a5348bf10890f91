/** Asks how a list is called, and keeps it as a view. */
import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { FormDialog, textIn } from '../../frame/form-dialog.tsx';
import { type SearchParams, stringifySearch } from '../../frame/search-params.ts';
import { usePlace } from '../../frame/use-place.ts';
import { Checkbox, TextInput } from '../../ui/index.ts';
import type { ColumnName } from './columns.ts';
import { apiQueryOf } from './entry-query.ts';
import { viewsKey } from './views-key.ts';

interface SaveViewProperties {
  readonly search: SearchParams;
  readonly columns: readonly ColumnName[];
  /** Whether the person may let everybody see it. */
  readonly mayShare: boolean;
  readonly onClose: () => void;
}

export function SaveView({ search, columns, mayShare, onClose }: SaveViewProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const client = useQueryClient();
  const [shared, setShared] = useState(false);

  const save = async (given: FormData) => {
    const { content_type: type, ...query } = apiQueryOf(search);
    const body = {
      name: textIn(given, 'name'),
      shared,
      content_type: type ?? null,
      query: stringifySearch(query).slice(1),
      columns: columns.map(String),
    };
    await bodyOf(api.POST('/spaces/{space_id}/views', { params: { path: { space_id: space } }, body }));
    await client.invalidateQueries({ queryKey: viewsKey(space) });
  };

  return (
    <FormDialog title={t`Save list as view`} action={t`Save`} onSubmit={save} onClose={onClose}>
      <TextInput label={t`Name`} name="name" required maxLength={200} data-autofocus />
      {mayShare && (
        <Checkbox
          label={t`Share with everyone in this space`}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  );
}
