/** Changing what a release is called and planned for, and deleting it. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ifMatch } from '../../api/if-match.ts';
import type { Release } from '../../api/types.ts';
import { DangerDialog, FormDialog } from '../../frame/form-dialog.tsx';
import { useRefreshReleases } from '../../frame/releases/use-refresh-releases.ts';
import { usePlace } from '../../frame/use-place.ts';
import { ReleaseFields, releaseIn } from './release-fields.tsx';

interface ReleaseDialogProperties {
  readonly release: Release;
  readonly onClose: () => void;
}

export function EditRelease({ release, onClose }: ReleaseDialogProperties): ReactNode {
  const { t } = useLingui();
  const refresh = useRefreshReleases();
  const save = async (given: FormData) => {
    const params = { path: { change_set_id: release.id }, header: ifMatch(release) };
    await bodyOf(api.PATCH('/change-sets/{change_set_id}', { params, body: releaseIn(given, release) }));
    await refresh();
  };
  return (
    <FormDialog title={t`Edit release`} action={t`Save`} onSubmit={save} onClose={onClose}>
      <ReleaseFields release={release} />
    </FormDialog>
  );
}

export function DeleteRelease({ release, onClose }: ReleaseDialogProperties): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const navigate = useNavigate();
  const refresh = useRefreshReleases();
  const { state, name } = release;
  const remove = async () => {
    const params = { path: { change_set_id: release.id }, header: ifMatch(release) };
    await bodyOf(api.DELETE('/change-sets/{change_set_id}', { params }));
    await navigate({ to: '/spaces/$space/$environment/releases', params: place });
    void refresh();
  };
  return (
    <DangerDialog title={t`Delete “${name}”?`} action={t`Delete release`} onSubmit={remove} onClose={onClose}>
      {state === 'published' || state === 'applied' ? (
        <Trans>What it changed stays as it is now, and can then no longer be undone.</Trans>
      ) : (
        <Trans>All that was written into it is lost. The entries themselves stay as they are.</Trans>
      )}
    </DangerDialog>
  );
}
