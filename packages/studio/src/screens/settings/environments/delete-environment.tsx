/** Asks before an environment is deleted: what goes with it, and what stands in the way. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { ifMatch } from '../../../api/if-match.ts';
import { MAIN_ENVIRONMENT } from '../../../api/main-environment.ts';
import { environmentsQuery } from '../../../api/queries.ts';
import type { Environment } from '../../../api/types.ts';
import { actOnVersion } from '../../../frame/act-on-version.ts';
import { DangerDialog } from '../../../frame/form-dialog.tsx';
import { usePlace } from '../../../frame/use-place.ts';
import { useRefresh } from '../../../frame/use-refresh.ts';

interface DeleteEnvironmentProperties {
  readonly environment: Environment;
  readonly onClose: () => void;
}

export function DeleteEnvironment({ environment, onClose }: DeleteEnvironmentProperties): ReactNode {
  const { t } = useLingui();
  const { space, environment: here } = usePlace();
  const navigate = useNavigate();
  const refresh = useRefresh(environmentsQuery(space).queryKey);
  const remove = async () => {
    const params = { path: { space_id: space, environment: environment.name }, header: ifMatch(environment) };
    const call = () => bodyOf(api.DELETE('/spaces/{space_id}/environments/{environment}', { params }));
    await actOnVersion(call, refresh);
    // Nothing can be shown of what is gone.
    if (environment.name === here) {
      const to = '/spaces/$space/$environment/settings/environments';
      await navigate({ to, params: { space, environment: MAIN_ENVIRONMENT } });
    }
    await refresh();
  };
  return (
    <DangerDialog
      title={t`Delete ${environment.name}`}
      action={t`Delete with everything in it`}
      nameToType={environment.name}
      onSubmit={remove}
      onClose={onClose}
    >
      <Trans>
        Its model, entries, media and the list of its merges are deleted for good. Other environments are not affected.
        If you may need what was changed in it, merge it first.
      </Trans>
    </DangerDialog>
  );
}
