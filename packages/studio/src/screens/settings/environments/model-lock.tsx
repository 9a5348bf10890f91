/** Where the model of an environment is kept: here, or elsewhere, so that it is only pushed here. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { environmentsQuery } from '../../../api/queries.ts';
import type { Environment } from '../../../api/types.ts';
import { actOnVersion } from '../../../frame/act-on-version.ts';
import { FormDialog, textIn } from '../../../frame/form-dialog.tsx';
import { usePlace } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';
import { Radio, Stack, Text, TextInput } from '../../../ui/index.ts';

interface ModelLockProperties {
  readonly environment: Environment;
  readonly onClose: () => void;
}

export function ModelLock({ environment, onClose }: ModelLockProperties): ReactNode {
  const { t } = useLingui();
  const { name, model_locked: lock, version } = environment;
  const { space } = usePlace();
  const refresh = useRefresh(environmentsQuery(space).queryKey);
  const [isLocked, setIsLocked] = useState(lock !== null);
  const save = async (given: FormData) => {
    const params = { path: { space_id: space, environment: name } };
    const body = { model_locked: isLocked ? { by: textIn(given, 'model_locked.by') } : null, version };
    const call = () => bodyOf(api.PATCH('/spaces/{space_id}/environments/{environment}', { params, body }));
    await actOnVersion(call, refresh);
    await refresh();
  };
  return (
    <FormDialog title={t`Model of ${name}`} action={t`Save`} onSubmit={save} onClose={onClose}>
      <Radio.Group
        label={t`Where is the model kept?`}
        value={isLocked ? 'elsewhere' : 'here'}
        onChange={(where) => setIsLocked(where === 'elsewhere')}
      >
        <Stack gap="xs" mt="xs">
          <Radio
            value="here"
            label={t`Here`}
            description={t`Developers and admins change it in Studio, and programs by the API.`}
          />
          <Radio
            value="elsewhere"
            label={t`Elsewhere, such as in a repository`}
            description={t`Studio shows it and changes nothing. Only keys that push the model do, also by imports and merges.`}
          />
        </Stack>
      </Radio.Group>
      {isLocked ? (
        <TextInput
          label={t`Address or place`}
          description={t`Shown to everyone who wants to change the model`}
          placeholder="https://github.com/acme/site"
          name="model_locked.by"
          defaultValue={lock?.by ?? ''}
          maxLength={500}
          required
        />
      ) : (
        lock !== null && (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <Trans>The next push from {lock.by} may undo what is changed here until then.</Trans>
          </Text>
        )
      )}
    </FormDialog>
  );
}
