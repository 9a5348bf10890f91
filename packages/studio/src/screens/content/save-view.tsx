/** Asks how a list is called, and keeps it as a view. */
import { useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { FormDialog, textIn } from '../../frame/form-dialog.tsx';
import type { SearchParams } from '../../frame/search-params.ts';
import { useContentTypes, usePlace } from '../../frame/use-place.ts';
import { useRefresh } from '../../frame/use-refresh.ts';
import { Checkbox, TextInput } from '../../ui/index.ts';
import type { ColumnName } from './columns.ts';
import { searchOf, viewBody, viewsQuery } from './saved-views.ts';

const NAME_LENGTH_MAX = 100;

interface SaveViewProperties {
  readonly search: SearchParams;
  readonly columns: readonly ColumnName[];
  /** Whether the person may let everybody see it. */
  readonly mayShare: boolean;
  readonly onClose: () => void;
}

export function SaveView({ search, columns, mayShare, onClose }: SaveViewProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const types = useContentTypes();
  const navigate = useNavigate();
  const refresh = useRefresh(viewsQuery(place.space).queryKey);
  const [shared, setShared] = useState(false);

  const save = async (given: FormData) => {
    const body = { name: textIn(given, 'name'), shared, ...viewBody(search, columns, place) };
    const made = await bodyOf(
      api.POST('/spaces/{space_id}/views', { params: { path: { space_id: place.space } }, body }),
    );
    await refresh();
    await navigate({ to: '.', search: searchOf(made, types) as never, replace: true });
  };

  return (
    <FormDialog title={t`Save list as view`} action={t`Save`} onSubmit={save} onClose={onClose}>
      <TextInput label={t`Name`} name="name" required maxLength={NAME_LENGTH_MAX} data-autofocus />
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
