/** A new environment: a copy of another one, or empty. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { environmentsQuery } from '../../../api/queries.ts';
import { FormDialog, textIn } from '../../../frame/form-dialog.tsx';
import { usePlace } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';
import { Select, Text } from '../../../ui/index.ts';
import { NameInput } from './name-input.tsx';
import { useReadyEnvironments } from './use-ready-environments.ts';

export function NewEnvironment({ onClose }: { readonly onClose: () => void }): ReactNode {
  const { t } = useLingui();
  const { space, environment } = usePlace();
  const refresh = useRefresh(environmentsQuery(space).queryKey);
  const ready = useReadyEnvironments();
  const [source, setSource] = useState<string | null>(ready.includes(environment) ? environment : (ready[0] ?? null));
  const make = async (given: FormData) => {
    const body = { name: textIn(given, 'name') };
    const path = { space_id: space };
    if (source === null) await bodyOf(api.POST('/spaces/{space_id}/environments', { params: { path }, body }));
    else {
      const params = { path: { ...path, environment: source } };
      await bodyOf(api.POST('/spaces/{space_id}/environments/{environment}/clone', { params, body }));
    }
    await refresh();
  };
  return (
    <FormDialog title={t`New environment`} action={t`Create`} onSubmit={make} onClose={onClose}>
      <NameInput />
      <Select
        label={t`Copy of`}
        placeholder={t`Empty`}
        data={ready}
        value={source}
        onChange={setSource}
        clearable
        clearButtonProps={{ 'aria-label': t`Start empty` }}
      />
      <Text size="sm" c="dimmed" role="status">
        {source === null ? (
          <Trans>
            It starts without a model or entries. It cannot be compared or merged with others, as they have nothing in
            common.
          </Trans>
        ) : (
          <Trans>
            The model, all entries as drafts and as published, and all media are copied. This takes a moment; others
            work on in {source} meanwhile. Keys that may read all environments read the copy too.
          </Trans>
        )}
      </Text>
    </FormDialog>
  );
}
